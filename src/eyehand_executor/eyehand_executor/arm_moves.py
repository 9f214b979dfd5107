"""Arm motions: plan, send to all arms together, wait, measure where they ended."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from eyehand_core.robot import Robot
from eyehand_nodekit.deadline import Deadline
from eyehand_nodekit.stamps import NANOSECONDS

from eyehand_executor.cartesian_motion import CartesianMotion
from eyehand_executor.controller_port import ArmTrajectory, ControllerGoal, ControllerPort
from eyehand_executor.execution import Execution
from eyehand_executor.gate import Attempt
from eyehand_executor.joint_trajectory import JointTrajectory
from eyehand_executor.kinematics import Kinematics
from eyehand_executor.move_report import MoveReport, MoveSettings
from eyehand_executor.planning import plan_motion
from eyehand_executor.reasons import Reason, Refusal
from eyehand_executor.robot_samples import RobotSample, SampleLog
from eyehand_executor.safety.approval import Approve, MotionPreview, approve_all

_SETTLE_NS = 100_000_000
"""World time after the planned end before the end pose is measured [ns]; a lock-stepped world
goes on for longer than this."""


@dataclass(frozen=True, kw_only=True, eq=False)
class _Plan:
    kinematics: Kinematics
    start: RobotSample
    motions: Mapping[str, CartesianMotion]
    trajectory: JointTrajectory
    planning_time: float


class ArmMoves:
    """Carries out arm motions that have passed the gate.

    Args:
        robot: the robot.
        samples: measured joint states.
        port: the controllers.
        settings: settings.
        approve: asked before a planned motion begins.
    """

    def __init__(
        self,
        robot: Robot,
        samples: SampleLog,
        port: ControllerPort,
        settings: MoveSettings,
        *,
        approve: Approve = approve_all,
    ) -> None:
        self._robot = robot
        self._samples = samples
        self._port = port
        self._settings = settings
        self._approve = approve

    def run(
        self, attempt: Attempt, execution: Execution, on_phase: Callable[[str], None]
    ) -> MoveReport:
        """Carry out ``attempt``."""
        begin = time.monotonic()
        start = attempt.measured
        trajectory = plan_motion(
            attempt.kinematics,
            self._robot,
            start.configuration(),
            attempt.motions,
            self._settings.path,
        )
        spent = time.monotonic() - begin
        if isinstance(trajectory, Refusal):
            fraction = trajectory.fraction
            return MoveReport(refusal=trajectory, fraction=fraction, planning_time=spent)
        plan = _Plan(
            kinematics=attempt.kinematics,
            start=start,
            motions=attempt.motions,
            trajectory=trajectory,
            planning_time=spent,
        )
        refusal = self._approve(lambda: _preview(plan), execution.interruption)
        if refusal is not None:
            return MoveReport(refusal=refusal, fraction=1.0, planning_time=spent)
        return self._execute(plan, execution, on_phase)

    def _execute(
        self, plan: _Plan, execution: Execution, on_phase: Callable[[str], None]
    ) -> MoveReport:
        newest = self._samples.newest or plan.start
        refusal = self._start_changed(plan.start, newest)
        if refusal is not None:
            return MoveReport(refusal=refusal, fraction=1.0, planning_time=plan.planning_time)
        together = len(plan.motions) > 1
        lead_ns = round(self._settings.start_lead * NANOSECONDS) if together else 0
        start_ns = newest.stamp_ns + lead_ns
        duration = plan.trajectory.duration
        on_phase("moving")
        goals = execution.send(
            (self._sender(plan, arm, start_ns if together else 0) for arm in plan.motions),
            before_ns=start_ns,
        )
        if isinstance(goals, Refusal):
            failure: Refusal | None = goals
        else:
            failure = execution.supervise(
                goals, start_ns + round((1.5 * duration + 2.0) * NANOSECONDS)
            )
        on_phase("settling")
        if failure is not None:
            return self._report(plan, start_ns, self._samples.newest or newest, failure)
        deadline = Deadline(self._settings.execution.settle_timeout)
        end = execution.watch.wait_end(
            start_ns + round(duration * NANOSECONDS) + _SETTLE_NS, deadline
        )
        if isinstance(end, Refusal):
            return self._report(plan, start_ns, self._samples.newest or newest, end)
        return self._report(plan, start_ns, end, None)

    def _start_changed(self, start: RobotSample, newest: RobotSample) -> Refusal | None:
        allowed = self._settings.start_tolerance
        moved = math.inf
        if set(start.arms) == set(newest.arms):
            moved = max(
                float(np.abs(newest.arms[name].positions - arm.positions).max())
                for name, arm in start.arms.items()
            )
        if moved <= allowed:
            return None
        return Refusal(
            reason=Reason.START_CHANGED,
            message=f"joints moved by {moved:.3f} rad while planning; allowed {allowed:g} rad",
        )

    def _sender(self, plan: _Plan, arm: str, start_ns: int) -> Callable[[], ControllerGoal | None]:
        columns = plan.kinematics.columns(arm)
        trajectory = ArmTrajectory(
            arm=arm,
            times=plan.trajectory.times,
            positions=plan.trajectory.positions[:, columns],
            velocities=plan.trajectory.velocities[:, columns],
            start_ns=start_ns,
        )
        return lambda: self._port.send_trajectory(trajectory)

    def _report(
        self, plan: _Plan, start_ns: int, end: RobotSample, failure: Refusal | None
    ) -> MoveReport:
        position_error = orientation_error = 0.0
        if set(end.arms) == set(plan.start.arms):
            for arm, motion in plan.motions.items():
                pose = plan.kinematics.frames(end.configuration(), arm).end_pose
                position_error = max(position_error, pose.distance_to(motion.pose(1.0)))
                orientation_error = max(orientation_error, pose.angle_to(motion.pose(1.0)))
        return MoveReport(
            refusal=failure or self._missed(position_error, orientation_error),
            fraction=1.0,
            position_error=position_error,
            orientation_error=orientation_error,
            planning_time=plan.planning_time,
            execution_time=max(0, end.stamp_ns - start_ns) / NANOSECONDS,
            end_ns=end.stamp_ns,
        )

    def _missed(self, position_error: float, orientation_error: float) -> Refusal | None:
        settings = self._settings
        if position_error <= settings.end_position and orientation_error <= settings.end_angle:
            return None
        return Refusal(
            reason=Reason.MISSED_TARGET,
            message=(
                f"ended {position_error * 1000:.2f} mm and {math.degrees(orientation_error):.2f} "
                f"degrees from the command; allowed {settings.end_position * 1000:g} mm and "
                f"{math.degrees(settings.end_angle):.2g} degrees"
            ),
            fraction=1.0,
        )


def _preview(plan: _Plan) -> MotionPreview:
    poses = {
        arm: [plan.kinematics.frames(row, arm).end_pose for row in plan.trajectory.positions]
        for arm in plan.motions
    }
    return MotionPreview(
        text=f"move {' and '.join(poses)}, {plan.trajectory.duration:.1f} s",
        paths={arm: np.array([pose.position for pose in path]) for arm, path in poses.items()},
        ends={arm: path[-1] for arm, path in poses.items()},
    )
