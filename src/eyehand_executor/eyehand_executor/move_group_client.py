"""The questions that a running move_group answers: services of MoveIt 2, Humble to Kilted.

move_group is never asked to move anything: trajectories go to the controllers directly.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import Any

import rclpy
from eyehand_core.environment import Environment
from eyehand_core.errors import StackError
from eyehand_core.geometry.pose import Pose
from eyehand_nodekit.callers import ServiceCaller
from moveit_msgs.msg import PlanningScene
from moveit_msgs.srv import (
    ApplyPlanningScene,
    GetCartesianPath,
    GetPositionIK,
    GetStateValidity,
)
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor

from eyehand_executor.moveit_messages import box_to_message, pose_to_message, state_to_message

_SERVER = "move_group"
_ANSWER_S = 5.0
_SPIN_S = 0.1
_SUCCESS = 1
_MAX_STEP = 0.002
"""Distance between the points that move_group solves along a path [m]."""

_SPEED_SCALES = ("max_velocity_scaling_factor", "max_acceleration_scaling_factor")
"""Fields of GetCartesianPath from Jazzy on. The timing is thrown away; they must only be legal."""


class MoveGroupClient:
    """Calls the services from any thread; answers arrive in a thread of its own.

    One single-threaded executor spins the client: rclpy's multi-threaded one adds up to 250 ms.
    """

    def __init__(self) -> None:
        self._node = rclpy.create_node(
            "_executor_move_group_client", start_parameter_services=False
        )
        self._path = ServiceCaller(self._node, GetCartesianPath, "compute_cartesian_path", _SERVER)
        self._ik = ServiceCaller(self._node, GetPositionIK, "compute_ik", _SERVER)
        self._validity = ServiceCaller(
            self._node, GetStateValidity, "check_state_validity", _SERVER
        )
        self._scene = ServiceCaller(self._node, ApplyPlanningScene, "apply_planning_scene", _SERVER)
        # Not a daemon: one that still spins at the interpreter's end aborts the process.
        self._thread = threading.Thread(target=self._spin, name="move-group-client")
        self._thread.start()

    def set_obstacles(
        self, environment: Environment, growth: Mapping[str, float], frame: str
    ) -> None:
        """Put the environment's boxes into move_group's scene.

        Args:
            environment: the boxes.
            growth: by how much each is grown [m].
            frame: the planning frame.

        Raises:
            StackError: move_group does not answer, or did not take them.
        """
        scene = PlanningScene(is_diff=True)
        scene.world.collision_objects = [
            box_to_message(item, growth[item.name], frame) for item in environment.obstacles
        ]
        if not self._scene.call(ApplyPlanningScene.Request(scene=scene), _ANSWER_S).success:
            raise StackError("node 'move_group' did not take the obstacles; see its log")

    def solve_ik(
        self, group: str, link: str, pose: Pose, names: Sequence[str], seed: Sequence[float]
    ) -> dict[str, float] | None:
        """Return joint positions by name that put ``link`` at ``pose``, None if there are none.

        Raises:
            StackError: move_group does not answer.
        """
        request = GetPositionIK.Request()
        request.ik_request.group_name = group
        request.ik_request.ik_link_name = link
        request.ik_request.robot_state = state_to_message(names, seed)
        request.ik_request.avoid_collisions = False
        request.ik_request.pose_stamped.pose = pose_to_message(pose)
        response = self._ik.call(request, _ANSWER_S)
        if response.error_code.val != _SUCCESS:
            return None
        joints = response.solution.joint_state
        return dict(zip(joints.name, joints.position, strict=True))

    def touching(self, names: Sequence[str], positions: Sequence[float]) -> tuple[str, str] | None:
        """Return the first two bodies in contact, None if nothing touches.

        Raises:
            StackError: move_group does not answer.
        """
        request = GetStateValidity.Request(robot_state=state_to_message(names, positions))
        response = self._validity.call(request, _ANSWER_S)
        if response.valid:
            return None
        if not response.contacts:
            return ("robot", "its limits")
        contact = response.contacts[0]
        return (str(contact.contact_body_1), str(contact.contact_body_2))

    def cartesian_path(
        self,
        group: str,
        link: str,
        waypoints: Sequence[Pose],
        names: Sequence[str],
        start: Sequence[float],
    ) -> tuple[float, Any]:
        """Return the share of the path that was solved and its joint trajectory.

        The service reports success for any well-formed request, even if nothing was solved: only
        the share tells. An unknown link would end move_group; give names that were checked.

        Args:
            group: planning group.
            link: last link of the group.
            waypoints: poses of that link in the planning frame; the first is not the present one.
            names: joints of ``start``.
            start: positions to begin at.

        Raises:
            StackError: move_group does not answer, or calls the request malformed.
        """
        request = GetCartesianPath.Request(
            start_state=state_to_message(names, start),
            group_name=group,
            link_name=link,
            waypoints=[pose_to_message(pose) for pose in waypoints],
            max_step=_MAX_STEP,
            jump_threshold=0.0,  # means another thing in each release; jumps are judged here
            avoid_collisions=True,
        )
        for field in _SPEED_SCALES:
            if hasattr(request, field):
                setattr(request, field, 1.0)
        response = self._path.call(request, _ANSWER_S)
        if response.error_code.val != _SUCCESS:
            raise StackError(
                f"node 'move_group' refused a Cartesian path of group {group!r} with error code "
                f"{response.error_code.val}; do its SRDF and config/moveit match?"
            )
        return float(response.fraction), response.solution.joint_trajectory

    def _spin(self) -> None:
        executor = SingleThreadedExecutor()
        executor.add_node(self._node)
        try:
            while rclpy.ok():
                executor.spin_once(timeout_sec=_SPIN_S)
        except ExternalShutdownException:
            pass
        finally:
            executor.shutdown()
