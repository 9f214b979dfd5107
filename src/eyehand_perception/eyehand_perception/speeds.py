"""Speeds of objects from their measured poses."""

from __future__ import annotations

import math
from collections import deque

import numpy as np
from eyehand_core.geometry import rotation
from eyehand_core.geometry.pose import Pose
from eyehand_core.geometry.rotation import Array


def mean_speeds(history: deque[tuple[float, Pose]]) -> tuple[Array, Array]:
    """Return mean linear [m/s] and angular [rad/s] velocity over a history, world axes.

    Args:
        history: world time [s] and pose, oldest first, not empty.
    """
    (start, first), (end, last) = history[0], history[-1]
    if end <= start:
        return np.zeros(3), np.zeros(3)
    turn = rotation.normalized(
        rotation.multiply(last.quaternion, rotation.conjugate(first.quaternion))
    )
    sine = float(np.linalg.norm(turn[1:]))
    angle = 2.0 * math.atan2(sine, float(turn[0]))
    axis = turn[1:] / sine if sine > 1e-12 else np.zeros(3)
    return (last.position - first.position) / (end - start), axis * angle / (end - start)
