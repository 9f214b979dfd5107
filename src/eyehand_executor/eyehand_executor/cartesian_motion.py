"""Straight lines and turns about the grip centre, as functions of a path parameter."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from eyehand_core.geometry.pose import Pose
from eyehand_core.geometry.rotation import Array

from eyehand_executor.commands import ArmCommand, CommandKind
from eyehand_executor.kinematics import ArmFrames

LINE_STEP = 0.005
"""Distance of the outer waypoints of a line [m]."""
TURN_STEP = math.radians(10.0)
"""Angle between the outer waypoints of a turn [rad]."""


class CartesianMotion(Protocol):
    """Where the end pose of one arm has to be for a path parameter from 0 to 1."""

    @property
    def steps(self) -> int:
        """Number of outer path segments that the motion needs."""

    def pose(self, s: float) -> Pose:
        """Return the end pose at ``s``."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Line:
    """Straight motion of the end pose by ``offset`` [m], shape (3,); orientation kept."""

    start: Pose
    offset: Array

    @property
    def steps(self) -> int:
        """Number of outer path segments."""
        return math.ceil(float(np.linalg.norm(self.offset)) / LINE_STEP - 1e-9)

    def pose(self, s: float) -> Pose:
        """Return the end pose at ``s``."""
        return self.start.translated(s * self.offset)


@dataclass(frozen=True, kw_only=True, eq=False)
class Turn:
    """Turn by ``angle`` [rad] about the gripper axis ``axis`` (its own frame) through ``pivot``."""

    start: Pose
    pivot: Array
    axis: Array
    angle: float

    @property
    def steps(self) -> int:
        """Number of outer path segments."""
        return math.ceil(abs(self.angle) / TURN_STEP - 1e-9)

    def pose(self, s: float) -> Pose:
        """Return the end pose at ``s``."""
        return self.start.rotated_about(self.pivot, self.axis, s * self.angle)


def motion_of(command: ArmCommand, frames: ArmFrames) -> Line | Turn:
    """Return the motion that ``command`` asks of an arm whose frames are ``frames``."""
    axis = np.eye(3)[command.axis]
    if command.command_kind is CommandKind.TRANSLATE:
        return Line(start=frames.end_pose, offset=command.amount * axis)
    return Turn(
        start=frames.end_pose,
        pivot=frames.grip_center.position,
        axis=axis,
        angle=command.amount,
    )
