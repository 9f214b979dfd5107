"""Robot, surroundings and tasks that direct episodes share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from eyehand_core.robot import Robot, load_robot
from eyehand_core.tasks.library import Library, library_for
from eyehand_core.xacro_file import expand_xacro
from eyehand_executor.arranging.top_down_reach import TopDownReach, resting
from eyehand_executor.executor_parameters import PARAMETERS, clearances
from eyehand_executor.kinematics import KinematicsCache
from eyehand_world.simulation import velocity_limits

EXECUTOR: dict[str, Any] = {parameter.name: parameter.default for parameter in PARAMETERS}
"""Settings of the executor node, as they are unless somebody changes them."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Workplace:
    """What does not depend on the task.

    Attributes:
        config: configuration folder.
        robot: who plays.
        urdf: its description.
        library: tasks, checked against the robot's surroundings.
        velocity_limits: by joint [rad/s].
        kinematics: of all sets of arms; for one thread.
    """

    config: Path
    robot: Robot
    urdf: str
    library: Library
    velocity_limits: Mapping[str, float]
    kinematics: KinematicsCache


@cache
def workplace(config: Path, robot_name: str) -> Workplace:
    """Return the workplace of a robot.

    Raises:
        ConfigError: a file of the robot or of its surroundings has problems.
    """
    robot = load_robot(config / "robots" / f"{robot_name}.yaml")
    urdf = expand_xacro(robot.description)
    return Workplace(
        config=config,
        robot=robot,
        urdf=urdf,
        library=library_for(config, robot),
        velocity_limits=velocity_limits(urdf),
        kinematics=KinematicsCache(EXECUTOR["planner"], robot, clearances(EXECUTOR)),
    )


@cache
def reach_of(place: Workplace, arms: tuple[str, ...]) -> TopDownReach:
    """Return where the grippers of some arms can be when they point down."""
    kinematics = place.kinematics.for_arms(arms)
    return TopDownReach(kinematics, resting(place.robot, kinematics))
