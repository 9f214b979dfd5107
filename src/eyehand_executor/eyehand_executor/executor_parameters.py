"""Parameters of the executor node and the settings made of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from eyehand_core.robot import Robot
from eyehand_nodekit.parameters import Parameter, number

from eyehand_executor.cartesian_path import PathSettings
from eyehand_executor.execution import ExecutionSettings
from eyehand_executor.gate import GateSettings
from eyehand_executor.kinematics import Clearances
from eyehand_executor.move_report import MoveSettings
from eyehand_executor.pinocchio_backend import PinocchioKinematics
from eyehand_executor.planners import PLANNERS
from eyehand_executor.robot_samples import Stillness
from eyehand_executor.ros_controllers import Tolerances
from eyehand_executor.safety.situation import SafetySettings

_SAFETY = tuple(field.name for field in fields(SafetySettings))
"""Settings of the safety rules are parameters of the same names."""

PLANNER = Parameter(
    name="planner",
    default=PinocchioKinematics.name,
    description="Kinematics back end.",
    choices=PLANNERS,
)
PARAMETERS = (
    PLANNER,
    Parameter(
        name="lock_step",
        default=True,
        description="The world stands still between motions and then sends no joint states.",
    ),
    Parameter(
        name="controllers_of",
        default="world",
        description="Node that runs the controllers, for messages when one is silent.",
    ),
    number("table_clearance", 0.001, 0.0, 0.002, "Distance kept from the table surface [m]."),
    number("clearance", 0.003, 0.0, 0.05, "Distance kept from everything else [m]."),
    number("path_position_tolerance", 0.0005, 1e-5, 0.005, "Deviation between waypoints [m]."),
    number("path_angle_tolerance", 0.0052, 1e-4, 0.05, "Deviation between waypoints [rad]."),
    number("limit_margin", 0.005, 0.0, 0.2, "Distance kept from joint limits [rad]."),
    number("start_tolerance", 0.01, 1e-4, 0.1, "Joint change while planning [rad]."),
    number("tracking_tolerance", 0.1, 0.001, 0.5, "Joint error at which motion ends [rad]."),
    number("goal_tolerance", 0.02, 0.001, 0.5, "Joint error allowed at the end [rad]."),
    number("end_position_tolerance", 0.001, 1e-5, 0.05, "Measured end pose error allowed [m]."),
    number("end_angle_tolerance", 0.0087266, 1e-4, 0.2, "Measured end pose error allowed [rad]."),
    number("still_joint_speed", 0.01, 1e-4, 0.1, "Joint speed that counts as still [rad/s]."),
    number("still_finger_speed", 0.001, 1e-5, 0.01, "Finger speed that counts as still [m/s]."),
    number("start_lead", 0.2, 0.02, 2.0, "World time until two arms start together [s]."),
    number("joint_state_timeout", 0.2, 0.02, 5.0, "Age of joint states, no lock step [s]."),
    number("state_timeout", 10.0, 0.1, 120.0, "Wall time to wait for the asked joint states [s]."),
    number("silence_timeout", 5.0, 0.1, 60.0, "Wall time without joint states in a motion [s]."),
    number("wall_timeout", 120.0, 1.0, 3600.0, "Wall time of one motion [s]."),
    Parameter(
        name="attended",
        default=False,
        description="A person stands by: agent, camera and clock are watched, each stop is latched",
    ),
    Parameter(
        name="confirm_motions",
        default=False,
        description="A person confirms each motion after a look at its preview.",
    ),
    number("confirm_timeout", 120.0, 1.0, 600.0, "Wall time to wait for a confirmation [s]."),
    number("speed_scale", 1.0, 0.01, 1.0, "Share of the robot file's speed."),
    number("acceleration_scale", 1.0, 0.01, 1.0, "Share of the robot file's acceleration."),
    number("speed_tolerance", 0.5, 0.05, 5.0, "Measured speed above the permitted [rad/s]."),
    number("heartbeat_timeout", 5.0, 1.5, 60.0, "Age of signs of life, attended [s]."),
    number("clock_timeout", 2.0, 0.1, 30.0, "Standing /clock in a motion, attended [s]."),
    number("clock_tolerance", 0.5, 0.01, 10.0, "Stamps against this machine, attended [s]."),
    number("settle_timeout", 15.0, 0.5, 300.0, "Wall time until the arms are still [s]."),
)


def scaled(robot: Robot, values: Mapping[str, Any]) -> Robot:
    """Return the robot with the speed and acceleration that it may have here."""
    return replace(
        robot,
        velocity_scale=robot.velocity_scale * values["speed_scale"],
        acceleration=robot.acceleration * values["acceleration_scale"],
    )


def safety_settings(values: Mapping[str, Any]) -> SafetySettings:
    """Return the limits of the safety rules."""
    return SafetySettings(**{name: values[name] for name in _SAFETY})


def clearances(values: Mapping[str, Any]) -> Clearances:
    """Return the distances that paths keep."""
    return Clearances(table=values["table_clearance"], elsewhere=values["clearance"])


def tolerances(values: Mapping[str, Any]) -> Tolerances:
    """Return the joint tolerances that controllers are told."""
    return Tolerances(path=values["tracking_tolerance"], goal=values["goal_tolerance"])


def move_settings(values: Mapping[str, Any]) -> MoveSettings:
    """Return the settings of the sequence from gate to measurement."""
    stillness = Stillness(joint=values["still_joint_speed"], finger=values["still_finger_speed"])
    return MoveSettings(
        gate=GateSettings(
            stillness=stillness,
            lock_step=values["lock_step"],
            joint_state_timeout=values["joint_state_timeout"],
        ),
        path=PathSettings(
            position_tolerance=values["path_position_tolerance"],
            orientation_tolerance=values["path_angle_tolerance"],
            limit_margin=values["limit_margin"],
        ),
        execution=ExecutionSettings(
            stillness=stillness,
            lock_step=values["lock_step"],
            wall_timeout=values["wall_timeout"],
            silence_timeout=values["silence_timeout"],
            settle_timeout=values["settle_timeout"],
        ),
        state_timeout=values["state_timeout"],
        start_tolerance=values["start_tolerance"],
        start_lead=values["start_lead"],
        end_position=values["end_position_tolerance"],
        end_angle=values["end_angle_tolerance"],
    )
