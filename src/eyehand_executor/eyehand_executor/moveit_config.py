"""MoveIt's parameters for a robot, read from ``config/moveit/<robot>/``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml
from eyehand_core.errors import ConfigError
from eyehand_core.robot import Robot

from eyehand_executor.robot_description import load_description

_PIPELINE = "ompl"
_PLUGIN = "ompl_interface/OMPLPlanner"


def moveit_parameters(robot: Robot) -> dict[str, Any]:
    """Return what moveit_py's ``config_dict`` has to hold.

    A planning pipeline is named although none is used, because MoveIt does not start without one.
    The wait for joint states is left out: a lock-stepped world sends none while it stands still,
    and states are given with every request.

    Raises:
        ConfigError: files are missing or broken.
    """
    return {
        "robot_description": load_description(robot.description).urdf,
        "robot_description_semantic": _text(_folder(robot) / f"{robot.name}.srdf"),
        "robot_description_kinematics": _data(_folder(robot) / "kinematics.yaml"),
        "robot_description_planning": _data(_folder(robot) / "joint_limits.yaml"),
        **_data(_folder(robot) / "moveit_controllers.yaml"),
        "planning_pipelines": {"pipeline_names": [_PIPELINE]},
        # The first name is read by MoveIt 2.5 (Humble), the second from 2.12 (Jazzy) on.
        _PIPELINE: {"planning_plugin": _PLUGIN, "planning_plugins": [_PLUGIN]},
        "planning_scene_monitor_options": {
            "name": "planning_scene_monitor",
            "robot_description": "robot_description",
            "joint_state_topic": "joint_states",
            "wait_for_initial_state_timeout": 0.0,
        },
    }


def _folder(robot: Robot) -> Path:
    folder = robot.environment.parents[1] / "moveit" / robot.name
    if not folder.is_dir():
        raise ConfigError(
            f"no such folder: {folder}; make MoveIt's files with "
            f"'python -m eyehand_executor.moveit_setup' or use planner:=pinocchio"
        )
    return folder


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror}; make MoveIt's files again") from error


def _data(path: Path) -> dict[str, Any]:
    try:
        content = yaml.safe_load(_text(path))
    except yaml.YAMLError as error:
        raise ConfigError(f"{path}: not valid YAML: {error}") from error
    if not isinstance(content, dict):
        raise ConfigError(f"{path}: expected keys and values")
    return content
