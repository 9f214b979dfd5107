"""The verifier finds every kind of fault that is put into a good motion."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from executor_cases import home
from eyehand_core.robot import Robot
from eyehand_executor.cartesian_motion import Line, Turn, motion_of
from eyehand_executor.cartesian_path import PathSettings
from eyehand_executor.commands import ArmCommand, CommandKind
from eyehand_executor.joint_trajectory import JointTrajectory
from eyehand_executor.kinematics import Kinematics
from eyehand_executor.planning import plan_motion
from eyehand_executor.verify import Bounds, Motion, find_faults


def _motion(robot: Robot, kinematics: Kinematics, kind: CommandKind, amount: float) -> Motion:
    start = home(robot, kinematics)
    axis = 2 if kind is CommandKind.TRANSLATE else 1
    command = ArmCommand(arm="right", kind=kind.value, axis=axis, amount=amount)
    motions = {"right": motion_of(command, kinematics.frames(start, "right"))}
    trajectory = plan_motion(kinematics, robot, start, motions, PathSettings())
    assert isinstance(trajectory, JointTrajectory)
    return Motion(
        trajectory=trajectory,
        motions=motions,
        start=start,
        velocity=robot.velocity_scale * kinematics.limits.velocity,
        acceleration=np.full(len(start), robot.acceleration),
    )


def _faults(kinematics: Kinematics, motion: Motion) -> str:
    return "; ".join(find_faults(kinematics, motion, Bounds()))


def _changed(motion: Motion, change: Callable[[JointTrajectory], JointTrajectory]) -> Motion:
    copy = JointTrajectory(
        times=motion.trajectory.times.copy(),
        positions=motion.trajectory.positions.copy(),
        velocities=motion.trajectory.velocities.copy(),
    )
    return replace(motion, trajectory=change(copy))


@pytest.fixture(scope="module")
def line(robot: Robot, right: Kinematics) -> Motion:
    return _motion(robot, right, CommandKind.TRANSLATE, 0.06)


@pytest.fixture(scope="module")
def turn(robot: Robot, right: Kinematics) -> Motion:
    return _motion(robot, right, CommandKind.ROTATE, math.radians(60))


def test_good_motions_have_no_faults(right: Kinematics, line: Motion, turn: Motion) -> None:
    assert _faults(right, line) == ""
    assert _faults(right, turn) == ""


def _nan(law: JointTrajectory) -> JointTrajectory:
    law.positions[3, 2] = math.nan
    return law


def _repeated_time(law: JointTrajectory) -> JointTrajectory:
    law.times[4] = law.times[3]
    return law


def _moving_end(law: JointTrajectory) -> JointTrajectory:
    law.velocities[-1, 1] = 0.1
    return law


def _other_start(law: JointTrajectory) -> JointTrajectory:
    law.positions[0, 1] += 1e-6
    return law


def _twice_as_fast(law: JointTrajectory) -> JointTrajectory:
    return replace(law, times=0.25 * law.times, velocities=4.0 * law.velocities)


def _beyond_limit(law: JointTrajectory) -> JointTrajectory:
    law.positions[20, 5] = 4.0
    return law


def _bump(law: JointTrajectory) -> JointTrajectory:
    law.positions[:, 0] += 0.02 * np.sin(np.linspace(0, math.pi, len(law.times))) ** 2
    return law


def _short(law: JointTrajectory) -> JointTrajectory:
    keep = len(law.times) - 6
    law.velocities[keep - 1] = 0.0
    return replace(
        law,
        times=law.times[:keep],
        positions=law.positions[:keep],
        velocities=law.velocities[:keep],
    )


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (_nan, "not finite"),
        (_repeated_time, "increase strictly"),
        (_moving_end, "end at rest"),
        (_other_start, "measured configuration"),
        (_twice_as_fast, "acceleration limit"),
        (_beyond_limit, "right_joint6 exceeds its position limit"),
        (_bump, "off the commanded motion"),
        (_short, "from the commanded pose"),
    ],
)
@pytest.mark.parametrize("name", ["line", "turn"])
def test_faults_are_found(
    request: pytest.FixtureRequest,
    right: Kinematics,
    name: str,
    change: Callable[[JointTrajectory], JointTrajectory],
    words: str,
) -> None:
    assert words in _faults(right, _changed(request.getfixturevalue(name), change))


def test_lower_velocity_limit_is_enforced(right: Kinematics, turn: Motion) -> None:
    assert "velocity limit" in _faults(right, replace(turn, velocity=0.3 * turn.velocity))


def test_turn_with_drifting_pivot_is_found(right: Kinematics, turn: Motion) -> None:
    asked = turn.motions["right"]
    assert isinstance(asked, Turn)
    other = replace(asked, pivot=asked.pivot + [0.002, 0, 0])
    assert "off the commanded motion" in _faults(right, replace(turn, motions={"right": other}))


def test_line_with_other_orientation_is_found(right: Kinematics, line: Motion) -> None:
    asked = line.motions["right"]
    assert isinstance(asked, Line)
    tilted = asked.start.rotated_about(asked.start.position, [1, 0, 0], math.radians(2))
    other = replace(asked, start=tilted)
    assert "degrees" in _faults(right, replace(line, motions={"right": other}))


def test_collision_on_the_way_is_found(robot: Robot, right: Kinematics) -> None:
    start = home(robot, right)
    through = start.copy()
    through[1] = 2.4
    times = np.linspace(0.0, 30.0, 61)
    share = 0.5 - 0.5 * np.cos(np.linspace(0.0, math.pi, 61))
    speed = 0.5 * math.pi / 30.0 * np.sin(np.linspace(0.0, math.pi, 61))
    speed[[0, -1]] = 0.0
    motion = Motion(
        trajectory=JointTrajectory(
            times=times,
            positions=start + share[:, None] * (through - start),
            velocities=speed[:, None] * (through - start),
        ),
        motions={},
        start=start,
        velocity=robot.velocity_scale * right.limits.velocity,
        acceleration=np.full(len(start), robot.acceleration),
    )
    assert "touches" in _faults(right, motion)
