"""How far a real camera is from the view that was asked for."""

from __future__ import annotations

import math
from dataclasses import dataclass

from eyehand_core.geometry.pose import Pose

TURN_WEIGHT = 0.5
"""A turn by one radian counts as much as this distance [m]: at arm's length both move what is seen
by about half of the picture."""


@dataclass(frozen=True, kw_only=True)
class ViewOffset:
    """Offset between two optical poses.

    Attributes:
        distance: of the positions [m].
        angle: between the orientations [rad].
    """

    distance: float
    angle: float

    @staticmethod
    def between(asked: Pose, real: Pose) -> ViewOffset:
        """Return the offset of ``real`` from ``asked``."""
        return ViewOffset(distance=real.distance_to(asked), angle=real.angle_to(asked))

    @property
    def cost(self) -> float:
        """One number to compare cameras by [m]."""
        return self.distance + TURN_WEIGHT * self.angle

    def sentence(self, camera: str) -> str:
        """Return the offset in words, for the record."""
        return (
            f"camera {camera!r} is {1000.0 * self.distance:.0f} mm and "
            f"{math.degrees(self.angle):.1f} degrees off the view"
        )
