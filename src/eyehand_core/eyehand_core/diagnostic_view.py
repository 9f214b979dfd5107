"""Which of several views tells most about a gripper and its target."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from eyehand_core.geometry.pose import Pose
from eyehand_core.geometry.rotation import Array


@dataclass(frozen=True, kw_only=True)
class Visibility:
    """What a camera sees of target and fingers.

    Attributes:
        target: visible share of the target's pixels, 0 to 1.
        fingers: the same for the fingers.
    """

    target: float
    fingers: float


def diagnosticity(seen: Visibility, camera: Pose, grip_center: Array, target: Array) -> float:
    """Return how much a view tells: both are seen, and their distance is not foreshortened.

    The product of both visible shares and of the sine of the angle between the viewing ray and
    the line from grip centre to target; without such a line, of the shares alone.

    Args:
        seen: visible shares.
        camera: optical pose; the viewing ray is its z axis.
        grip_center: in the world [m], shape (3,).
        target: in the world [m], shape (3,).
    """
    line = target - grip_center
    length = float(np.linalg.norm(line))
    across = float(np.linalg.norm(np.cross(camera.matrix[:, 2], line))) / length if length else 1.0
    return seen.target * seen.fingers * across


def most_diagnostic(values: Sequence[float]) -> int:
    """Return the index of the greatest value, of the first one if several are as great."""
    greatest = max(values)
    return next(i for i, value in enumerate(values) if math.isclose(value, greatest, abs_tol=1e-9))
