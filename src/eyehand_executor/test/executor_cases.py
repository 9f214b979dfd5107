"""Robots and starts for the executor's tests."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from eyehand_core.geometry.rotation import Array
from eyehand_core.robot import Robot
from eyehand_executor.kinematics import (
    Clearances,
    CollisionPair,
    Kinematics,
    KinematicsRequest,
)
from eyehand_executor.pinocchio_backend import PinocchioKinematics

ROOT = Path(__file__).resolve().parents[3]
ROBOT_FILE = ROOT / "config" / "robots" / "dual_x5.yaml"
ROBOT_FILES = sorted(ROBOT_FILE.parent.glob("*.yaml"))


def make_kinematics(robot: Robot, *arms: str, clearances: Clearances | None = None) -> Kinematics:
    return PinocchioKinematics(
        KinematicsRequest(robot=robot, arms=arms, clearances=clearances or Clearances())
    )


def home(robot: Robot, kinematics: Kinematics) -> Array:
    arms = [robot.arms[name] for name in kinematics.arms]
    return np.array(
        [*(value for arm in arms for value in arm.home), *(arm.gripper.open for arm in arms)]
    )


def random_start(rng: np.random.Generator, robot: Robot, kinematics: Kinematics) -> Array:
    """Return a collision-free configuration with all end poses in the workspace."""
    start = home(robot, kinematics)
    while True:
        for arm in kinematics.arms:
            columns = kinematics.columns(arm)
            lower, upper = kinematics.limits.lower[columns], kinematics.limits.upper[columns]
            start[columns] = rng.uniform(lower + 0.02, upper - 0.02)
        frames = [kinematics.frames(start, arm) for arm in kinematics.arms]
        inside = all(
            robot.workspace.contains(item.end_pose.position)
            and robot.workspace.contains(item.grip_center.position)
            for item in frames
        )
        check = kinematics.collision_check(start)
        if inside and not isinstance(check, CollisionPair) and check(start) is None:
            return start
