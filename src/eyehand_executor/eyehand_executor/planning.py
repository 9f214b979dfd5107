"""From commanded motions to a verified trajectory."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

import numpy as np
from eyehand_core.geometry.rotation import Array
from eyehand_core.robot import Robot

from eyehand_executor.cartesian_motion import CartesianMotion
from eyehand_executor.cartesian_path import CartesianPath, PathSettings, plan_path
from eyehand_executor.joint_trajectory import JointTrajectory
from eyehand_executor.kinematics import Kinematics
from eyehand_executor.reasons import Reason, Refusal
from eyehand_executor.time_law import time_path
from eyehand_executor.verify import Bounds, Motion, find_faults


@runtime_checkable
class OwnPaths(Protocol):
    """A back end that plans Cartesian paths itself; they are timed and verified like all others."""

    def plan_path(
        self, start: Array, motions: Mapping[str, CartesianMotion], settings: PathSettings
    ) -> CartesianPath | Refusal:
        """Return the path from ``start`` along the motions of the named arms, or why not."""


def plan_motion(
    kinematics: Kinematics,
    robot: Robot,
    start: Array,
    motions: Mapping[str, CartesianMotion],
    settings: PathSettings,
) -> JointTrajectory | Refusal:
    """Return a verified trajectory for all arms in ``motions`` together, or why there is none.

    Args:
        kinematics: back end.
        robot: gives velocity scale and acceleration limit.
        start: measured configuration, shape (n,).
        motions: by arm; each begins at the end pose that ``start`` gives.
        settings: tolerances of the path.
    """
    if isinstance(kinematics, OwnPaths):
        path = kinematics.plan_path(start, motions, settings)
    else:
        path = plan_path(kinematics, start, motions, settings)
    if isinstance(path, Refusal):
        return path
    columns = np.arange(len(start))
    moving = np.concatenate([columns[kinematics.columns(arm)] for arm in motions])
    velocity = robot.velocity_scale * kinematics.limits.velocity
    acceleration = np.full(len(start), robot.acceleration)
    trajectory = time_path(path, moving, velocity[moving], acceleration[moving])
    if isinstance(trajectory, Refusal):
        return trajectory
    motion = Motion(
        trajectory=trajectory,
        motions=motions,
        start=start,
        velocity=velocity,
        acceleration=acceleration,
    )
    fault = next(find_faults(kinematics, motion, Bounds()), None)
    if fault is not None:
        return Refusal(reason=Reason.VERIFICATION_FAILED, message=fault, fraction=1.0)
    return trajectory
