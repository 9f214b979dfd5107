"""Lines keep orientation, turns keep the grip centre."""

from __future__ import annotations

import math

import numpy as np
import pytest
from eyehand_core.geometry import rotation
from eyehand_core.geometry.pose import Pose
from eyehand_executor.cartesian_motion import Line, Turn, motion_of
from eyehand_executor.commands import ArmCommand, CommandKind
from eyehand_executor.kinematics import ArmFrames
from hypothesis import given
from hypothesis import strategies as st

ANGLES = st.floats(-3.0, 3.0)
SHARES = st.floats(0.0, 1.0)


def _frames(roll: float, pitch: float, yaw: float) -> ArmFrames:
    end_pose = Pose.of([0.3, -0.3, 0.9], rotation.from_rpy(roll, pitch, yaw))
    return ArmFrames(
        end_pose=end_pose,
        grip_center=end_pose @ Pose.of([0.074, 0, 0]),
        tcp=end_pose @ Pose.of([0.12, 0, 0]),
    )


@given(ANGLES, ANGLES, ANGLES, st.integers(0, 2), st.floats(-0.1, 0.1), SHARES)
def test_line_moves_along_a_world_axis(
    roll: float, pitch: float, yaw: float, axis: int, amount: float, s: float
) -> None:
    frames = _frames(roll, pitch, yaw)
    command = ArmCommand(arm="right", kind=CommandKind.TRANSLATE.value, axis=axis, amount=amount)
    pose = motion_of(command, frames).pose(s)
    moved = pose.position - frames.end_pose.position
    assert moved == pytest.approx(s * amount * np.eye(3)[axis], abs=1e-12)
    assert (pose.quaternion == frames.end_pose.quaternion).all()


@given(ANGLES, ANGLES, ANGLES, st.integers(0, 2), st.floats(-1.57, 1.57), SHARES)
def test_turn_keeps_the_grip_centre_and_its_axis(
    roll: float, pitch: float, yaw: float, axis: int, amount: float, s: float
) -> None:
    frames = _frames(roll, pitch, yaw)
    command = ArmCommand(arm="right", kind=CommandKind.ROTATE.value, axis=axis, amount=amount)
    pose = motion_of(command, frames).pose(s)
    assert pose.transform([0.074, 0, 0]) == pytest.approx(frames.grip_center.position, abs=1e-9)
    assert pose.matrix[:, axis] == pytest.approx(frames.end_pose.matrix[:, axis], abs=1e-9)
    assert pose.angle_to(frames.end_pose) == pytest.approx(abs(s * amount), abs=1e-7)


def test_turn_is_right_handed_about_the_gripper_axis() -> None:
    """Home to table-down: +90 degrees about ry turns rx from +Y to -Z."""
    home = Pose.of([0.306, -0.322, 0.934], rotation.from_rpy(0, 0, math.pi / 2))
    turn = Turn(start=home, pivot=np.zeros(3), axis=np.array([0.0, 1, 0]), angle=math.pi / 2)
    assert turn.pose(1.0).matrix[:, 0] == pytest.approx([0, 0, -1], abs=1e-12)


@pytest.mark.parametrize(
    ("length", "steps"), [(0.001, 1), (0.005, 1), (0.0051, 2), (0.1, 20), (0.035, 7)]
)
def test_line_steps_are_at_most_5_mm(length: float, steps: int) -> None:
    line = Line(start=Pose.of([0, 0, 0]), offset=np.array([0, 0, -length]))
    assert line.steps == steps


@pytest.mark.parametrize(("degrees", "steps"), [(1, 1), (10, 1), (11, 2), (-90, 9), (90, 9)])
def test_turn_steps_are_at_most_10_degrees(degrees: float, steps: int) -> None:
    turn = Turn(
        start=Pose.of([0, 0, 0]),
        pivot=np.zeros(3),
        axis=np.array([1.0, 0, 0]),
        angle=math.radians(degrees),
    )
    assert turn.steps == steps
