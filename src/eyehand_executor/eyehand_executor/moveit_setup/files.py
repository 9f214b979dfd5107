"""The files of ``config/moveit/<robot>/`` that follow from robot file and URDF."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import yaml
from eyehand_core.robot import Robot

from eyehand_executor.moveit_setup import settings
from eyehand_executor.moveit_setup.link_pairs import SAMPLES, unchecked_pairs
from eyehand_executor.moveit_setup.srdf import srdf_text
from eyehand_executor.robot_description import load_description

_NOTE = (
    "# Made by eyehand_executor.moveit_setup from config/robots/{}.yaml; change that and repeat.\n"
)


def moveit_files(robot: Robot, samples: int = SAMPLES) -> dict[str, str]:
    """Return the texts of all files by name.

    Args:
        robot: the robot.
        samples: random postures by which links are judged never to touch.

    Raises:
        ConfigError: the robot's description cannot be read.
    """
    description = load_description(robot.description)
    data = {
        "kinematics.yaml": settings.kinematics(robot),
        "joint_limits.yaml": settings.joint_limits(robot, _velocities(description.urdf)),
        "moveit_controllers.yaml": settings.moveit_controllers(robot),
        "ros2_controllers.yaml": settings.ros2_controllers(robot),
        "classic_controllers.yaml": settings.classic_controllers(robot),
    }
    note = _NOTE.format(robot.name)
    files = {
        name: note + yaml.safe_dump(content, sort_keys=False) for name, content in data.items()
    }
    srdf = srdf_text(robot, unchecked_pairs(description, robot, samples))
    return {f"{robot.name}.srdf": srdf, **files}


def _velocities(urdf: str) -> dict[str, float]:
    limits = {
        joint.get("name", ""): joint.find("limit") for joint in ET.fromstring(urdf).iter("joint")
    }
    return {
        name: float(limit.get("velocity", "nan"))
        for name, limit in limits.items()
        if limit is not None
    }
