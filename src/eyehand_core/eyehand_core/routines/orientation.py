"""Turning a gripper into an orientation by turns about its own axes."""

from __future__ import annotations

import itertools
import math

import numpy as np

from eyehand_core.decisions.decision import Rotate
from eyehand_core.geometry import rotation
from eyehand_core.geometry.rotation import Array

LARGEST_DEG = 90.0  # largest turn of one decision
SMALLEST_DEG = 1.0  # smallest; smaller residuals cannot be commanded and count as reached
GRIPPER_AXES = ("rx", "ry", "rz")
PREFERENCE = ("ry", "rx", "rz")
SINGULAR = 1.0 - 1e-6  # sine of a middle turn at which the outer two are one and the same
FORWARD = np.column_stack([[0, 1, 0], [-1, 0, 0], [0, 0, 1]]).astype(np.float64)
"""Gripper axes rx, ry, rz (columns) of a level gripper that points away from the robot (+Y)."""


def gripper_orientation(heading: float, elevation: float, roll: float) -> Array:
    """Return the orientation of a gripper as a quaternion.

    Args:
        heading: turn about the vertical from "away from the robot", to the left positive [rad].
        elevation: how far it points down: 0 level, pi/2 straight down [rad].
        roll: turn about the approach axis [rad].
    """
    turns = (([0, 0, 1], heading), ([0, 1, 0], elevation), ([1, 0, 0], roll))
    quaternion = rotation.from_matrix(FORWARD)
    for axis, angle in turns:
        quaternion = rotation.multiply(quaternion, rotation.from_axis_angle(axis, angle))
    return rotation.normalized(quaternion)


def turns_between(current: Array, target: Array, arm: str, reason: str) -> list[Rotate]:
    """Return first turns of short sequences that lead from ``current`` to ``target``.

    Every order of the three axes gives one sequence. Fewer turns come first, then those that begin
    with pitch, then roll: beginning with the heading brings the wrist near its singularity.
    Empty if no axis is off by a turn that can be commanded.
    """
    difference = rotation.multiply(rotation.conjugate(current), target)
    best: dict[int, tuple[int, float, float]] = {}
    for order in itertools.permutations(range(3)):
        turns = [
            (axis, math.degrees(angle))
            for axis, angle in zip(order, _angles(difference, order), strict=True)
            if abs(math.degrees(angle)) > SMALLEST_DEG
        ]
        if turns:
            axis, first = turns[0]
            effort = (len(turns), round(sum(abs(angle) for _, angle in turns), 1), first)
            best[axis] = min(best.get(axis, effort), effort)
    ranked = sorted(best, key=lambda axis: (best[axis][0], PREFERENCE.index(GRIPPER_AXES[axis])))
    return [_turn(arm, axis, best[axis][2], reason) for axis in ranked]


def _angles(quaternion: Array, order: tuple[int, ...]) -> list[float]:
    """Return the angles [rad] of turns about own axes in ``order`` that make ``quaternion``."""
    first, second, third = order
    matrix = rotation.to_matrix(quaternion)
    sign = 1.0 if (second - first) % 3 == 1 else -1.0
    middle = math.asin(max(-1.0, min(1.0, sign * matrix[first, third])))
    if abs(matrix[first, third]) < SINGULAR:
        begin = math.atan2(-sign * matrix[second, third], matrix[third, third])
        end = math.atan2(-sign * matrix[first, second], matrix[first, first])
    else:  # first and last axis coincide: leave everything to the last
        begin = 0.0
        end = math.atan2(sign * matrix[second, first], matrix[second, second])
    return [begin, middle, end]


def _turn(arm: str, axis: int, angle_deg: float, reason: str) -> Rotate:
    return Rotate(
        arm=arm,
        axis=GRIPPER_AXES[axis],
        sign="+" if angle_deg > 0 else "-",
        angle_deg=round(min(abs(angle_deg), LARGEST_DEG), 1),
        reason=reason,
    )
