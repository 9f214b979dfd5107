"""One request after the other: wait for its state, judge it, carry it out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from eyehand_core.robot import Robot
from eyehand_nodekit.deadline import Deadline

from eyehand_executor.arm_moves import ArmMoves
from eyehand_executor.commands import ArmCommand
from eyehand_executor.controller_port import ControllerPort
from eyehand_executor.execution import Execution
from eyehand_executor.gate import Attempt, judge
from eyehand_executor.gripper_moves import GripperMoves
from eyehand_executor.kinematics import KinematicsCache
from eyehand_executor.move_report import MoveReport, MoveSettings
from eyehand_executor.reasons import Reason, Refusal
from eyehand_executor.robot_samples import RobotSample, SampleLog
from eyehand_executor.safety.approval import Approve, approve_all
from eyehand_executor.safety.guard import Guard

_POLL_S = 0.05


class Mover:
    """Carries out requests, one at a time, in the calling thread.

    Args:
        robot: the robot.
        kinematics: used by this mover alone.
        samples: measured joint states.
        port: the controllers.
        settings: settings.
        guard: keeps the robot from moving.
        on_gripper: told arm and opening of each gripper command just before it is sent.
        approve: asked before a planned motion begins.
    """

    def __init__(
        self,
        robot: Robot,
        kinematics: KinematicsCache,
        samples: SampleLog,
        port: ControllerPort,
        settings: MoveSettings,
        *,
        guard: Guard,
        on_gripper: Callable[[str, float], None] = lambda arm, aperture: None,
        approve: Approve = approve_all,
    ) -> None:
        self._robot = robot
        self._kinematics = kinematics
        self._samples = samples
        self._port = port
        self._settings = settings
        self._guard = guard
        self._arm_moves = ArmMoves(robot, samples, port, settings, approve=approve)
        self._gripper_moves = GripperMoves(
            robot, samples, port, settings, on_command=on_gripper, approve=approve
        )

    def move(
        self,
        commands: Sequence[ArmCommand],
        not_before_ns: int = 0,
        cancel_requested: Callable[[], bool] = lambda: False,
        on_phase: Callable[[str], None] = lambda phase: None,
    ) -> MoveReport:
        """Carry out one request.

        Args:
            commands: at most one per arm.
            not_before_ns: least stamp of the joint states to plan from [ns]; 0 for any.
            cancel_requested: asked again and again; True stops the arms.
            on_phase: told ``planning``, ``moving``, ``settling``.
        """
        on_phase("planning")
        if self._guard.state.cause is not None:
            return MoveReport(refusal=self._guard.refusal())
        attempt = Attempt(
            commands=tuple(commands),
            not_before_ns=not_before_ns,
            robot=self._robot,
            sample=self._await_state(not_before_ns, cancel_requested),
            kinematics_for=self._kinematics.for_arms,
            port=self._port,
            settings=self._settings.gate,
        )
        refusal = judge(attempt) or self._guard.refusal()
        if refusal is not None:
            return MoveReport(refusal=refusal, fraction=refusal.fraction)
        if cancel_requested():
            return MoveReport(
                refusal=Refusal(
                    reason=Reason.CANCELED, message="the caller cancelled before anything moved"
                )
            )
        execution = Execution(
            self._samples, self._settings.execution, cancel_requested, self._guard.hazard
        )
        moves = self._arm_moves if attempt.motions else self._gripper_moves
        report = moves.run(attempt, execution, on_phase)
        if report.refusal is not None and report.moved:
            self._guard.report(report.refusal)
        return report

    def _await_state(
        self, not_before_ns: int, cancel_requested: Callable[[], bool]
    ) -> RobotSample | None:
        """Return the newest sample once it may be planned from, or whatever there is too late.

        A lock-stepped world sends samples until everything rests; a caller who has not waited
        for the last of them (``not_before_ns`` 0) is made to.
        """
        deadline = Deadline(self._settings.state_timeout)
        while not (deadline.expired or cancel_requested()):
            newest = self._samples.newest
            if newest is not None and self._suits(newest, not_before_ns):
                return newest
            self._samples.wait(min(_POLL_S, deadline.remaining))
        return self._samples.newest

    def _suits(self, newest: RobotSample, not_before_ns: int) -> bool:
        if newest.stamp_ns < not_before_ns:
            return False
        waited_for = not_before_ns > 0 or not self._settings.gate.lock_step
        return waited_for or newest.is_last_of_motion
