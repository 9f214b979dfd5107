"""What embodied layouts need from a robot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from eyehand_core.decisions.arm_motion import ArmMotion
from eyehand_core.episode.action_report import INFRASTRUCTURE_CODES, SAFETY_STOPS
from eyehand_core.errors import StackError
from eyehand_core.world_state import WorldState

FAULTS = INFRASTRUCTURE_CODES | SAFETY_STOPS
"""Reason codes that say nothing about what was to be carried: nothing more can be done."""


class MoveError(StackError):
    """A command failed for a reason that says nothing about what was to be carried.

    Attributes:
        code: reason code of the executor, one of ``FAULTS``.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Hands(Protocol):
    """A robot in one settled scene, moved by the metric commands that any agent has.

    Attributes:
        settled: the sample at rest after the reset.
    """

    settled: WorldState

    @property
    def code(self) -> str:
        """Reason code of the last command; empty if it was carried out."""
        ...

    @property
    def refusal(self) -> str:
        """Why the last command was not carried out; empty if it was."""
        ...

    def carry_out(self, motions: Sequence[ArmMotion]) -> bool:
        """Carry out one motion per arm, together; return whether they reached their end."""
        ...

    def take(self) -> list[WorldState]:
        """Return the samples since the last call, in order.

        The last one is at rest; after a fault there may be none.
        """
        ...

    def reaches(self, arm: str, point: tuple[float, float, float], heading_deg: float) -> bool:
        """Tell whether a gripper that points down at that heading can be at a point [m]."""
        ...
