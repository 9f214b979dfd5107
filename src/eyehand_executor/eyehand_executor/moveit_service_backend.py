"""Kinematics by a running move_group, for releases without moveit_py (Humble).

Poses of links come from the URDF here; inverse kinematics, collisions and Cartesian paths come from
move_group. Not run where it was written: no MoveIt could be had there. See docs/limits.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from eyehand_core.environment import load_environment
from eyehand_core.errors import ConfigError
from eyehand_core.geometry.pose import Pose
from eyehand_core.geometry.rotation import Array

from eyehand_executor.cartesian_motion import CartesianMotion
from eyehand_executor.cartesian_path import CartesianPath, PathSettings
from eyehand_executor.kinematics import (
    KINEMATICS,
    ArmFrames,
    CollisionCheck,
    CollisionPair,
    IkFailure,
    KinematicsRequest,
)
from eyehand_executor.moveit_setup.srdf import arm_group
from eyehand_executor.pinocchio_backend import PinocchioKinematics
from eyehand_executor.reasons import Refusal
from eyehand_executor.service_path import merged_path, sorted_path

_FRAME = "world"
_CLIENTS: dict[str, Any] = {}


def missing_moveit_messages() -> str:
    """Return why move_group cannot be asked here; empty if it can."""
    try:
        import moveit_msgs.srv  # noqa: F401
    except ImportError as error:
        return (
            f"planner 'moveit_service' needs moveit_msgs, which is not there ({error}); install "
            "ros-$ROS_DISTRO-moveit and start move_group, or use planner:=pinocchio"
        )
    return ""


class MoveItServiceKinematics:
    """Kinematics and collisions of the arms in use; see ``kinematics.Kinematics``.

    All arms exist in move_group's scene, whether in use or not.

    Args:
        request: robot, arms in use and clearances.

    Raises:
        ConfigError: moveit_msgs is missing, or robot file and URDF do not fit together.
        StackError: move_group does not answer.
    """

    name = "moveit_service"

    def __init__(self, request: KinematicsRequest) -> None:
        reason = missing_moveit_messages()
        if reason:
            raise ConfigError(reason)
        self._forward = PinocchioKinematics(request)
        self._robot = request.robot
        self.arms = self._forward.arms
        self.joint_names = self._forward.joint_names
        self.limits = self._forward.limits
        self._client = _client()
        environment = load_environment(request.robot.environment)
        clearances = request.clearances
        growth = {
            item.name: clearances.table
            if item.name in environment.surfaces
            else clearances.elsewhere
            for item in environment.obstacles
        }
        self._client.set_obstacles(environment, growth, _FRAME)

    def columns(self, arm: str) -> slice:
        """Return where the joints of ``arm`` are in a configuration."""
        return self._forward.columns(arm)

    def frames(self, configuration: Array, arm: str) -> ArmFrames:
        """Return the named frames of ``arm``."""
        return self._forward.frames(configuration, arm)

    def inverse(self, arm: str, end_pose: Pose, seed: Array) -> Array | IkFailure:
        """Return the configuration near ``seed`` that reaches ``end_pose``."""
        item = self._robot.arms[arm]
        found = self._client.solve_ik(
            arm_group(arm), item.end_pose_frame, end_pose, self.joint_names, seed
        )
        if found is None:
            return IkFailure(joint=None)
        solution: Array = seed.copy()
        solution[self.columns(arm)] = [found[joint] for joint in item.joints]
        return solution

    def collision_check(self, start: Array) -> CollisionCheck | CollisionPair:
        """Return a check of configurations, or the pair that overlaps at ``start`` already.

        move_group cannot be told that a pair that stands too near may part: such a start is
        refused.
        """
        touching = self._touching(start)
        return self._touching if touching is None else touching

    def plan_path(
        self, start: Array, motions: Mapping[str, CartesianMotion], settings: PathSettings
    ) -> CartesianPath | Refusal:
        """Return the path from ``start`` along the motions of the named arms, or why there is none.

        Each arm's path is one request with all waypoints. Two arms are joined on a common path
        parameter, and every joined state is checked again, because neither path knew of the other.
        """
        paths = {}
        for arm, motion in motions.items():
            steps = max(motion.steps, 1)
            waypoints = [motion.pose(step / steps) for step in range(1, steps + 1)]
            fraction, trajectory = self._client.cartesian_path(
                arm_group(arm),
                self._robot.arms[arm].end_pose_frame,
                waypoints,
                self.joint_names,
                start,
            )
            path = sorted_path(self, arm, motion, start, fraction, trajectory)
            if isinstance(path, Refusal):
                return path
            paths[arm] = path
        return merged_path(self, start, paths, settings)

    def _touching(self, configuration: Array) -> CollisionPair | None:
        pair = self._client.touching(self.joint_names, np.asarray(configuration))
        return None if pair is None else CollisionPair(*(self._body(link) for link in pair))

    def _body(self, link: str) -> str:
        for arm in self._robot.arms:
            if link.startswith(f"{arm}_"):
                return f"{arm}/{link.removeprefix(f'{arm}_')}"
        return link


def _client() -> Any:
    """Return the one client of this process."""
    if "move_group" not in _CLIENTS:
        from eyehand_executor.move_group_client import MoveGroupClient

        _CLIENTS["move_group"] = MoveGroupClient()
    return _CLIENTS["move_group"]


KINEMATICS.add(MoveItServiceKinematics.name, MoveItServiceKinematics)
