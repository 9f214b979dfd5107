"""Every rule of the gate refuses what it should, with its own reason."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from eyehand_core.robot import Robot
from eyehand_executor.commands import AMOUNT_RANGES, ArmCommand, CommandKind
from eyehand_executor.controller_port import ArmTrajectory, ControllerGoal
from eyehand_executor.gate import RULES, Attempt, GateSettings, judge
from eyehand_executor.kinematics import Kinematics
from eyehand_executor.reasons import Reason, Refusal
from eyehand_executor.robot_samples import ArmSample, RobotSample, Stillness
from hypothesis import given, settings
from hypothesis import strategies as st

UP = ArmCommand(arm="right", kind=CommandKind.TRANSLATE.value, axis=2, amount=0.05)
CLOSE = ArmCommand(arm="right", kind=CommandKind.CLOSE.value)


class PresentControllers:
    """Controllers that all answer except those named; the gate sends nothing."""

    def __init__(self, *missing: str) -> None:
        self._missing = missing

    def absent(self, controllers: Iterable[str]) -> str | None:
        return next((name for name in controllers if name in self._missing), None)

    def send_trajectory(self, trajectory: ArmTrajectory) -> ControllerGoal | None:
        raise AssertionError("the gate must not move anything")

    def send_gripper(self, arm: str, position: float) -> ControllerGoal | None:
        raise AssertionError("the gate must not move anything")


def _sample(**changes: Any) -> RobotSample:
    arm = ArmSample(
        positions=np.zeros(6),
        velocities=np.zeros(6),
        efforts=np.zeros(6),
        finger_position=0.045,
        finger_velocity=0.0,
    )
    received = changes.pop("received", time.monotonic())
    return RobotSample(
        stamp_ns=5_000_000_000, arms={"right": replace(arm, **changes)}, received=received
    )


@pytest.fixture(scope="module")
def attempt(robot: Robot, right: Kinematics) -> Attempt:
    return Attempt(
        commands=(UP,),
        not_before_ns=0,
        robot=robot,
        sample=_sample(),
        kinematics_for=lambda arms: right,
        port=PresentControllers(),
        settings=GateSettings(stillness=Stillness()),
    )


def _turn(axis: int, degrees: float) -> ArmCommand:
    return ArmCommand(
        arm="right", kind=CommandKind.ROTATE.value, axis=axis, amount=math.radians(degrees)
    )


def test_good_commands_pass(attempt: Attempt) -> None:
    for command in (UP, CLOSE, _turn(1, 90), _turn(0, -1), replace(UP, amount=0.001)):
        assert judge(replace(attempt, commands=(command,))) is None


CASES: list[tuple[dict[str, Any], Reason]] = [
    ({"commands": ()}, Reason.EMPTY_COMMAND),
    ({"commands": (replace(UP, arm="third"),)}, Reason.UNKNOWN_ARM),
    ({"commands": (UP, UP)}, Reason.DUPLICATE_ARM),
    ({"commands": (replace(UP, kind=7),)}, Reason.UNKNOWN_KIND),
    ({"commands": (UP, replace(CLOSE, arm="left"))}, Reason.MIXED_KINDS),
    ({"commands": (replace(UP, axis=3),)}, Reason.UNKNOWN_AXIS),
    ({"commands": (replace(UP, amount=math.nan),)}, Reason.NOT_FINITE),
    ({"commands": (replace(UP, amount=-math.inf),)}, Reason.NOT_FINITE),
    ({"commands": (replace(UP, amount=0.0009),)}, Reason.AMOUNT_OUT_OF_RANGE),
    ({"commands": (replace(UP, amount=-0.1001),)}, Reason.AMOUNT_OUT_OF_RANGE),
    ({"commands": (replace(UP, amount=0.0),)}, Reason.AMOUNT_OUT_OF_RANGE),
    ({"commands": (_turn(0, 91),)}, Reason.AMOUNT_OUT_OF_RANGE),
    ({"commands": (_turn(0, 0.5),)}, Reason.AMOUNT_OUT_OF_RANGE),
    ({"sample": None}, Reason.NO_JOINT_STATES),
    ({"not_before_ns": 5_000_000_001}, Reason.STALE_JOINT_STATES),
    (
        {
            "sample": _sample(received=time.monotonic() - 60.0),
            "settings": GateSettings(stillness=Stillness(), lock_step=False),
        },
        Reason.STALE_JOINT_STATES,
    ),
    ({"commands": (replace(UP, arm="left"),)}, Reason.ABSENT_ARM),
    ({"port": PresentControllers("right_arm_controller")}, Reason.CONTROLLER_UNAVAILABLE),
    (
        {"commands": (CLOSE,), "port": PresentControllers("right_gripper_controller")},
        Reason.CONTROLLER_UNAVAILABLE,
    ),
    ({"sample": _sample(velocities=np.full(6, 0.02))}, Reason.ROBOT_MOVING),
    ({"sample": _sample(velocities=np.full(6, math.nan))}, Reason.ROBOT_MOVING),
    ({"sample": _sample(finger_velocity=-0.01)}, Reason.ROBOT_MOVING),
]


@pytest.mark.parametrize(("changes", "reason"), CASES)
def test_refusals(attempt: Attempt, changes: dict[str, Any], reason: Reason) -> None:
    refusal = judge(replace(attempt, **changes))
    assert refusal is not None
    assert refusal.reason is reason
    assert not refusal.reason.valid
    assert refusal.message


def test_paused_world_may_be_silent(attempt: Attempt) -> None:
    """In a lock-stepped world joint states do not age: a model may think for a minute."""
    assert judge(replace(attempt, sample=_sample(received=time.monotonic() - 3600.0))) is None


@pytest.mark.parametrize(
    ("axis", "amount", "name"), [(2, -0.1, "grip centre"), (0, 0.1, "end pose"), (1, 0.1, "grip")]
)
def test_outside_the_workspace(
    attempt: Attempt, robot: Robot, axis: int, amount: float, name: str
) -> None:
    box = robot.workspace
    lower, upper = list(box.lower), list(box.upper)
    # Put the wall 42 mm from home in the direction of the motion.
    home = {"end pose": [0.306, -0.322, 0.934], "grip": [0.306, -0.248, 0.934]}
    point = home["end pose" if name == "end pose" else "grip"][axis]
    (lower if amount < 0 else upper)[axis] = point + math.copysign(0.042, amount)
    small = replace(robot, workspace=replace(box, lower=tuple(lower), upper=tuple(upper)))
    command = replace(UP, axis=axis, amount=amount)
    refusal = judge(replace(attempt, robot=small, commands=(command,)))
    assert refusal is not None
    assert refusal.reason is Reason.OUTSIDE_WORKSPACE
    assert refusal.fraction == pytest.approx(0.4)
    inside = replace(UP, axis=axis, amount=0.4 * amount)
    assert judge(replace(attempt, robot=small, commands=(inside,))) is None


def test_a_turn_is_judged_by_the_end_pose_on_its_arc(attempt: Attempt, robot: Robot) -> None:
    """The grip centre stays, but the end pose swings up by its distance to it."""
    box = replace(robot.workspace, upper=(0.55, 0.35, 0.97))
    refusal = judge(replace(attempt, robot=replace(robot, workspace=box), commands=(_turn(1, 90),)))
    assert refusal is not None
    assert refusal.reason is Reason.OUTSIDE_WORKSPACE
    assert "end pose" in refusal.message
    assert 0.0 < refusal.fraction < 1.0


def test_every_gate_reason_is_tripped_here() -> None:
    elsewhere = {Reason.OUTSIDE_WORKSPACE, Reason.BUSY, Reason.NOT_RELEASED}
    gate = {reason for reason in Reason if not reason.valid}
    assert gate - elsewhere == {reason for _, reason in CASES}


def test_codes_and_descriptions_are_presentable() -> None:
    codes = [reason.code for reason in Reason]
    assert len(set(codes)) == len(codes)
    for reason in Reason:
        assert reason.code == reason.code.lower()
        assert reason.description
        assert not reason.description.endswith(".")
    assert all(rule.__doc__ for rule in RULES)


@settings(max_examples=300)
@given(
    arm=st.sampled_from(["right", "left", "", "RIGHT", "right_arm"]),
    kind=st.integers(0, 255),
    axis=st.integers(0, 255),
    amount=st.floats(allow_nan=True, allow_infinity=True),
)
def test_any_command_is_judged_without_raising(
    attempt: Attempt, arm: str, kind: int, axis: int, amount: float
) -> None:
    command = ArmCommand(arm=arm, kind=kind, axis=axis, amount=amount)
    refusal = judge(replace(attempt, commands=(command,)))
    if refusal is None:
        assert arm == "right"
        amounts = AMOUNT_RANGES.get(command.command_kind)
        assert amounts is None or amounts.smallest - 1e-6 <= abs(amount) <= amounts.largest + 1e-6
    else:
        assert isinstance(refusal, Refusal)
