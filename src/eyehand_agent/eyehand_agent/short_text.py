"""Rulings in a few words, for progress lines."""

from __future__ import annotations

from eyehand_agent.episode_loop import Ruling


def describe_ruling(ruling: Ruling) -> str:
    """Return what became of the decision."""
    if not ruling.admissible:
        return f"not admissible: {ruling.error}"
    if not ruling.action_valid:
        return "refused"
    return "ok" if ruling.plan_success else "failed"
