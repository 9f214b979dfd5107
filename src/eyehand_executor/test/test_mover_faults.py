"""The whole sequence when it is cancelled, aborted, refused or left without an answer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import pytest
from executor_cases import make_kinematics
from eyehand_core.robot import Robot
from eyehand_executor.commands import CommandKind
from eyehand_executor.execution import TOGETHER_S
from eyehand_executor.kinematics import Kinematics
from eyehand_executor.reasons import Reason
from eyehand_executor.robot_samples import Stillness
from eyehand_world.lockstep import GRIPPER_WAIT_S, PARTNER_WAIT_S
from mover_cases import command, lift, still_for_good
from simulated_robot import SimulatedRobot

pytestmark = pytest.mark.sim


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_cancel_stops_on_the_way(robot: Robot, share: float) -> None:
    """Slow enough that physics cannot outrun the request."""
    simulated = SimulatedRobot(replace(robot, velocity_scale=0.02), ("right",))
    start = simulated.newest.configuration()
    due = share * 0.1
    kinematics = make_kinematics(robot, "right")
    height = kinematics.frames(start, "right").end_pose.position[2]

    def far_enough() -> bool:
        now = kinematics.frames(simulated.newest.configuration(), "right").end_pose.position[2]
        return bool(now - height >= due)

    report = simulated.mover().move([lift(amount=0.1)], cancel_requested=far_enough)
    still = still_for_good(simulated)
    simulated.simulation.close()
    assert report.refusal is not None
    assert report.refusal.reason is Reason.CANCELED
    assert report.valid
    assert 0.001 < report.position_error <= 0.1 - due + 1e-3
    assert all(goal.outcome() is not None for goal in simulated.goals)
    assert still


def test_cancel_before_sending_moves_nothing(one: SimulatedRobot) -> None:
    report = one.mover().move([lift()], cancel_requested=lambda: True)
    assert report.refusal is not None
    assert report.refusal.reason is Reason.CANCELED
    assert not one.goals


def test_abort_of_one_arm_stops_both(two: SimulatedRobot) -> None:
    def break_left() -> bool:
        if len(two.goals) == 2 and two.newest.stamp_ns > broken[0]:
            two.simulation._call(
                lambda: two.simulation._world.controllers["left_arm_controller"].abort("broken"), 5
            )
            broken[0] = 1 << 62
        return False

    broken = [two.newest.stamp_ns + 250_000_000]
    target = [lift("left", 0.1), lift("right", 0.1)]
    report = two.mover().move(target, cancel_requested=break_left)
    assert report.refusal is not None
    assert report.refusal.reason is Reason.CONTROLLER_ABORTED
    assert report.refusal.blocking == ("left_arm_controller",)
    assert "broken" in report.refusal.message
    right = next(goal for goal in two.goals if goal.controller == "right_arm_controller")
    outcome = right.outcome()
    assert outcome is not None
    assert still_for_good(two)


def test_rejection_by_the_second_arm_keeps_the_first_still(
    two: SimulatedRobot, both: Kinematics
) -> None:
    before = two.newest
    two.rejecting.add("right_arm_controller")
    report = two.mover().move([lift("left"), lift("right")])
    assert report.refusal is not None
    assert report.refusal.reason is Reason.CONTROLLER_REJECTED
    moved = np.abs(two.newest.arms["left"].positions - before.arms["left"].positions).max()
    assert moved < 0.002


@pytest.mark.parametrize("scale", [0.5, 0.002])
def test_arm_that_misses_the_common_start_stops_both(robot: Robot, scale: float) -> None:
    """The slow trajectory has hardly begun when the second arm is told, so it is accepted."""
    simulated = SimulatedRobot(replace(robot, velocity_scale=scale), ("left", "right"))
    simulated.delays["right_arm_controller"] = PARTNER_WAIT_S + 0.2
    report = simulated.mover().move([lift("left"), lift("right")])
    still = still_for_good(simulated)
    simulated.simulation.close()
    assert report.refusal is not None
    assert report.refusal.reason is Reason.PARTNER_LATE
    assert all(goal.outcome() is not None for goal in simulated.goals)
    assert still


def test_gripper_that_closes_after_the_other_is_refused(two: SimulatedRobot) -> None:
    two.delays["right_gripper_controller"] = GRIPPER_WAIT_S + 0.3
    report = two.mover().move([command(arm, CommandKind.CLOSE) for arm in ("left", "right")])
    assert report.refusal is not None
    assert report.refusal.reason is Reason.PARTNER_LATE


@pytest.mark.parametrize("delay", [0.0, 0.3])
@pytest.mark.parametrize("kind", [CommandKind.TRANSLATE, CommandKind.CLOSE])
def test_partner_the_world_waits_for_is_not_late(
    two: SimulatedRobot, kind: CommandKind, delay: float
) -> None:
    two.delays = {"right_arm_controller": delay, "right_gripper_controller": delay}
    amount = 0.03 if kind is CommandKind.TRANSLATE else 0.0
    report = two.mover().move([command(arm, kind, 2, amount) for arm in ("left", "right")])
    assert report.refusal is None


def test_world_waits_longer_than_goals_take_to_count_as_together() -> None:
    assert min(GRIPPER_WAIT_S, PARTNER_WAIT_S) > TOGETHER_S


def test_missing_controller_is_refused(one: SimulatedRobot) -> None:
    one.missing.add("right_arm_controller")
    report = one.mover().move([lift()])
    assert report.refusal is not None
    assert report.refusal.reason is Reason.CONTROLLER_UNAVAILABLE
    assert report.refusal.blocking == ("right_arm_controller",)


def test_lost_joint_states_stop_the_arm(one: SimulatedRobot) -> None:
    one.muted.set()
    report = one.mover(silence_timeout=0.0001, settle_timeout=0.5).move([lift(amount=0.1)])
    assert report.refusal is not None
    assert report.refusal.reason is Reason.JOINT_STATES_LOST
    assert all(goal.outcome() is not None for goal in one.goals)


def test_motion_past_its_wall_deadline_is_stopped(one: SimulatedRobot) -> None:
    report = one.mover(wall_timeout=0.0).move([lift(amount=0.1)])
    assert report.refusal is not None
    assert report.refusal.reason is Reason.WALL_TIMEOUT
    assert still_for_good(one)


def test_state_that_never_comes_is_stale(one: SimulatedRobot) -> None:
    report = one.mover().move([lift()], not_before_ns=one.newest.stamp_ns + 1)
    assert report.refusal is not None
    assert report.refusal.reason is Reason.STALE_JOINT_STATES
    assert not report.valid


def test_arm_that_moved_since_it_was_measured_is_not_sent_anywhere(
    one: SimulatedRobot, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured = one.newest
    pushed = replace(measured.arms["right"], positions=measured.arms["right"].positions + 0.02)

    def push(controllers: Iterable[str]) -> str | None:
        one.samples.put(replace(measured, arms={"right": pushed}))
        return None

    monkeypatch.setattr(one, "absent", push)
    report = one.mover().move([lift()])
    assert report.refusal is not None
    assert report.refusal.reason is Reason.START_CHANGED
    assert not one.goals


def test_world_that_pauses_before_the_arm_is_seen_at_rest_is_to_blame(one: SimulatedRobot) -> None:
    report = one.mover(stillness=Stillness(joint=1e-12), settle_timeout=0.5).move([lift()])
    assert report.refusal is not None
    assert report.refusal.reason is Reason.STILLNESS_UNKNOWN


def test_unknown_stillness_hides_no_cause(one: SimulatedRobot) -> None:
    mover = one.mover(stillness=Stillness(joint=1e-12), settle_timeout=0.5, wall_timeout=0.0)
    report = mover.move([lift()])
    assert report.refusal is not None
    assert report.refusal.reason is Reason.WALL_TIMEOUT
    assert "wall time; then no joint states showed" in report.refusal.message


@pytest.mark.parametrize("arms", [("right",), ("left", "right")])
def test_controller_that_does_not_answer_is_unavailable(
    two: SimulatedRobot, arms: tuple[str, ...]
) -> None:
    two.silent.add("right_arm_controller")
    report = two.mover().move([lift(arm) for arm in arms])
    assert report.refusal is not None
    assert report.refusal.reason is Reason.CONTROLLER_UNAVAILABLE
    assert all(goal.outcome() is not None for goal in two.goals)
