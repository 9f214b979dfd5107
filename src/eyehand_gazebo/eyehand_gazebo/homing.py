"""Drives all arms to their home posture with open grippers, through their controllers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from builtin_interfaces.msg import Duration
from control_msgs.action import FollowJointTrajectory, GripperCommand
from eyehand_core.errors import WorldError
from eyehand_core.robot import Arm, Robot
from eyehand_nodekit.callers import ActionCaller, RunningGoal
from trajectory_msgs.msg import JointTrajectoryPoint

_SPEED_RAD_S = 0.6
_LEAST_S = 1.0
_ANSWER_S = 10.0
_LONGEST_S = 60.0
_SERVER = "controller_manager"


class Homing:
    """Moves in a straight line of joint space, which is free only where nothing stands.

    Args:
        node: node spun in another thread.
        robot: names joints, postures and controllers.
    """

    def __init__(self, node: Any, robot: Robot) -> None:
        self._robot = robot
        self._arms = {
            arm.name: ActionCaller(
                node,
                FollowJointTrajectory,
                f"{arm.arm_controller}/follow_joint_trajectory",
                _SERVER,
            )
            for arm in robot.arms.values()
        }
        self._grippers = {
            arm.name: ActionCaller(
                node, GripperCommand, f"{arm.gripper_controller}/gripper_cmd", _SERVER
            )
            for arm in robot.arms.values()
        }

    def run(self, positions: Mapping[str, float]) -> None:
        """Open all grippers, then move all arms from ``positions`` [rad] home.

        Raises:
            WorldError: positions are missing, or a controller refuses.
            StackError: one is silent.
        """
        robot = self._robot
        wanted = {joint for arm in robot.arms.values() for joint in arm.joints}
        if missing := sorted(wanted - set(positions)):
            raise WorldError(
                f"no joint states of {', '.join(missing)}; is joint_state_broadcaster active?"
            )
        for callers, goals in (
            (self._grippers, {arm.name: _open(arm) for arm in robot.arms.values()}),
            (self._arms, {arm.name: _go_home(arm, positions) for arm in robot.arms.values()}),
        ):
            running = [_send(callers[name], goal, name) for name, goal in goals.items()]
            for goal in running:
                goal.wait(_LONGEST_S)


def _send(caller: ActionCaller, goal: Any, arm: str) -> RunningGoal:
    running = caller.send(goal, _ANSWER_S)
    if running is None:
        raise WorldError(f"a controller of arm {arm!r} refused to go home; its log says why")
    return running


def _open(arm: Arm) -> Any:
    goal = GripperCommand.Goal()
    goal.command.position = arm.gripper.open
    goal.command.max_effort = arm.gripper.max_effort
    return goal


def _go_home(arm: Arm, positions: Mapping[str, float]) -> Any:
    way = max(
        abs(home - positions[joint]) for joint, home in zip(arm.joints, arm.home, strict=True)
    )
    milliseconds = round(1000.0 * max(_LEAST_S, way / _SPEED_RAD_S))
    goal = FollowJointTrajectory.Goal()
    goal.trajectory.joint_names = list(arm.joints)
    goal.trajectory.points = [
        JointTrajectoryPoint(
            positions=list(arm.home),
            velocities=[0.0] * len(arm.joints),
            time_from_start=Duration(
                sec=milliseconds // 1000, nanosec=milliseconds % 1000 * 1_000_000
            ),
        )
    ]
    return goal
