"""The controllers of ros2_control: FollowJointTrajectory and GripperCommand clients."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from action_msgs.msg import GoalStatus
from action_msgs.srv import CancelGoal
from builtin_interfaces.msg import Duration
from control_msgs.action import FollowJointTrajectory, GripperCommand
from control_msgs.msg import JointTolerance
from eyehand_core.robot import Arm, Robot
from eyehand_nodekit.callers import ActionCaller, RunningGoal
from rclpy.node import Node
from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint

from eyehand_executor.controller_port import ArmTrajectory, GoalOutcome
from eyehand_nodekit import stamps

_ANSWER_S = 5.0
"""Longest wall time until a controller answers a goal or a cancel request [s]."""
_GOAL_TIME_S = 1.0
"""World time that a controller may take to come within the goal tolerance after the end [s]."""

_STATUS = {
    GoalStatus.STATUS_SUCCEEDED: "succeeded",
    GoalStatus.STATUS_ABORTED: "aborted",
    GoalStatus.STATUS_CANCELED: "canceled",
}


@dataclass(frozen=True, kw_only=True)
class Tolerances:
    """Joint tolerances sent with every trajectory [rad].

    Attributes:
        path: tracking error at which the controller gives up.
        goal: error at the end.
    """

    path: float
    goal: float


class RosGoal:
    """An accepted goal of one controller."""

    def __init__(self, controller: str, running: RunningGoal) -> None:
        self.controller = controller
        self._running = running

    def outcome(self) -> GoalOutcome | None:
        """Return how it ended, None while it is running."""
        if not self._running.done:
            return None
        response = self._running.wait(_ANSWER_S)
        succeeded = response.status == GoalStatus.STATUS_SUCCEEDED
        status = _STATUS.get(response.status, f"status {response.status}")
        # GripperCommand results carry no text and no code.
        code = getattr(response.result, "error_code", 0)
        text = getattr(response.result, "error_string", "")
        words = [status, *([f"code {code}"] if code else []), *([text] if text else [])]
        return GoalOutcome(succeeded=succeeded and code == 0, message=", ".join(words))

    def cancel(self) -> None:
        """Ask to cancel and wait until the request has been answered."""
        self._running.cancel(_ANSWER_S)


class RosControllers:
    """Clients of all controllers of a robot; see ``controller_port.ControllerPort``.

    Args:
        node: node spun in another thread.
        robot: names joints and controllers.
        tolerances: sent with every trajectory.
        server: name of the node that runs the controllers, for messages.
    """

    def __init__(self, node: Node, robot: Robot, tolerances: Tolerances, server: str) -> None:
        self._robot = robot
        self._tolerances = tolerances
        self._callers: dict[str, ActionCaller] = {}
        self._cancels: list[Any] = []
        for arm in robot.arms.values():
            for controller, kind, action in (
                (arm.arm_controller, FollowJointTrajectory, "follow_joint_trajectory"),
                (arm.gripper_controller, GripperCommand, "gripper_cmd"),
            ):
                name = f"{controller}/{action}"
                self._callers[controller] = ActionCaller(node, kind, name, server)
                self._cancels.append(node.create_client(CancelGoal, f"{name}/_action/cancel_goal"))

    def absent(self, controllers: Iterable[str]) -> str | None:
        """Return the first controller whose action server is not there."""
        return next((name for name in controllers if not self._callers[name].ready()), None)

    def cancel_all(self) -> None:
        """Ask all controllers to cancel all goals, whoever sent them; wait for no answer."""
        for client in self._cancels:
            if client.service_is_ready():
                client.call_async(CancelGoal.Request())  # without an id: all goals

    def send_trajectory(self, trajectory: ArmTrajectory) -> RosGoal | None:
        """Return the running goal, None if the controller rejected it."""
        arm = self._robot.arms[trajectory.arm]
        return self._send(arm.arm_controller, trajectory_goal(arm, trajectory, self._tolerances))

    def send_gripper(self, arm: str, position: float) -> RosGoal | None:
        """Return the running goal, None if the controller rejected it."""
        described = self._robot.arms[arm]
        return self._send(described.gripper_controller, gripper_goal(described, position))

    def _send(self, controller: str, goal: Any) -> RosGoal | None:
        running = self._callers[controller].send(goal, _ANSWER_S)
        return None if running is None else RosGoal(controller, running)


def trajectory_goal(arm: Arm, trajectory: ArmTrajectory, tolerances: Tolerances) -> Any:
    """Return the goal message; the first point is where the arm stands, so that it waits there."""
    goal = FollowJointTrajectory.Goal()
    goal.trajectory = JointTrajectory(joint_names=list(arm.joints))
    goal.trajectory.header.stamp = stamps.from_nanoseconds(trajectory.start_ns)
    goal.trajectory.points = [
        JointTrajectoryPoint(
            positions=positions,
            velocities=velocities,
            time_from_start=_duration(time),
        )
        for time, positions, velocities in zip(
            trajectory.times.tolist(),
            trajectory.positions.tolist(),
            trajectory.velocities.tolist(),
            strict=True,
        )
    ]
    goal.path_tolerance = _joint_tolerances(arm, tolerances.path)
    goal.goal_tolerance = _joint_tolerances(arm, tolerances.goal)
    goal.goal_time_tolerance = _duration(_GOAL_TIME_S)
    return goal


def gripper_goal(arm: Arm, position: float) -> Any:
    """Return the goal message that moves the driven finger joint to ``position`` [m]."""
    goal = GripperCommand.Goal()
    goal.command.position = position
    goal.command.max_effort = arm.gripper.max_effort
    return goal


def _joint_tolerances(arm: Arm, position: float) -> list[JointTolerance]:
    return [JointTolerance(name=joint, position=position) for joint in arm.joints]


def _duration(seconds: float) -> Duration:
    stamp = stamps.from_seconds(seconds)
    return Duration(sec=stamp.sec, nanosec=stamp.nanosec)
