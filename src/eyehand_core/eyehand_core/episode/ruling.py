"""What the protocol says about one decision text, before anything moves."""

from __future__ import annotations

from dataclasses import dataclass

from eyehand_core.decisions.decision import Decision


@dataclass(frozen=True, kw_only=True)
class Ruling:
    """Answer of the protocol to one text.

    Attributes:
        decision: the decision; None if the text is inadmissible.
        error: what is wrong and what is allowed; empty for an admissible text.
        code: kind of mistake; empty for an admissible text.
        charged: an inadmissible text that nevertheless cost a step, as an illegal action.
    """

    decision: Decision | None = None
    error: str = ""
    code: str = ""
    charged: bool = False

    @property
    def admissible(self) -> bool:
        """True if the text is a decision that fits grammar and protocol."""
        return self.decision is not None
