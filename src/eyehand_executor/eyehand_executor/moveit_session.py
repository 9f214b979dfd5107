"""The one MoveIt of this process (moveit_py), and the scenes copied from it.

Facts about moveit_py 2.12 that shape this module: the scene's lock is taken without giving up
Python's interpreter lock, so that a reader and a writer in two threads stop the whole process;
therefore each scene is copied once, under one lock of our own, and only copies are used. States are
read and written as dictionaries and messages, never as arrays: its arrays are those of NumPy 1 and
crash with NumPy 2.
"""

from __future__ import annotations

import copy
import threading
from collections.abc import Iterable
from typing import Any

from eyehand_core.errors import ConfigError
from eyehand_core.robot import Robot

from eyehand_executor.moveit_config import moveit_parameters

_LOCK = threading.Lock()
_SESSIONS: dict[str, Any] = {}


def missing_moveit_py() -> str:
    """Return why moveit_py cannot be used here; empty if it can."""
    try:
        import moveit.planning  # noqa: F401
        import moveit_msgs.msg  # noqa: F401
    except ImportError as error:
        return (
            f"planner 'moveit' needs moveit_py, which is not there ({error}); install "
            "ros-$ROS_DISTRO-moveit-py (Jazzy or later), or choose planner:=moveit_service "
            "beside a running move_group, or planner:=pinocchio"
        )
    return ""


def new_scene(robot: Robot) -> Any:
    """Return a planning scene of a robot alone, for the caller's own use.

    Raises:
        ConfigError: moveit_py is missing, or does not start with the robot's files.
    """
    with _LOCK:
        if robot.name not in _SESSIONS:
            _SESSIONS[robot.name] = _start(robot)
        monitor = _SESSIONS[robot.name].get_planning_scene_monitor()
        with monitor.read_only() as scene:
            own = copy.deepcopy(scene)
    own.remove_all_collision_objects()
    return own


def ignore_links(scene: Any, links: Iterable[str], others: Iterable[str]) -> None:
    """Let some links pass through everything.

    Args:
        scene: the caller's own scene.
        links: of arms that are not in use.
        others: all links and obstacles.

    Raises:
        ConfigError: this moveit_py gives a copy of the matrix, so that arms cannot be hidden.
    """
    targets = list(others)
    matrix = scene.allowed_collision_matrix
    pairs = [(link, other) for link in links for other in targets if link != other]
    for link, other in pairs:
        matrix.set_entry(link, other, True)
    if pairs and not scene.allowed_collision_matrix.get_entry(*pairs[0])[0]:
        raise ConfigError(
            "this version of moveit_py cannot hide the arms that a task does not use; "
            "choose planner:=pinocchio"
        )


def _start(robot: Robot) -> Any:
    reason = missing_moveit_py()
    if reason:
        raise ConfigError(reason)
    from moveit.planning import MoveItPy

    try:
        return MoveItPy(
            node_name="executor_moveit",
            config_dict=moveit_parameters(robot),
            provide_planning_service=False,
        )
    except RuntimeError as error:
        raise ConfigError(
            f"MoveIt does not start with the files of robot {robot.name!r}: {error}; "
            "see the lines above, or use planner:=pinocchio"
        ) from error
