"""The path algorithm: what it finds lies on the motion, what it refuses says why."""

from __future__ import annotations

import math

import numpy as np
import pytest
from executor_cases import home, random_start
from eyehand_core.robot import Robot
from eyehand_executor.cartesian_motion import CartesianMotion, Line, motion_of
from eyehand_executor.cartesian_path import CartesianPath, PathSettings, plan_path
from eyehand_executor.commands import ArmCommand, CommandKind
from eyehand_executor.kinematics import Kinematics
from eyehand_executor.reasons import Reason, Refusal

SETTINGS = PathSettings()


def _command(arm: str, kind: CommandKind, axis: int, amount: float) -> ArmCommand:
    return ArmCommand(arm=arm, kind=kind.value, axis=axis, amount=amount)


def _motions(
    kinematics: Kinematics, start: np.ndarray, *commands: ArmCommand
) -> dict[str, CartesianMotion]:
    return {
        command.arm: motion_of(command, kinematics.frames(start, command.arm))
        for command in commands
    }


def _plan(
    kinematics: Kinematics, start: np.ndarray, *commands: ArmCommand
) -> CartesianPath | Refusal:
    return plan_path(kinematics, start, _motions(kinematics, start, *commands), SETTINGS)


def test_down_turn_from_home_is_found(robot: Robot, right: Kinematics) -> None:
    start = home(robot, right)
    turn = _command("right", CommandKind.ROTATE, 1, math.radians(90))
    path = _plan(right, start, turn)
    assert isinstance(path, CartesianPath)
    assert path.parameters[0] == 0.0
    assert path.parameters[-1] == 1.0
    assert (np.diff(path.parameters) > 0).all()
    assert (path.configurations[0] == start).all()
    end = right.frames(path.configurations[-1], "right")
    assert end.end_pose.matrix[:, 0] == pytest.approx([0, 0, -1], abs=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [CommandKind.TRANSLATE, CommandKind.ROTATE])
def test_waypoints_and_chords_lie_on_the_motion(
    robot: Robot, both: Kinematics, kind: CommandKind
) -> None:
    rng = np.random.default_rng(11)
    found = 0
    for _ in range(40):
        start = random_start(rng, robot, both)
        amount = 0.06 if kind is CommandKind.TRANSLATE else math.radians(40)
        commands = [
            _command(arm, kind, int(rng.integers(3)), amount * rng.choice([-1, 1]))
            for arm in both.arms
        ]
        path = _plan(both, start, *commands)
        if isinstance(path, Refusal):
            continue
        found += 1
        motions = _motions(both, start, *commands)
        q, s = path.configurations, path.parameters
        chords = 0.5 * (q[1:] + q[:-1])
        for points, parameters, distance, angle in (
            (q, s, 1e-6, 1e-6),
            (chords, 0.5 * (s[1:] + s[:-1]), 0.0005, math.radians(0.3)),
        ):
            for point, parameter in zip(points, parameters, strict=True):
                for arm, motion in motions.items():
                    pose = both.frames(point, arm).end_pose
                    assert pose.distance_to(motion.pose(parameter)) <= distance
                    assert pose.angle_to(motion.pose(parameter)) <= angle
        assert (q[:, -2:] == start[-2:]).all()
    assert found >= 5


def test_still_arm_stays_where_it_is(robot: Robot, both: Kinematics) -> None:
    start = home(robot, both)
    path = _plan(both, start, _command("left", CommandKind.TRANSLATE, 2, 0.05))
    assert isinstance(path, CartesianPath)
    columns = both.columns("right")
    assert (path.configurations[:, columns] == start[columns]).all()


def test_way_through_the_table_is_a_collision(robot: Robot, right: Kinematics) -> None:
    start = home(robot, right)
    for command in (
        _command("right", CommandKind.TRANSLATE, 1, 0.1),
        _command("right", CommandKind.ROTATE, 1, math.radians(90)),
    ):
        prepared = _plan(right, start, command)
        assert isinstance(prepared, CartesianPath)
        start = prepared.configurations[-1]
    for _ in range(3):
        path = _plan(right, start, _command("right", CommandKind.TRANSLATE, 2, -0.08))
        if isinstance(path, Refusal):
            break
        start = path.configurations[-1]
    assert isinstance(path, Refusal)
    assert path.reason is Reason.COLLISION
    assert "table" in path.blocking
    assert 0.0 < path.fraction < 1.0
    assert f"{path.fraction:.0%}" in path.message


