"""Forward and inverse kinematics against each other and against published numbers."""

from __future__ import annotations

import math

import numpy as np
import pytest
from executor_cases import home, make_kinematics
from eyehand_core.errors import ConfigError, UnknownNameError
from eyehand_core.geometry.pose import Pose
from eyehand_core.robot import Robot
from eyehand_executor.kinematics import (
    Clearances,
    IkFailure,
    Kinematics,
    KinematicsCache,
)
from hypothesis import given, settings
from hypothesis import strategies as st

FRACTIONS = st.lists(st.floats(0.05, 0.95), min_size=6, max_size=6)
STEPS = st.lists(st.floats(-0.1, 0.1), min_size=6, max_size=6)


def test_home_poses_are_the_published_ones(any_robot: Robot, any_both: Kinematics) -> None:
    """VA-Bench (arXiv 2609.19554): GC, tcp and axes of both arms at home."""
    for arm, x in (("left", -0.306), ("right", 0.306)):
        frames = any_both.frames(home(any_robot, any_both), arm)
        assert frames.grip_center.position == pytest.approx([x, -0.248, 0.934], abs=1e-5)
        assert frames.tcp.position == pytest.approx([x, -0.202, 0.934], abs=1e-5)
        axes = frames.end_pose.matrix.T
        assert axes == pytest.approx(np.array([[0, 1, 0], [-1, 0, 0], [0, 0, 1]]), abs=1e-5)


def test_end_pose_at_home_is_the_published_one(robot: Robot, both: Kinematics) -> None:
    frames = both.frames(home(robot, both), "right")
    assert frames.end_pose.position == pytest.approx([0.306, -0.322, 0.934], abs=1e-6)


@settings(max_examples=150)
@given(fractions=FRACTIONS, steps=STEPS)
def test_inverse_undoes_forward(
    any_right: Kinematics, fractions: list[float], steps: list[float]
) -> None:
    right = any_right
    columns = right.columns("right")
    lower, upper = right.limits.lower[columns], right.limits.upper[columns]
    configuration = np.zeros(7)
    configuration[columns] = lower + np.array(fractions) * (upper - lower)
    target = right.frames(configuration, "right").end_pose
    seed = configuration.copy()
    seed[columns] = np.clip(seed[columns] + steps, lower, upper)

    solution = right.inverse("right", target, seed)

    # Next to a singular posture Newton may need a better seed; a wrong answer is never allowed.
    if isinstance(solution, IkFailure):
        assert np.linalg.cond(_jacobian(right, configuration)) > 100.0
        return
    reached = right.frames(solution, "right").end_pose
    assert reached.distance_to(target) < 1e-6
    assert reached.angle_to(target) < 1e-6
    assert (solution[columns] >= lower).all()
    assert (solution[columns] <= upper).all()
    assert solution[6] == seed[6]


def _jacobian(kinematics: Kinematics, configuration: np.ndarray) -> np.ndarray:
    """Return the numeric derivative of the end pose, rotation scaled by 0.1 m."""
    base = kinematics.frames(configuration, "right").end_pose
    rows = []
    for joint in range(6):
        moved = configuration.copy()
        moved[joint] += 1e-6
        pose = kinematics.frames(moved, "right").end_pose
        turn = base.inverse() @ pose
        rows.append([*(1e6 * turn.position), *(2e5 * turn.quaternion[1:])])
    return np.array(rows)


def test_inverse_moves_the_asked_arm_only(any_robot: Robot, any_both: Kinematics) -> None:
    start = home(any_robot, any_both)
    target = any_both.frames(start, "left").end_pose.translated([0.0, 0.02, 0.03])
    solution = any_both.inverse("left", target, start)
    assert not isinstance(solution, IkFailure)
    assert (solution[any_both.columns("right")] == start[any_both.columns("right")]).all()
    assert (solution[-2:] == start[-2:]).all()


def test_far_pose_is_a_failure(robot: Robot, right: Kinematics) -> None:
    start = home(robot, right)
    far = right.frames(start, "right").end_pose.translated([0.0, 2.0, 0.0])
    assert isinstance(right.inverse("right", far, start), IkFailure)


def test_turn_beyond_a_limit_names_the_joint(robot: Robot, right: Kinematics) -> None:
    start = home(robot, right)
    frames = right.frames(start, "right")
    turned = frames.end_pose.rotated_about(frames.end_pose.position, [1, 0, 0], math.radians(130))
    failure = right.inverse("right", turned, start)
    assert isinstance(failure, IkFailure)
    assert failure.joint is not None
    assert failure.joint.startswith("right_joint")


def test_limits_are_those_of_the_urdf(any_both: Kinematics) -> None:
    assert len(any_both.joint_names) == 14
    assert (any_both.limits.lower < any_both.limits.upper).all()
    assert (any_both.limits.velocity > 0).all()
    assert any_both.joint_names[-2] == "left_finger1_joint"
    assert any_both.joint_names[-1] == "right_finger1_joint"


def test_frames_follow_poses_of_the_gripper(robot: Robot, right: Kinematics) -> None:
    frames = right.frames(home(robot, right), "right")
    offset = frames.end_pose.inverse() @ frames.grip_center
    assert offset.position == pytest.approx([0.074, 0, 0], abs=1e-9)
    assert isinstance(frames.tcp, Pose)


def test_unknown_back_end_lists_the_known_ones(robot: Robot) -> None:
    with pytest.raises(UnknownNameError, match="pinocchio"):
        KinematicsCache("pinochio", robot, Clearances())


def test_wrong_joint_name_is_a_config_error(robot: Robot) -> None:
    from dataclasses import replace

    arm = robot.arms["right"]
    wrong = replace(arm, joints=("right_joint0", *arm.joints[1:]))
    broken = replace(robot, arms={**robot.arms, "right": wrong})
    with pytest.raises(ConfigError, match="right_joint0"):
        make_kinematics(broken, "right")


def test_wrong_frame_name_is_a_config_error(robot: Robot) -> None:
    from dataclasses import replace

    arm = replace(robot.arms["right"], tcp_frame="right_tip")
    broken = replace(robot, arms={**robot.arms, "right": arm})
    with pytest.raises(ConfigError, match="right_tip"):
        make_kinematics(broken, "right")
