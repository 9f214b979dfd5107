"""Turning grippers by turns about their own axes."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from eyehand_core.decisions.decision import Rotate
from eyehand_core.geometry import rotation
from eyehand_core.routines.orientation import (
    GRIPPER_AXES,
    _angles,
    gripper_orientation,
    turns_between,
)
from hypothesis import given
from hypothesis import strategies as st

ANGLES = st.floats(-math.pi, math.pi)
QUATERNIONS = (
    st.tuples(*[st.floats(-1, 1)] * 4)
    .filter(lambda q: np.linalg.norm(q) > 0.1)
    .map(rotation.normalized)
)


@given(q=QUATERNIONS)
@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_three_turns_in_any_order_make_the_rotation(order: tuple[int, ...], q: np.ndarray) -> None:
    """Composed again, the angles give the rotation they were taken from."""
    made = rotation.IDENTITY
    for axis, angle in zip(order, _angles(q, order), strict=True):
        made = rotation.multiply(made, rotation.from_axis_angle(np.eye(3)[axis], angle))
    # Near the singularity one angle is dropped: the rest is below what can be commanded.
    assert rotation.angle_between(made, q) < math.radians(0.5)


@given(around=ANGLES, tilt=st.floats(0.0, math.radians(3.0)), direction=ANGLES)
@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_no_angle_is_lost_around_the_singularity(
    order: tuple[int, ...], around: float, tilt: float, direction: float
) -> None:
    """A middle turn of nearly 90 degrees, from exactly singular to three degrees away."""
    first, second, _ = order
    lean = np.zeros(3)
    lean[first], lean[second] = math.cos(direction), math.sin(direction)
    q = rotation.multiply(
        rotation.from_axis_angle(np.eye(3)[second], math.pi / 2),
        rotation.multiply(
            rotation.from_axis_angle(np.eye(3)[first], around), rotation.from_axis_angle(lean, tilt)
        ),
    )
    made = rotation.IDENTITY
    for axis, angle in zip(order, _angles(q, order), strict=True):
        made = rotation.multiply(made, rotation.from_axis_angle(np.eye(3)[axis], angle))
    assert rotation.angle_between(made, q) < math.radians(0.5)


def follow(current: np.ndarray, target: np.ndarray) -> tuple[np.ndarray, list[Rotate]]:
    """Carry out first turns until there is none left."""
    done: list[Rotate] = []
    while turns := turns_between(current, target, "right", "test"):
        turn = turns[0]
        sign = 1.0 if turn.sign == "+" else -1.0
        axis = np.eye(3)[GRIPPER_AXES.index(turn.axis)]
        step = rotation.from_axis_angle(axis, sign * math.radians(turn.angle_deg))
        current = rotation.normalized(rotation.multiply(current, step))
        done.append(turn)
        assert len(done) <= 12, "the turns do not come to an end"
    return current, done


@given(start=QUATERNIONS, target=QUATERNIONS)
def test_following_the_turns_ends_at_the_target(start: np.ndarray, target: np.ndarray) -> None:
    """Within three turns that are too small to be commanded."""
    reached, done = follow(start, target)
    assert rotation.angle_between(reached, target) < math.radians(3.0)
    assert all(1.0 <= turn.angle_deg <= 90.0 for turn in done)


@given(yaw=st.floats(math.radians(-45), math.radians(45)))
def test_pointing_down_from_home_takes_two_turns(yaw: float) -> None:
    """Pitch first, then roll about the approach axis, which is then vertical."""
    _, done = follow(gripper_orientation(0, 0, 0), gripper_orientation(yaw, math.pi / 2, 0))
    assert done[0].axis == "ry"
    assert done[0].sign == "+"
    assert done[0].angle_deg == pytest.approx(90.0, abs=1.0)
    assert len(done) == (1 if abs(math.degrees(yaw)) <= 1.0 else 2)


def test_home_and_table_down_have_the_published_axes() -> None:
    """Home: rx = +Y, ry = -X, rz = +Z; table-down: rx = -Z, ry = -X, rz = +Y."""
    home = rotation.to_matrix(gripper_orientation(0, 0, 0))
    np.testing.assert_allclose(home.T, [[0, 1, 0], [-1, 0, 0], [0, 0, 1]], atol=1e-12)
    down = rotation.to_matrix(gripper_orientation(0, math.pi / 2, 0))
    np.testing.assert_allclose(down.T, [[0, 0, -1], [-1, 0, 0], [0, 1, 0]], atol=1e-12)


@given(heading=ANGLES, elevation=st.floats(-1.5, 1.5), roll=ANGLES)
def test_heading_and_elevation_say_where_the_gripper_points(
    heading: float, elevation: float, roll: float
) -> None:
    """The approach axis does not depend on the roll."""
    approach = rotation.to_matrix(gripper_orientation(heading, elevation, roll))[:, 0]
    level = math.cos(elevation)
    expected = [-level * math.sin(heading), level * math.cos(heading), -math.sin(elevation)]
    np.testing.assert_allclose(approach, expected, atol=1e-12)


def test_no_turn_is_left_at_the_target() -> None:
    """Nothing is off by more than one degree."""
    target = gripper_orientation(0.3, 1.0, -0.5)
    assert turns_between(target, target, "right", "") == []
