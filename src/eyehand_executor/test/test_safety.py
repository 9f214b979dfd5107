"""Every safety rule, tripped on purpose in simulated physics: stop, stillness, release."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from eyehand_core.episode.action_report import INFRASTRUCTURE_CODES, SAFETY_STOPS
from eyehand_core.robot import Robot
from eyehand_executor.commands import ArmCommand, CommandKind
from eyehand_executor.controller_port import ArmTrajectory
from eyehand_executor.execution import ExecutionSettings
from eyehand_executor.executor_parameters import scaled
from eyehand_executor.move_report import MoveReport
from eyehand_executor.reasons import Reason, Refusal
from eyehand_executor.robot_samples import RobotSample, Stillness
from eyehand_executor.safety.guard import Guard, emergency_stop
from eyehand_executor.safety.rule import SAFETY_RULES
from eyehand_executor.safety.signs_of_life import AGENT, CAMERA, CLOCK, SignsOfLife
from eyehand_executor.safety.situation import permitted_joints
from eyehand_executor.safety.stop_sequence import StopSequence
from eyehand_nodekit.deadline import Deadline
from simulated_robot import SimulatedRobot

pytestmark = pytest.mark.sim

LIFT = ArmCommand(arm="right", kind=CommandKind.TRANSLATE.value, axis=2, amount=0.1)
PACE_S = 0.08
"""Wall time per sample that slows physics down to about real time."""
STILL_WITHIN_S = 0.5
PAGE = Path(__file__).resolve().parents[3] / "docs" / "safety.md"


class Guarded:
    """Two slow arms in MuJoCo under a guard of their own, at about real time.

    Args:
        robot: shared by the tests; put back to its start.
        effort_scale: share of the URDF efforts that is permitted.
        settings: of the guard.
    """

    def __init__(self, robot: SimulatedRobot, effort_scale: float = 1.0, **settings: Any) -> None:
        self.robot = robot
        self.stops: list[Refusal] = []
        robot.muted.clear()
        robot.rest()
        robot.lateness = 0.0
        robot.kept.clear()
        robot.signs = SignsOfLife()
        robot.simulation.reset(robot.scene)
        robot.lateness = PACE_S
        self.guard = robot.guard(
            replace(robot.robot, effort_scale=effort_scale), on_stop=self._begin_stop, **settings
        )
        self.stopped_ns = 0
        self._busy = threading.Lock()
        self._stopping: threading.Thread | None = None
        self._settings = ExecutionSettings(
            stillness=Stillness(), lock_step=settings.get("lock_step", True), settle_timeout=3.0
        )

    def lift(self) -> MoveReport:
        """Lift both arms."""
        return self.move(LIFT, replace(LIFT, arm="left"))

    def lift_until(
        self, act: Callable[[], Any], arms: tuple[str, ...] = ("left", "right")
    ) -> MoveReport:
        """Lift some arms; once they move, ``act`` is called."""
        with ThreadPoolExecutor(1) as pool:
            report = pool.submit(self.move, *(replace(LIFT, arm=arm) for arm in arms))
            self._await_motion()
            act()
            return report.result(20.0)

    def move(self, *commands: ArmCommand) -> MoveReport:
        """Carry out one request."""
        with self._busy:
            mover = self.robot.mover(self.guard, settle_timeout=3.0)
            return mover.move(commands, not_before_ns=0 if self._settings.lock_step else 1)

    def settle(self) -> None:
        """Wait until it has been looked whether the robot is still."""
        assert self._stopping is not None
        self._stopping.join(10.0)
        assert not self._stopping.is_alive()

    def _begin_stop(self, cause: Refusal) -> None:
        """Do what the node does at a stop."""
        self.stops.append(cause)
        self.stopped_ns = self.robot.newest.stamp_ns
        samples = self.robot.samples
        sequence = StopSequence(
            self.guard, self.robot, samples, self._settings, busy=self._busy.locked
        )
        self._stopping = threading.Thread(target=lambda: sequence.run(cause))
        self._stopping.start()

    def _await_motion(self) -> None:
        """Wait until something moves."""
        deadline = Deadline(20.0)
        while self.speed_at(self.robot.kept[-1]) < 0.02:
            assert not deadline.expired, "nothing moves"
            time.sleep(0.01)

    def speed_at(self, sample: RobotSample) -> float:
        """Return the speed of the fastest joint [rad/s]."""
        return max(float(np.abs(arm.velocities).max()) for arm in sample.arms.values())

    def check_rest(self, after_ns: int) -> None:
        """Assert that all joints are still within the time allowed, and stay so."""
        self.robot.rest()
        late = [
            self.speed_at(sample)
            for sample in self.robot.kept
            if sample.stamp_ns > after_ns + STILL_WITHIN_S * 1e9
        ]
        assert self.speed_at(self.robot.kept[-1]) < 0.01
        assert all(speed < 0.01 for speed in late)


@pytest.fixture(scope="module")
def arms(robot: Robot) -> Iterator[SimulatedRobot]:
    simulated = SimulatedRobot(replace(robot, velocity_scale=0.02), ("left", "right"))
    yield simulated
    simulated.simulation.close()


def check_stop(cell: Guarded, report: MoveReport, reason: Reason) -> None:
    """Assert a stop of both arms for ``reason``, a verified rest, and a release that works."""
    assert report.refusal is not None
    assert report.refusal.reason is reason, report.refusal.message
    assert report.position_error > 0.005  # short of the target
    assert cell.guard.state.cause is not None
    cell.settle()
    assert cell.guard.state.still, cell.guard.state.rest
    cell.check_rest(cell.stopped_ns)
    refused = cell.lift()
    assert refused.refusal is not None
    assert refused.refusal.reason is Reason.NOT_RELEASED
    assert reason.code in refused.refusal.message


def test_an_effort_beyond_the_limit_stops_both_arms(arms: SimulatedRobot) -> None:
    cell = Guarded(arms, effort_scale=0.01)
    check_stop(cell, cell.lift(), Reason.EFFORT_LIMIT)
    assert cell.guard.release() == ""
    assert cell.guard.refusal() is None


def test_a_joint_that_somebody_else_drives_too_fast_stops_both_arms(arms: SimulatedRobot) -> None:
    """The guard stops the foreign goal as well."""
    cell = Guarded(arms)
    start = cell.robot.newest.arms["left"].positions
    away = start.copy()
    away[0] += 1.2
    intruder = ArmTrajectory(
        arm="left",
        times=np.array([0.0, 0.9]),
        positions=np.array([start, away]),
        velocities=np.zeros((2, 6)),
        start_ns=0,
    )
    report = cell.lift_until(lambda: cell.robot.send_trajectory(intruder), ("right",))
    check_stop(cell, report, Reason.SPEED_LIMIT)
    assert np.abs(cell.robot.newest.arms["left"].positions - away).max() > 0.1


@pytest.mark.parametrize(
    ("part", "reason"),
    [
        (AGENT, Reason.AGENT_SILENT),
        (CAMERA, Reason.CAMERA_SILENT),
        (CLOCK, Reason.CLOCK_STALE),
    ],
)
def test_a_part_that_falls_silent_stops_both_arms(
    arms: SimulatedRobot, part: str, reason: Reason
) -> None:
    limits = {"heartbeat_timeout": 0.4, "clock_timeout": 0.4}
    cell = Guarded(arms, attended=True, **limits)
    refused = cell.guard.refusal()
    assert refused is not None  # nobody has been heard yet
    assert refused.reason in (Reason.AGENT_SILENT, Reason.CAMERA_SILENT)
    with heartbeats(cell, part):
        check_stop(cell, cell.lift(), reason)
        assert part in cell.guard.release() or part == CLOCK  # a paused clock may stand


@contextmanager
def heartbeats(cell: Guarded, dying: str) -> Iterator[None]:
    """Let agent, camera and clock be heard; one falls silent once the arms move."""
    over, heard = threading.Event(), threading.Event()

    def beat() -> None:
        signs, ticks, living = cell.robot.signs, 0, {AGENT, CAMERA, CLOCK}
        while not over.wait(0.05):
            ticks += 1
            if cell.speed_at(cell.robot.kept[-1]) > 0.02:
                living.discard(dying)
            for part in living - {CLOCK}:
                signs.hear(part)
            if CLOCK in living:
                signs.hear_clock(ticks)
            heard.set()

    thread = threading.Thread(target=beat)
    thread.start()
    assert heard.wait(5.0)
    try:
        yield
    finally:
        over.set()
        thread.join()


@contextmanager
def driver(cell: Guarded) -> Iterator[None]:
    """Repeat the joint states of a robot at rest, as a real driver does, until it moves."""
    over = threading.Event()

    def repeat() -> None:
        while len(cell.robot.kept) == 1 and not over.wait(0.05):
            cell.robot.samples.put(replace(cell.robot.kept[0], received=time.monotonic()))

    thread = threading.Thread(target=repeat)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def test_lost_joint_states_stop_a_robot_that_does_not_stand_still_by_itself(
    arms: SimulatedRobot,
) -> None:
    cell = Guarded(arms, lock_step=False, joint_state_timeout=1.0)

    with driver(cell):
        report = cell.lift_until(cell.robot.muted.set)
    assert report.refusal is not None
    assert report.refusal.reason is Reason.JOINT_STATES_LOST
    cell.settle()
    assert not cell.guard.state.still  # nobody could see it
    assert "joint_states_lost" in cell.guard.release()
    cell.check_rest(cell.stopped_ns + 10**9)  # later: what was muted went on meanwhile


def test_a_person_stops_a_motion_and_a_press_outlasts_the_release(arms: SimulatedRobot) -> None:
    cell = Guarded(arms)
    check_stop(cell, cell.lift_until(lambda: cell.guard.press(True)), Reason.EMERGENCY_STOP)
    assert "pressed" in cell.guard.release()
    cell.guard.press(False)
    assert cell.guard.state.cause is not None
    assert cell.guard.release() == ""
    cell.robot.lateness = 0.0
    assert cell.move(replace(LIFT, amount=0.01)).refusal is None


def test_every_stop_of_an_attended_robot_needs_a_release(arms: SimulatedRobot) -> None:
    cell = Guarded(arms)
    failed = emergency_stop("test")
    cell.guard.report(failed)
    assert cell.guard.state.cause is None
    attended = cell.robot.guard(attended=True)
    attended.report(failed)
    assert attended.state.cause is failed
    assert attended.release() == "stopping is still going on; try again in a moment"


def test_the_first_cause_stands_until_the_release(arms: SimulatedRobot) -> None:
    cell = Guarded(arms)
    assert cell.guard.stop(emergency_stop("first"))
    assert not cell.guard.stop(emergency_stop("second"))
    cell.settle()
    cause = cell.guard.state.cause
    assert cause is not None
    assert "first" in cause.message
    assert cell.guard.release() == ""
    assert cell.guard.release() == ""  # nothing to release is no mistake


def test_scales_bound_what_the_joints_do(arms: SimulatedRobot, robot: Robot) -> None:
    """Slower as told, on the same way."""
    cell = Guarded(arms)
    cell.robot.lateness = 0.0
    peaks = []
    for share, amount in ((0.5, 0.03), (0.1, -0.03)):
        slowed = scaled(robot, {"speed_scale": share, "acceleration_scale": share})
        arms.kept.clear()
        mover = arms.mover(cell.guard, robot=slowed)
        assert mover.move([replace(LIFT, amount=amount)]).refusal is None
        peaks.append(max(cell.speed_at(sample) for sample in arms.kept))
        assert peaks[-1] <= 1.1 * permitted_joints(slowed)["right"].speeds.max()
    assert peaks[1] < 0.5 * peaks[0]


@pytest.fixture(scope="module")
def page() -> str:
    return PAGE.read_text(encoding="utf-8")


def test_every_rule_is_documented(page: str) -> None:
    assert {name for name in SAFETY_RULES if f"`{name}`" not in page} == set()
    assert all(SAFETY_RULES[name].__doc__ for name in SAFETY_RULES)


def test_the_referee_knows_every_reason_of_the_guard(page: str) -> None:
    judged = INFRASTRUCTURE_CODES | SAFETY_STOPS
    reasons = list(Reason)
    of_guard = reasons[reasons.index(Reason.NOT_CONFIRMED) : reasons.index(Reason.MISSED_TARGET)]
    codes = {reason.code for reason in (*of_guard, Reason.NOT_RELEASED)}
    assert codes <= judged
    assert {code for code in codes if f"`{code}`" not in page} == set()


def test_a_guard_answers_from_any_thread(arms: SimulatedRobot) -> None:
    """Many threads stop and release at once; there is one cause at a time and no deadlock."""
    cell = Guarded(arms)
    guard: Guard = cell.guard
    threads = [
        threading.Thread(target=lambda: [guard.press(True), guard.press(False)]) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(5.0)
    assert not any(thread.is_alive() for thread in threads)
    assert len(cell.stops) == 1
