"""How much an agent is told about what is wrong: one registered level after the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from eyehand_core.layout.goal import LayoutVerdict
from eyehand_core.registry import Registry


@dataclass(frozen=True, kw_only=True)
class FeedbackLevel:
    """One amount of feedback. No level ever holds a number.

    Attributes:
        meaning: one line for documentation.
        text: makes the words from a verdict.
        explains_refusals: an action that was not carried out is answered with the reason.
    """

    meaning: str
    text: Callable[[LayoutVerdict], str]
    explains_refusals: bool = False


FEEDBACK_LEVELS: Registry[FeedbackLevel] = Registry("feedback level")

DEFAULT_LEVEL = "directional"
DONE = "done"


def _success(verdict: LayoutVerdict) -> str:
    return DONE if verdict.done else "not done"


def _text(verdict: LayoutVerdict) -> str:
    return "; ".join(finding.wanted for finding in verdict.failing) or DONE


def _directional(verdict: LayoutVerdict) -> str:
    return "; ".join(finding.advice for finding in verdict.failing) or DONE


FEEDBACK_LEVELS.add("none", FeedbackLevel(meaning="nothing", text=lambda verdict: ""))
FEEDBACK_LEVELS.add("success", FeedbackLevel(meaning="done or not done", text=_success))
FEEDBACK_LEVELS.add(
    "text",
    FeedbackLevel(
        meaning="what does not hold yet, without a direction; why an action was refused",
        text=_text,
        explains_refusals=True,
    ),
)
FEEDBACK_LEVELS.add(
    DEFAULT_LEVEL,
    FeedbackLevel(
        meaning="what is wrong and which way to go; why an action was refused",
        text=_directional,
        explains_refusals=True,
    ),
)
