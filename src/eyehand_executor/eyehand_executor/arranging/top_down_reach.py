"""Where a gripper that points straight down can be."""

from __future__ import annotations

import math

import numpy as np
from eyehand_core.geometry.pose import Pose
from eyehand_core.geometry.rotation import Array
from eyehand_core.robot import Robot
from eyehand_core.routines.orientation import gripper_orientation

from eyehand_executor.kinematics import CollisionPair, Kinematics

_TRIES = 400
_DOWN_DEG = 90.0
# Distance that joints keep from their limits [rad]: grippers are never exactly where they should.
_MARGIN = 0.05


def resting(robot: Robot, kinematics: Kinematics) -> Array:
    """Return the configuration in which the arms of a robot rest, grippers open, shape (n,)."""
    rest = {arm.gripper.joint: arm.gripper.open for arm in robot.arms.values()}
    for arm in robot.arms.values():
        rest |= dict(zip(arm.joints, arm.home, strict=True))
    return np.array([rest[joint] for joint in kinematics.joint_names])


class TopDownReach:
    """Answers from inverse kinematics and collisions at the place; the way there is not looked at.

    Args:
        kinematics: of the arms in use.
        home: configuration in which the arms rest, shape (n,).
    """

    def __init__(self, kinematics: Kinematics, home: Array) -> None:
        self._kinematics, self._home = kinematics, home
        check = kinematics.collision_check(home)
        assert not isinstance(check, CollisionPair), "a resting robot touches nothing"
        self._free = check
        self._seeds = {arm: self._downward(arm) for arm in kinematics.arms}

    def reaches(self, arm: str, point: tuple[float, float, float], heading_deg: float) -> bool:
        """Tell whether the point between the pads can be at a point of the world [m]."""
        pose = self._end_pose(arm, point, heading_deg)
        found = (self._kinematics.inverse(arm, pose, seed) for seed in self._seeds[arm])
        return any(isinstance(q, np.ndarray) and self._allowed(arm, q) for q in found)

    def _allowed(self, arm: str, configuration: Array) -> bool:
        columns, limits = self._kinematics.columns(arm), self._kinematics.limits
        low = configuration[columns] - limits.lower[columns]
        high = limits.upper[columns] - configuration[columns]
        return bool(min(low.min(), high.min()) >= _MARGIN) and self._free(configuration) is None

    def _end_pose(self, arm: str, point: tuple[float, float, float], heading_deg: float) -> Pose:
        frames = self._kinematics.frames(self._home, arm)
        ahead = frames.end_pose.matrix.T @ (frames.tcp.position - frames.end_pose.position)
        turn = gripper_orientation(math.radians(heading_deg), math.radians(_DOWN_DEG), 0.0)
        down = Pose.of(np.zeros(3), turn)
        return Pose.of(np.array(point) - down.matrix @ ahead, turn)

    def _downward(self, arm: str) -> tuple[Array, ...]:
        """Return configurations from which solutions are searched: one that points down, home."""
        columns = self._kinematics.columns(arm)
        limits = self._kinematics.limits
        rest = self._kinematics.frames(self._home, arm).tcp.position
        pose = self._end_pose(arm, (float(rest[0]), float(rest[1]), float(rest[2]) - 0.1), 0.0)
        draws = np.random.Generator(np.random.PCG64(0))
        for _ in range(_TRIES):
            seed = self._home.copy()
            seed[columns] = draws.uniform(limits.lower[columns], limits.upper[columns])
            found = self._kinematics.inverse(arm, pose, seed)
            if isinstance(found, np.ndarray):
                return found, self._home
        return (self._home,)
