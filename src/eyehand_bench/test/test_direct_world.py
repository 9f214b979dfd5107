"""The executor in the thread of the world: it refuses, stops and reports as in its node."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from eyehand_bench.direct.direct_world import DirectWorld
from eyehand_bench.direct.workplace import workplace
from eyehand_core.decisions.arm_motion import ArmMotion, MotionKind
from eyehand_executor.reasons import Reason

PLACE = workplace(Path(__file__).resolve().parents[3] / "config", "dual_x5")
Z = 2
pytestmark = pytest.mark.sim


@pytest.fixture
def world() -> DirectWorld:
    task = PLACE.library.load("grasp_single_cube")
    return DirectWorld(PLACE, PLACE.library.instantiate(task, 1000))


def lift(millimetres: float, arm: str = "right") -> ArmMotion:
    return ArmMotion(arm=arm, kind=MotionKind.TRANSLATE, axis=Z, amount=millimetres / 1000)


def test_a_motion_ends_where_it_was_sent_and_gives_samples_to_the_rest(world: DirectWorld) -> None:
    before = world.settled.arms["right"].end_pose
    assert world.carry_out([lift(20)])
    states = world.take()
    after = states[-1].arms["right"].end_pose
    assert states[-1].at_rest
    assert not any(state.at_rest for state in states[:-1])
    assert after.position - before.position == pytest.approx([0, 0, 0.02], abs=1e-3)
    assert 0 < world.report.position_error < 1e-3
    assert world.report.execution_time > 0.1


@pytest.mark.parametrize(
    ("motions", "reason"),
    [
        ([lift(400)], Reason.AMOUNT_OUT_OF_RANGE),
        ([lift(20, arm="left")], Reason.ABSENT_ARM),
        ([lift(20), lift(20)], Reason.DUPLICATE_ARM),
        ([lift(math.nan)], Reason.NOT_FINITE),
        ([], Reason.EMPTY_COMMAND),
    ],
)
def test_the_gate_of_the_executor_stands_here_too(
    world: DirectWorld, motions: list[ArmMotion], reason: Reason
) -> None:
    assert not world.carry_out(motions)
    assert world.report.refusal is not None
    assert world.report.refusal.reason is reason
    assert world.refusal == world.report.refusal.message
    assert world.take() == [], "nothing moves, so no time passes"


def test_a_gripper_that_opens_tells_its_command_and_its_opening(world: DirectWorld) -> None:
    assert world.carry_out([ArmMotion(arm="right", kind=MotionKind.CLOSE)])
    closed = world.take()[-1].arms["right"]
    assert (closed.aperture_command, closed.fingers_at_rest) == (0.0, True)
    assert closed.aperture < 0.05
    assert world.carry_out([ArmMotion(arm="right", kind=MotionKind.OPEN)])
    assert world.take()[-1].arms["right"].aperture > 0.95
