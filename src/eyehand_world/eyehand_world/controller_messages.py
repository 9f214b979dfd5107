"""Goals, feedback and results of the controllers to and from control_msgs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from builtin_interfaces.msg import Duration
from control_msgs.action import FollowJointTrajectory, GripperCommand
from eyehand_core.geometry.rotation import Array
from trajectory_msgs.msg import JointTrajectoryPoint

from eyehand_nodekit import stamps
from eyehand_world.arm_controller import TrajectoryFeedback, TrajectoryResult
from eyehand_world.gripper_controller import GripperGoal, GripperResult
from eyehand_world.trajectory import TrajectoryGoal, Waypoint

_NO_TOLERANCE = (0.0, -1.0)
"""Position tolerances that mean "the controller's default" and "none"; here both are "none"."""


def trajectory_goal(message: Any) -> TrajectoryGoal:
    """Return a FollowJointTrajectory goal as the controller understands it; nothing is checked."""
    trajectory = message.trajectory
    return TrajectoryGoal(
        joints=tuple(trajectory.joint_names),
        waypoints=tuple(_waypoint(point) for point in trajectory.points),
        start_ns=stamps.to_nanoseconds(trajectory.header.stamp),
        path_tolerance=_tolerances(message.path_tolerance),
        goal_tolerance=_tolerances(message.goal_tolerance),
        goal_time=stamps.to_seconds(message.goal_time_tolerance),
    )


def trajectory_feedback(feedback: TrajectoryFeedback, stamp_ns: int) -> Any:
    """Return a feedback message."""
    elapsed = _duration(feedback.elapsed)
    message = FollowJointTrajectory.Feedback(joint_names=list(feedback.joints))
    message.header.stamp = stamps.from_nanoseconds(stamp_ns)
    message.desired = _point(feedback.desired_positions, feedback.desired_velocities, elapsed)
    message.actual = _point(feedback.positions, feedback.velocities, elapsed)
    message.error = _point(
        feedback.desired_positions - feedback.positions,
        feedback.desired_velocities - feedback.velocities,
        elapsed,
    )
    return message


def trajectory_result(result: TrajectoryResult) -> Any:
    """Return a FollowJointTrajectory result message."""
    return FollowJointTrajectory.Result(error_code=result.code, error_string=result.text)


def gripper_goal(message: Any) -> GripperGoal:
    """Return a GripperCommand goal as the controller understands it; nothing is checked."""
    return GripperGoal(
        position=float(message.command.position), max_effort=float(message.command.max_effort)
    )


def gripper_result(result: GripperResult) -> Any:
    """Return a GripperCommand result message."""
    return GripperCommand.Result(
        position=result.position,
        effort=result.effort,
        stalled=result.stalled,
        reached_goal=result.reached_goal,
    )


def _waypoint(point: Any) -> Waypoint:
    return Waypoint(
        time=stamps.to_seconds(point.time_from_start),
        positions=np.array(point.positions, dtype=np.float64),
        velocities=_optional(point.velocities),
        accelerations=_optional(point.accelerations),
    )


def _optional(values: Sequence[float]) -> Array | None:
    return np.array(values, dtype=np.float64) if len(values) else None


def _tolerances(messages: Iterable[Any]) -> dict[str, float]:
    return {
        str(item.name): float(item.position)
        for item in messages
        if item.position not in _NO_TOLERANCE
    }


def _duration(seconds: float) -> Duration:
    whole, rest = divmod(round(seconds * stamps.NANOSECONDS), stamps.NANOSECONDS)
    return Duration(sec=whole, nanosec=rest)


def _point(positions: Array, velocities: Array, elapsed: Duration) -> JointTrajectoryPoint:
    return JointTrajectoryPoint(
        positions=positions.tolist(), velocities=velocities.tolist(), time_from_start=elapsed
    )
