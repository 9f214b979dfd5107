"""What all controllers of the world share: how a goal ends and what is told about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar


class Ending(Enum):
    """How a goal ended, in the terms of actions."""

    SUCCEEDED = "succeeded"
    ABORTED = "aborted"
    CANCELED = "canceled"


ResultT = TypeVar("ResultT")
GoalT = TypeVar("GoalT")


@dataclass(frozen=True, kw_only=True)
class RunningGoal(Generic[GoalT, ResultT]):
    """A goal that a controller is working on.

    Attributes:
        goal: what was asked.
        start_ns: world time that it counts from [ns].
        on_end: told once how it ended.
    """

    goal: GoalT
    start_ns: int
    on_end: Callable[[Ending, ResultT], None]

    def elapsed(self, now_ns: int) -> float:
        """Return the goal's own time [s]; negative before its start."""
        return (now_ns - self.start_ns) * 1e-9
