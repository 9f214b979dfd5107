"""Watching a motion: which clock a delay is told by, and when arms count as at rest."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
import pytest
from eyehand_executor.controller_port import GoalOutcome
from eyehand_executor.execution import Execution, ExecutionSettings
from eyehand_executor.reasons import Reason, Refusal
from eyehand_executor.robot_samples import ArmSample, RobotSample, SampleLog, Stillness
from eyehand_nodekit.deadline import Deadline

_MS = 1_000_000
_PERIOD = 40 * _MS


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


def _sample(stamp_ns: int, speed: float) -> RobotSample:
    arm = ArmSample(
        positions=np.zeros(6),
        velocities=np.full(6, speed),
        finger_position=0.0,
        finger_velocity=0.0,
    )
    return RobotSample(stamp_ns=stamp_ns, arms={"right": arm})


def _log(speeds: Iterable[float], first_ns: int = _PERIOD) -> SampleLog:
    log = SampleLog()
    for index, speed in enumerate(speeds):
        log.put(_sample(first_ns + index * _PERIOD, speed))
    return log


def _execution(log: SampleLog) -> Execution:
    settings = ExecutionSettings(stillness=Stillness(), settle_timeout=0.5)
    return Execution(log, settings, lambda: False)


def test_motion_past_its_world_time_is_the_commands_doing() -> None:
    log = _log([0.5] * 10)
    goal = Endless(lambda: log.put(_sample(1000 * _MS, 0.0)))
    refusal = _execution(log).supervise([goal], deadline_ns=300 * _MS)
    assert refusal is not None
    assert refusal.reason is Reason.EXECUTION_TIMEOUT


def test_arm_that_moves_on_in_world_time_is_not_still() -> None:
    log = _log([0.5] * 50)
    refusal = _execution(log).wait_still(_PERIOD, Deadline(60.0))
    assert isinstance(refusal, Refusal)
    assert refusal.reason is Reason.NOT_STILL
    assert refusal.blocking == ("right",)


@pytest.mark.parametrize("samples", [0, 10])
def test_too_few_joint_states_leave_stillness_unknown(samples: int) -> None:
    refusal = _execution(_log([0.5] * samples)).wait_still(_PERIOD, Deadline(0.1))
    assert isinstance(refusal, Refusal)
    assert refusal.reason is Reason.STILLNESS_UNKNOWN
