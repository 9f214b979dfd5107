"""Action servers of the simulated controllers, named and typed as those of ros2_control."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from control_msgs.action import FollowJointTrajectory, GripperCommand
from eyehand_core.robot import Robot
from eyehand_nodekit.deferred_action import DeferredActionServer, DeferredGoal
from rclpy.node import Node

from eyehand_world import controller_messages as messages
from eyehand_world.motion import Ending
from eyehand_world.simulation import Simulation


@dataclass(frozen=True, kw_only=True)
class _Kind:
    """How one kind of controller speaks: action, its name, conversions."""

    action: Any
    name: str
    goal: Callable[[Any], Any]
    result: Callable[[Any], Any]


_TRAJECTORY = _Kind(
    action=FollowJointTrajectory,
    name="follow_joint_trajectory",
    goal=messages.trajectory_goal,
    result=messages.trajectory_result,
)
_GRIPPER = _Kind(
    action=GripperCommand,
    name="gripper_cmd",
    goal=messages.gripper_goal,
    result=messages.gripper_result,
)


class ControllerServers:
    """Serves all controllers of a robot.

    Args:
        node: the serving node.
        robot: names the controllers.
        simulation: does the work.
    """

    def __init__(self, node: Node, robot: Robot, simulation: Simulation) -> None:
        self._simulation = simulation
        self._running: dict[str, DeferredGoal] = {}
        for arm in robot.arms.values():
            self._serve(node, arm.arm_controller, _TRAJECTORY)
            self._serve(node, arm.gripper_controller, _GRIPPER)

    def publish_feedback(self, stamp_ns: int) -> None:
        """Tell clients where their trajectories stand; in the simulation's thread."""
        for controller, feedback in self._simulation.feedback():
            goal = self._running.get(controller)
            if goal is not None:
                goal.feedback(messages.trajectory_feedback(feedback, stamp_ns))

    def _serve(self, node: Node, controller: str, kind: _Kind) -> None:
        def begin(goal: DeferredGoal) -> None:
            def end(ending: Ending, result: Any) -> None:
                if self._running.get(controller) is goal:
                    del self._running[controller]
                finish = {
                    Ending.SUCCEEDED: goal.succeed,
                    Ending.ABORTED: goal.abort,
                    Ending.CANCELED: goal.canceled,
                }[ending]
                finish(kind.result(result))

            self._running[controller] = goal
            self._simulation.start(controller, goal.request, end)

        DeferredActionServer(
            node,
            kind.action,
            f"{controller}/{kind.name}",
            on_goal=begin,
            read=kind.goal,
            refuse=lambda goal: self._simulation.refusal(controller, goal),
            on_cancel=lambda: self._simulation.cancel(controller),
        )
