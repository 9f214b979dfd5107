"""When arms count as at rest."""

from __future__ import annotations

import threading

import pytest
from eyehand_executor.reasons import Reason, Refusal
from eyehand_executor.rest_watch import RestWatch
from eyehand_executor.robot_samples import RobotSample, SampleLog, Stillness
from eyehand_nodekit.deadline import Deadline
from sample_logs import PERIOD, log_of, sample


def _watch(log: SampleLog, *, lock_step: bool = True) -> RestWatch:
    begun_ns = 0 if log.newest is None else log.newest.stamp_ns
    return RestWatch(log, Stillness(), lock_step=lock_step, begun_ns=begun_ns)


def test_arm_that_moves_on_in_world_time_is_not_still() -> None:
    log = log_of([0.5] * 50)
    refusal = _watch(log).wait_still(PERIOD, Deadline(60.0))
    assert isinstance(refusal, Refusal)
    assert refusal.reason is Reason.NOT_STILL
    assert refusal.blocking == ("right",)


@pytest.mark.parametrize("samples", [0, 10])
def test_too_few_joint_states_leave_stillness_unknown(samples: int) -> None:
    refusal = _watch(log_of([0.5] * samples)).wait_still(PERIOD, Deadline(0.1))
    assert isinstance(refusal, Refusal)
    assert refusal.reason is Reason.STILLNESS_UNKNOWN


def test_rest_begins_after_the_last_motion_however_late_samples_arrive() -> None:
    speeds = [0.5, 0.0, 0.5, 0.0, 0.0, 0.0, 0.0]
    ends = []
    for heard in range(len(speeds) + 1):
        log = log_of(speeds[:heard])
        later = log_of(speeds[heard:], (heard + 1) * PERIOD).since(0)
        watch = _watch(log)
        thread = threading.Thread(target=lambda log=log, later=later: [log.put(s) for s in later])
        thread.start()
        rest = watch.wait_rest(PERIOD, Deadline(60.0), trust_silence=False)
        thread.join()
        assert isinstance(rest, RobotSample)
        ends.append(rest.stamp_ns)
    assert ends == [4 * PERIOD] * len(ends)


def test_silence_before_a_motion_is_not_taken_for_its_end() -> None:
    log = log_of([0.0])
    watch = _watch(log)
    assert _quiet(log)
    rest = watch.wait_rest(PERIOD, Deadline(0.1))
    assert isinstance(rest, Refusal)
    assert rest.reason is Reason.STILLNESS_UNKNOWN


def test_silence_after_a_motion_is_its_end() -> None:
    log = log_of([0.0])
    watch = _watch(log)
    for index, speed in enumerate([0.5, 0.0]):
        log.put(sample((2 + index) * PERIOD, speed))
    assert _quiet(log)
    rest = watch.wait_rest(PERIOD, Deadline(0.1))
    assert isinstance(rest, RobotSample)
    assert rest.stamp_ns == 3 * PERIOD


def test_silence_tells_nothing_about_the_end_of_a_planned_path() -> None:
    log = log_of([0.0])
    watch = _watch(log)
    log.put(sample(2 * PERIOD, 0.0))
    assert _quiet(log)
    assert isinstance(watch.wait_still(10 * PERIOD, Deadline(0.1)), Refusal)


@pytest.mark.parametrize("planned", [PERIOD, 12 * PERIOD])
def test_without_lock_step_rest_before_a_motion_is_not_its_end(planned: int) -> None:
    """The goal's answer overtakes the joint states that show the motion."""
    log = log_of([0.0] * 10)
    later = iter(log_of([0.0, *[0.5] * 3, *[0.0] * 9], 11 * PERIOD).since(0))
    log.wait = lambda seconds: log.put(next(later))  # type: ignore[method-assign]
    end = _watch(log, lock_step=False).wait_end(planned, Deadline(60.0))
    assert isinstance(end, RobotSample)
    assert end.stamp_ns == 15 * PERIOD


def _quiet(log: SampleLog) -> bool:
    """Let the log be silent for so long that a lock-stepped world would have paused."""
    newest = log.newest
    assert newest is not None
    deadline = Deadline(10.0)
    while not newest.is_last_of_motion and not deadline.expired:
        log.wait(0.05)
    return newest.is_last_of_motion
