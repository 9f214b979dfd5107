"""What becomes of MoveIt's Cartesian paths: whole ones are placed and joined, others refused."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from executor_cases import home
from eyehand_core.geometry.rotation import Array
from eyehand_core.robot import Robot
from eyehand_executor.cartesian_motion import motion_of
from eyehand_executor.cartesian_path import CartesianPath, PathSettings, plan_path
from eyehand_executor.commands import ArmCommand, CommandKind
from eyehand_executor.kinematics import Kinematics
from eyehand_executor.obstacle_growth import START_OVERLAP, growth_at_start
from eyehand_executor.reasons import Reason, Refusal
from eyehand_executor.service_path import merged_path, sorted_path
from hypothesis import given
from hypothesis import strategies as st

trajectory_msgs = pytest.importorskip("trajectory_msgs.msg")


def answer(kinematics: Kinematics, arm: str, configurations: Array) -> object:
    """Return joint positions as the service gives them: joints in an order of its own."""
    names = list(reversed(kinematics.joint_names[kinematics.columns(arm)]))
    columns = [kinematics.joint_names.index(name) for name in names]
    points = [
        trajectory_msgs.JointTrajectoryPoint(positions=[float(v) for v in row[columns]])
        for row in configurations
    ]
    return trajectory_msgs.JointTrajectory(joint_names=names, points=points)


@pytest.fixture(scope="module")
def lifts(robot: Robot, both: Kinematics) -> tuple[Array, dict[str, CartesianPath]]:
    """A lift of each arm alone, as the service answers it, with a point given twice."""
    start = home(robot, both)
    paths = {}
    for arm in both.arms:
        command = ArmCommand(arm=arm, kind=CommandKind.TRANSLATE.value, axis=2, amount=0.06)
        motion = motion_of(command, both.frames(start, arm))
        path = plan_path(both, start, {arm: motion}, PathSettings())
        assert isinstance(path, CartesianPath)
        rows = np.repeat(path.configurations, [2, *[1] * (len(path.parameters) - 1)], axis=0)
        found = sorted_path(both, arm, motion, start, 1.0, answer(both, arm, rows))
        assert isinstance(found, CartesianPath)
        assert found.configurations == pytest.approx(path.configurations)
        assert found.parameters == pytest.approx(path.parameters, abs=0.01)
        assert (np.diff(found.parameters) > 0).all()
        paths[arm] = found
    return start, paths


@pytest.mark.parametrize("fraction", [0.0, 0.5, 0.9985, float("nan")])
def test_part_of_a_path_is_a_refusal(robot: Robot, both: Kinematics, fraction: float) -> None:
    start = home(robot, both)
    command = ArmCommand(arm="left", kind=CommandKind.TRANSLATE.value, axis=2, amount=0.06)
    motion = motion_of(command, both.frames(start, "left"))
    trajectory = answer(both, "left", start[None])
    found = sorted_path(both, "left", motion, start, fraction, trajectory)
    assert isinstance(found, Refusal)
    assert found.reason is Reason.UNREACHABLE


def test_a_whole_path_that_ends_elsewhere_is_a_refusal(robot: Robot, both: Kinematics) -> None:
    start = home(robot, both)
    command = ArmCommand(arm="left", kind=CommandKind.TRANSLATE.value, axis=2, amount=0.06)
    motion = motion_of(command, both.frames(start, "left"))
    trajectory = answer(both, "left", np.repeat(start[None], 3, axis=0))
    assert isinstance(sorted_path(both, "left", motion, start, 1.0, trajectory), Refusal)


def test_two_arms_are_joined_on_one_parameter(
    both: Kinematics, lifts: tuple[Array, dict[str, CartesianPath]]
) -> None:
    start, paths = lifts
    joined = merged_path(both, start, paths, PathSettings())
    assert isinstance(joined, CartesianPath)
    assert (np.diff(joined.parameters) > 0).all()
    for s, configuration in zip(joined.parameters, joined.configurations, strict=True):
        for arm in both.arms:
            height = both.frames(configuration, arm).end_pose.position[2]
            rise = height - both.frames(start, arm).end_pose.position[2]
            assert rise == pytest.approx(0.06 * s, abs=0.0008)


def test_a_jump_between_two_points_is_a_refusal(
    both: Kinematics, lifts: tuple[Array, dict[str, CartesianPath]]
) -> None:
    start, paths = lifts
    ends = {
        arm: CartesianPath(
            parameters=path.parameters[[0, -1]],
            configurations=path.configurations[[0, -1]] + [[0.0], [0.4]],
        )
        for arm, path in paths.items()
    }
    found = merged_path(both, start, ends, PathSettings())
    assert isinstance(found, Refusal)
    assert found.reason in (Reason.JOINT_JUMP, Reason.JOINT_LIMIT)


@given(
    distance=st.floats(-0.004, 0.01), clearance=st.floats(0.0, 0.005), slack=st.floats(0.0, 0.001)
)
def test_an_obstacle_is_grown_as_far_as_the_start_allows(
    distance: float, clearance: float, slack: float
) -> None:
    """A robot at ``distance`` keeps its distance, or the clearance where it has more."""
    touches: Callable[[float], bool] = lambda growth: distance <= growth  # noqa: E731
    growth = growth_at_start(touches, clearance, slack)
    if distance <= -START_OVERLAP:
        assert growth is None
        return
    assert growth is not None
    assert not touches(growth)
    if distance > clearance:
        assert growth == clearance
    else:
        assert distance - growth <= slack + (clearance + START_OVERLAP) / 2**6 + 1e-12
