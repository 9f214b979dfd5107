"""Gripper motions: open or close one or several grippers and wait until the fingers rest."""

from __future__ import annotations

from collections.abc import Callable

from eyehand_core.robot import Robot
from eyehand_nodekit.deadline import Deadline
from eyehand_nodekit.stamps import NANOSECONDS

from eyehand_executor.commands import CommandKind
from eyehand_executor.controller_port import ControllerGoal, ControllerPort
from eyehand_executor.execution import Execution
from eyehand_executor.gate import Attempt
from eyehand_executor.move_report import MoveReport, MoveSettings
from eyehand_executor.reasons import Refusal
from eyehand_executor.robot_samples import SampleLog
from eyehand_executor.safety.approval import Approve, MotionPreview, approve_all

_LONGEST_S = 5.0
"""World time within which a gripper has opened or closed [s]; the published time is 0.8 s."""

APERTURES = {CommandKind.OPEN: 1.0, CommandKind.CLOSE: 0.0}
"""Commanded opening by kind: 0 closed to 1 open."""


class GripperMoves:
    """Carries out gripper commands that have passed the gate.

    Closing on an object ends before the fingers meet; that is no failure.

    Args:
        robot: the robot.
        samples: measured joint states.
        port: the controllers.
        settings: settings.
        on_command: told arm and opening of each command just before it is sent.
        approve: asked before a gripper moves.
    """

    def __init__(
        self,
        robot: Robot,
        samples: SampleLog,
        port: ControllerPort,
        settings: MoveSettings,
        *,
        on_command: Callable[[str, float], None],
        approve: Approve = approve_all,
    ) -> None:
        self._robot = robot
        self._samples = samples
        self._port = port
        self._settings = settings
        self._on_command = on_command
        self._approve = approve

    def run(
        self, attempt: Attempt, execution: Execution, on_phase: Callable[[str], None]
    ) -> MoveReport:
        """Carry out ``attempt``."""
        refusal = self._approve(lambda: _preview(attempt), execution.interruption)
        if refusal is not None:
            return MoveReport(refusal=refusal, fraction=1.0)
        start_ns = attempt.measured.stamp_ns
        on_phase("moving")
        goals = execution.send(
            (
                self._sender(command.arm, APERTURES[command.command_kind])
                for command in attempt.commands
            ),
            before_ns=start_ns + 1,
        )
        if isinstance(goals, Refusal):
            failure: Refusal | None = goals
        else:
            failure = execution.supervise(goals, start_ns + round(_LONGEST_S * NANOSECONDS))
        on_phase("settling")
        end = self._samples.newest or attempt.measured
        if failure is None:
            deadline = Deadline(self._settings.execution.settle_timeout)
            still = execution.watch.wait_rest(start_ns + 1, deadline)
            if isinstance(still, Refusal):
                failure = still
            else:
                end = still
        return MoveReport(
            refusal=failure,
            fraction=1.0,
            execution_time=max(0, end.stamp_ns - start_ns) / NANOSECONDS,
            end_ns=end.stamp_ns,
        )

    def _sender(self, arm: str, aperture: float) -> Callable[[], ControllerGoal | None]:
        def send() -> ControllerGoal | None:
            self._on_command(arm, aperture)
            return self._port.send_gripper(arm, self._robot.arms[arm].gripper.position(aperture))

        return send


def _preview(attempt: Attempt) -> MotionPreview:
    words = (f"{item.command_kind.name.lower()} {item.arm} gripper" for item in attempt.commands)
    return MotionPreview(text=" and ".join(words))
