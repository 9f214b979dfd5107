"""Numbers of the protocol. Published ones are those of VA-Bench (arXiv 2609.19554)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Rules:
    """Limits of one kind of episode.

    Attributes:
        repairs: inadmissible texts that may be repaired per decision.
        rounds: texts per decision, tools and repairs included; the last must be an action.
        consecutive_looks: camera actions in a row; the next must be a robot action.
        exhaustion_ends: a decision without admissible text ends the episode; if False, it is
            charged as an illegal action and the episode goes on.
    """

    repairs: int = 2
    rounds: int = 20
    consecutive_looks: int = 5
    exhaustion_ends: bool = True


MANIPULATION_RULES = Rules()
LAYOUT_RULES = Rules(exhaustion_ends=False)
