"""Watching a motion: which clock a delay is told by."""

from __future__ import annotations

from collections.abc import Callable

from eyehand_executor.controller_port import GoalOutcome
from eyehand_executor.execution import Execution, ExecutionSettings
from eyehand_executor.reasons import Reason
from eyehand_executor.robot_samples import Stillness
from sample_logs import MS, log_of, sample


class Endless:
    """A goal that runs until it is cancelled."""

    controller = "right_arm_controller"

    def __init__(self, on_cancel: Callable[[], None]) -> None:
        self._on_cancel = on_cancel
        self._outcome: GoalOutcome | None = None

    def outcome(self) -> GoalOutcome | None:
        return self._outcome

    def cancel(self) -> None:
        self._outcome = GoalOutcome(succeeded=False, message="canceled")
        self._on_cancel()


def test_motion_past_its_world_time_is_the_commands_doing() -> None:
    log = log_of([0.5] * 10)
    settings = ExecutionSettings(stillness=Stillness(), settle_timeout=0.5)
    goal = Endless(lambda: log.put(sample(1000 * MS, 0.0)))
    refusal = Execution(log, settings, lambda: False).supervise([goal], deadline_ns=300 * MS)
    assert refusal is not None
    assert refusal.reason is Reason.EXECUTION_TIMEOUT
