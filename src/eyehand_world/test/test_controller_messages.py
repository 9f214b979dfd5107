"""Goals and results of controllers as control_msgs."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("control_msgs.action")

from builtin_interfaces.msg import Duration  # noqa: E402
from control_msgs.action import FollowJointTrajectory, GripperCommand  # noqa: E402
from control_msgs.msg import JointTolerance  # noqa: E402
from eyehand_world.arm_controller import TrajectoryFeedback, TrajectoryResult  # noqa: E402
from eyehand_world.gripper_controller import GripperGoal, GripperResult  # noqa: E402
from trajectory_msgs.msg import JointTrajectoryPoint  # noqa: E402

from eyehand_world import controller_messages  # noqa: E402


def test_trajectory_goal_is_read_in_full() -> None:
    message = FollowJointTrajectory.Goal()
    message.trajectory.header.stamp.sec = 3
    message.trajectory.header.stamp.nanosec = 7
    message.trajectory.joint_names = ["a", "b"]
    message.trajectory.points = [
        JointTrajectoryPoint(positions=[0.0, 1.0]),
        JointTrajectoryPoint(
            positions=[2.0, 3.0],
            velocities=[4.0, 5.0],
            accelerations=[6.0, 7.0],
            time_from_start=Duration(sec=1, nanosec=500_000_000),
        ),
    ]
    message.goal_time_tolerance = Duration(sec=2)
    goal = controller_messages.trajectory_goal(message)
    assert goal.joints == ("a", "b")
    assert goal.start_ns == 3_000_000_007
    assert goal.goal_time == 2.0
    first, second = goal.waypoints
    assert first.velocities is None and first.accelerations is None
    assert second.time == 1.5
    for values, expected in (
        (second.positions, [2, 3]),
        (second.velocities, [4, 5]),
        (second.accelerations, [6, 7]),
    ):
        np.testing.assert_array_equal(values, expected)


@pytest.mark.parametrize(
    ("position", "expected"), [(0.02, {"a": 0.02}), (0.0, {}), (-1.0, {}), (-0.5, {"a": -0.5})]
)
def test_tolerance_values_with_a_meaning_of_their_own(position, expected) -> None:
    """0 means the default, -1 none; other negative values are kept, to be refused."""
    message = FollowJointTrajectory.Goal()
    message.path_tolerance = [JointTolerance(name="a", position=position)]
    message.goal_tolerance = [JointTolerance(name="a", position=position)]
    goal = controller_messages.trajectory_goal(message)
    assert goal.path_tolerance == goal.goal_tolerance == expected


@pytest.mark.parametrize("elapsed", [1.25, -0.25])
def test_feedback(elapsed: float) -> None:
    feedback = TrajectoryFeedback(
        joints=("a",),
        elapsed=elapsed,
        desired_positions=np.array([1.0]),
        desired_velocities=np.array([2.0]),
        positions=np.array([0.75]),
        velocities=np.array([1.5]),
    )
    message = controller_messages.trajectory_feedback(feedback, 5)
    assert list(message.joint_names) == ["a"]
    assert list(message.error.positions) == [0.25]
    assert list(message.error.velocities) == [0.5]
    time = message.actual.time_from_start
    assert time.sec + time.nanosec * 1e-9 == elapsed


def test_results() -> None:
    result = controller_messages.trajectory_result(TrajectoryResult(code=-4, text="no"))
    assert (result.error_code, result.error_string) == (-4, "no")
    message = controller_messages.gripper_result(
        GripperResult(position=0.01, effort=12.0, stalled=True, reached_goal=False)
    )
    assert (message.position, message.effort) == (0.01, 12.0)
    assert message.stalled and not message.reached_goal


def test_gripper_goal() -> None:
    message = GripperCommand.Goal()
    message.command.position, message.command.max_effort = 0.02, 7.0
    assert controller_messages.gripper_goal(message) == GripperGoal(position=0.02, max_effort=7.0)
