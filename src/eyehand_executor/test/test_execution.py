"""Watching a motion: which clock a delay is told by, and when arms count as at rest."""

from __future__ import annotations

import threading
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
        efforts=np.zeros(6),
        finger_position=0.0,
        finger_velocity=0.0,
    )
    return RobotSample(stamp_ns=stamp_ns, arms={"right": arm})


def _log(speeds: Iterable[float], first_ns: int = _PERIOD) -> SampleLog:
    log = SampleLog()
    for index, speed in enumerate(speeds):
        log.put(_sample(first_ns + index * _PERIOD, speed))
    return log


def _execution(log: SampleLog, *, lock_step: bool = True) -> Execution:
    settings = ExecutionSettings(stillness=Stillness(), settle_timeout=0.5, lock_step=lock_step)
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


def test_rest_begins_after_the_last_motion_however_late_samples_arrive() -> None:
    speeds = [0.5, 0.0, 0.5, 0.0, 0.0, 0.0, 0.0]
    ends = []
    for heard in range(len(speeds) + 1):
        log = _log(speeds[:heard])
        later = _log(speeds[heard:], (heard + 1) * _PERIOD).since(0)
        execution = _execution(log)
        thread = threading.Thread(target=lambda log=log, later=later: [log.put(s) for s in later])
        thread.start()
        rest = execution.wait_rest(_PERIOD, Deadline(60.0), trust_silence=False)
        thread.join()
        assert isinstance(rest, RobotSample)
        ends.append(rest.stamp_ns)
    assert ends == [4 * _PERIOD] * len(ends)


def test_silence_before_a_motion_is_not_taken_for_its_end() -> None:
    log = _log([0.0])
    execution = _execution(log)
    assert _quiet(log)
    rest = execution.wait_rest(_PERIOD, Deadline(0.1))
    assert isinstance(rest, Refusal)
    assert rest.reason is Reason.STILLNESS_UNKNOWN


def test_silence_after_a_motion_is_its_end() -> None:
    log = _log([0.0])
    execution = _execution(log)
    for index, speed in enumerate([0.5, 0.0]):
        log.put(_sample((2 + index) * _PERIOD, speed))
    assert _quiet(log)
    rest = execution.wait_rest(_PERIOD, Deadline(0.1))
    assert isinstance(rest, RobotSample)
    assert rest.stamp_ns == 3 * _PERIOD


def test_silence_tells_nothing_about_the_end_of_a_planned_path() -> None:
    log = _log([0.0])
    execution = _execution(log)
    log.put(_sample(2 * _PERIOD, 0.0))
    assert _quiet(log)
    assert isinstance(execution.wait_still(10 * _PERIOD, Deadline(0.1)), Refusal)


@pytest.mark.parametrize("planned", [_PERIOD, 12 * _PERIOD])
def test_without_lock_step_rest_before_a_motion_is_not_its_end(planned: int) -> None:
    """The goal's answer overtakes the joint states that show the motion."""
    log = _log([0.0] * 10)
    later = iter(_log([0.0, *[0.5] * 3, *[0.0] * 9], 11 * _PERIOD).since(0))
    log.wait = lambda seconds: log.put(next(later))  # type: ignore[method-assign]
    end = _execution(log, lock_step=False).wait_end(planned, Deadline(60.0))
    assert isinstance(end, RobotSample)
    assert end.stamp_ns == 15 * _PERIOD


def _quiet(log: SampleLog) -> bool:
    """Let the log be silent for so long that a lock-stepped world would have paused."""
    newest = log.newest
    assert newest is not None
    deadline = Deadline(10.0)
    while not newest.is_last_of_motion and not deadline.expired:
        log.wait(0.05)
    return newest.is_last_of_motion
