"""Policy ``replay``: says again what was said in a recorded episode."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from eyehand_core.errors import ConfigError, RecordError, cause_of
from eyehand_core.observation import Observation

from eyehand_agent.policies.policy import POLICIES, PolicyContext, PolicyKind


class ReplayPolicy:
    """Gives recorded texts one after the other, whatever it sees.

    Args:
        texts: decision texts, inadmissible ones included.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = iter(texts)

    def decide(self, observation: Observation, error: str) -> str:
        """Return the next text.

        Raises:
            RecordError: the episode goes on although the record has ended.
        """
        text = next(self._texts, None)
        if text is None:
            raise RecordError(
                "the recorded decisions are used up, but the episode goes on; the record was "
                "broken off, or the world does not do the same again"
            )
        return text


def _build(context: PolicyContext) -> ReplayPolicy:
    decisions = context.settings["decisions"]
    if not decisions:
        raise ConfigError(
            "agent 'replay' was given no decisions; replay a record with: eyehand replay RECORD"
        )
    return ReplayPolicy(read_texts(Path(decisions)))


def read_texts(path: Path) -> list[str]:
    """Return the texts in a JSON array.

    Raises:
        ConfigError: there is no such file, or it holds something else.
    """
    try:
        texts = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ConfigError(
            f"decisions {str(path)!r}: {cause_of(error)}; "
            "replay a record with: eyehand replay RECORD"
        ) from error
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise ConfigError(f"decisions {str(path)!r}: expected a JSON array of texts")
    return texts


POLICIES.add("replay", PolicyKind(build=_build))
