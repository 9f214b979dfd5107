"""Decisions and rulings in a few words, for progress lines."""

from __future__ import annotations

from eyehand_agent.episode_loop import Ruling

_LIMIT = 60


def describe_decision(text: str) -> str:
    """Return the decision text on one line, cut to a few words."""
    line = " ".join(text.split())
    return line if len(line) <= _LIMIT else line[: _LIMIT - 1] + "…"


def describe_ruling(ruling: Ruling) -> str:
    """Return what became of the decision."""
    if not ruling.admissible:
        return f"not admissible: {ruling.error}"
    if not ruling.action_valid:
        return "refused"
    return "ok" if ruling.plan_success else "failed"
