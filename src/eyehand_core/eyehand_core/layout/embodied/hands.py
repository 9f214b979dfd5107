"""What embodied layouts need from a robot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from eyehand_core.decisions.arm_motion import ArmMotion
from eyehand_core.world_state import WorldState


class Hands(Protocol):
    """A robot in one settled scene, moved by the metric commands that any agent has.

    Attributes:
        settled: the sample at rest after the reset.
    """

    settled: WorldState

    @property
    def refusal(self) -> str:
        """Why the last command was not carried out; empty if it was."""
        ...

    def carry_out(self, motions: Sequence[ArmMotion]) -> bool:
        """Carry out one motion per arm, together; return whether they reached their end."""
        ...

    def take(self) -> list[WorldState]:
        """Return the samples since the last call, in order, the last one at rest."""
        ...

    def reaches(self, arm: str, point: tuple[float, float, float], heading_deg: float) -> bool:
        """Tell whether a gripper that points down at that heading can be at a point [m]."""
        ...
