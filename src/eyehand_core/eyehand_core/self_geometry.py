"""What an arm can know of itself: the proprioception that a model reads.

The block and its fields are those of VA-Bench (arXiv 2609.19554): positions in metres in the world
frame, angles in degrees, quaternions w x y z.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from eyehand_core.geometry import rotation
from eyehand_core.world_state import ArmState

TOP_DOWN_LIMITS_DEG = (30, 45)
GRIP_CENTER_SOURCE = "midpoint of the finger links, from joint positions"

_POSITION_DECIMALS = 4
_QUATERNION_DECIMALS = 5
_RPY_DECIMALS = 2
_ANGLE_DECIMALS = 1
_DOWN = (0.0, 0.0, -1.0)
_WORLD_DIRECTIONS = {
    "+X": (1.0, 0.0, 0.0),
    "-X": (-1.0, 0.0, 0.0),
    "+Y": (0.0, 1.0, 0.0),
    "-Y": (0.0, -1.0, 0.0),
    "+Z": (0.0, 0.0, 1.0),
    "-Z": _DOWN,
}


def gripper_state(arm: ArmState) -> dict[str, Any]:
    """Return what the gripper does and where it is.

    Open is the measured opening; closed is the command with the fingers at rest, whether they
    closed on an object or on nothing, so that a grasp is not revealed.
    """
    return {
        "is_open": arm.is_open,
        "is_closed": arm.is_closed,
        **_placement(arm),
    }


def self_geometry(arm: ArmState) -> dict[str, Any]:
    """Return how the gripper lies in the world, ready for JSON."""
    axes = arm.end_pose.matrix.T
    to_grip_center = np.asarray(arm.grip_center) - arm.end_pose.position
    length = float(np.linalg.norm(to_grip_center))
    direction = to_grip_center / length if length > 0.0 else to_grip_center
    down = _angle_deg(axes[0], _DOWN)
    return {
        **_placement(arm),
        "local_axes_world": {
            name: _rounded(axis, _POSITION_DECIMALS)
            for name, axis in zip(("rx", "ry", "rz"), axes, strict=True)
        },
        "grip_center_direction_world": _rounded(direction, _POSITION_DECIMALS),
        "grip_center_source": GRIP_CENTER_SOURCE,
        "grip_center_length_m": _rounded([length], _POSITION_DECIMALS)[0],
        "rx_angle_deg_to": {
            name: _rounded([_angle_deg(axes[0], direction)], _ANGLE_DECIMALS)[0]
            for name, direction in _WORLD_DIRECTIONS.items()
        },
        "rx_angle_deg_to_table_down": _rounded([down], _ANGLE_DECIMALS)[0],
        **{f"top_down_within_{limit}_deg": down <= limit for limit in TOP_DOWN_LIMITS_DEG},
    }


def _placement(arm: ArmState) -> dict[str, Any]:
    pose = arm.end_pose
    return {
        "finger_center_xyz": _rounded(arm.grip_center, _POSITION_DECIMALS),
        "control_eepose_xyz": _rounded(pose.position, _POSITION_DECIMALS),
        "control_eepose_rpy_deg": _rounded(
            np.degrees(rotation.to_rpy(pose.quaternion)), _RPY_DECIMALS
        ),
        "control_eepose_quat": _rounded(rotation.normalized(pose.quaternion), _QUATERNION_DECIMALS),
    }


def _angle_deg(a: ArrayLike, b: ArrayLike) -> float:
    """Return the angle between two unit vectors, exact near 0 and 180 degrees as well."""
    first, second = np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)
    sine = float(np.linalg.norm(np.cross(first, second)))
    return math.degrees(math.atan2(sine, float(first @ second)))


def _rounded(values: ArrayLike, decimals: int) -> list[float]:
    """Return rounded numbers without negative zeros."""
    return [round(float(value), decimals) + 0.0 for value in np.asarray(values)]
