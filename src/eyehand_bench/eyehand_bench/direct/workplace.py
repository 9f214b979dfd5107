"""Robot, surroundings and tasks that direct episodes share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from eyehand_core.robot import Robot, load_robot
from eyehand_core.tasks.library import Library, library_for
from eyehand_core.xacro_file import expand_xacro
from eyehand_executor.arranging.top_down_reach import TopDownReach, resting
from eyehand_executor.kinematics import Clearances, KinematicsRequest
from eyehand_executor.pinocchio_backend import PinocchioKinematics
from eyehand_world.simulation import velocity_limits


@dataclass(frozen=True, kw_only=True, eq=False)
class Workplace:
    """What does not depend on the task.

    Attributes:
        config: configuration folder.
        robot: who plays.
        urdf: its description.
        library: tasks, checked against the robot's surroundings.
        velocity_limits: by joint [rad/s].
    """

    config: Path
    robot: Robot
    urdf: str
    library: Library
    velocity_limits: Mapping[str, float]


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
    )


@cache
def kinematics_of(place: Workplace, arms: tuple[str, ...]) -> PinocchioKinematics:
    """Return the planner's kinematics for the arms of a task."""
    return PinocchioKinematics(
        KinematicsRequest(robot=place.robot, arms=arms, clearances=Clearances())
    )


@cache
def reach_of(place: Workplace, arms: tuple[str, ...]) -> TopDownReach:
    """Return where the grippers of some arms can be when they point down."""
    kinematics = kinematics_of(place, arms)
    return TopDownReach(kinematics, resting(place.robot, kinematics))