def test_way_beyond_reach_is_refused_with_its_share(robot: Robot, right: Kinematics) -> None:
    start = home(robot, right)
    for _ in range(8):
        path = _plan(right, start, _command("right", CommandKind.TRANSLATE, 1, 0.1))
        if isinstance(path, Refusal):
            break
        start = path.configurations[-1]
    assert isinstance(path, Refusal)
    assert path.reason in {Reason.UNREACHABLE, Reason.JOINT_LIMIT}
    assert 0.0 <= path.fraction < 1.0
    assert path.blocking


def test_turn_beyond_a_joint_limit_names_the_joint(robot: Robot, right: Kinematics) -> None:
    start = home(robot, right)
    first = _plan(right, start, _command("right", CommandKind.ROTATE, 0, math.radians(90)))
    assert isinstance(first, CartesianPath)
    second = _plan(
        right,
        first.configurations[-1],
        _command("right", CommandKind.ROTATE, 0, math.radians(60)),
    )
    assert isinstance(second, Refusal)
    assert second.reason is Reason.JOINT_LIMIT
    assert second.blocking == ("right_joint6",)


def test_limits_are_kept_with_margin(robot: Robot, right: Kinematics) -> None:
    rng = np.random.default_rng(2)
    columns = right.columns("right")
    found = 0
    for _ in range(80):
        start = random_start(rng, robot, right)
        path = _plan(
            right, start, _command("right", CommandKind.TRANSLATE, int(rng.integers(3)), 0.1)
        )
        if isinstance(path, Refusal):
            continue
        found += 1
        joints = path.configurations[:, columns]
        assert (joints >= right.limits.lower[columns] + SETTINGS.limit_margin).all()
        assert (joints <= right.limits.upper[columns] - SETTINGS.limit_margin).all()
    assert found > 20


def test_start_within_the_margin_may_be_left(robot: Robot, right: Kinematics) -> None:
    start = home(robot, right)
    start[5] = right.limits.upper[5] - 0.001
    back = _plan(right, start, _command("right", CommandKind.ROTATE, 0, -math.radians(10)))
    forth = _plan(right, start, _command("right", CommandKind.ROTATE, 0, math.radians(10)))
    outcomes = {
        outcome.reason if isinstance(outcome, Refusal) else None for outcome in (back, forth)
    }
    assert outcomes == {None, Reason.JOINT_LIMIT}


def test_overlap_at_the_start_is_refused(robot: Robot, right: Kinematics) -> None:
    start = home(robot, right)
    start[:6] = [0.0, 2.4, 1.0, 0.0, 0.0, 0.0]
    path = _plan(right, start, _command("right", CommandKind.TRANSLATE, 2, 0.01))
    assert isinstance(path, Refusal)
    assert path.reason is Reason.START_IN_COLLISION


def test_change_of_posture_on_the_way_is_a_jump(robot: Robot, right: Kinematics) -> None:
    """A wrist that has to swing through its singular posture within a millimetre."""
    rng = np.random.default_rng(0)
    strict = PathSettings(max_depth=0)
    reasons = set()
    for _ in range(60):
        start = random_start(rng, robot, right)
        frames = right.frames(start, "right")
        command = _command("right", CommandKind.ROTATE, int(rng.integers(3)), math.radians(80))
        path = plan_path(right, start, {"right": motion_of(command, frames)}, strict)
        if isinstance(path, Refusal):
            reasons.add(path.reason)
            if path.reason is Reason.JOINT_JUMP:
                assert path.blocking[0].startswith("right_joint")
    assert Reason.JOINT_JUMP in reasons


def test_target_far_away_is_refused_not_raised(robot: Robot, right: Kinematics) -> None:
    start = home(robot, right)
    pose = right.frames(start, "right").end_pose
    path = plan_path(
        right, start, {"right": Line(start=pose, offset=np.array([0, 0, 9.0]))}, SETTINGS
    )
    assert isinstance(path, Refusal)
