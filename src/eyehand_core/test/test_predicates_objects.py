"""Predicates on objects, with things just inside and just outside every bound."""

from __future__ import annotations

import math

import numpy as np
import pytest
from eyehand_core.geometry import rotation
from eyehand_core.predicates import objects as terms
from hypothesis import given
from hypothesis import strategies as st
from world_states import moment, state, thing, touch

HAIR = 1e-6
TABLE = 0.74
DIRECTIONS = st.floats(-math.pi, math.pi)


@pytest.mark.parametrize(("rise", "expected"), [(0.05 - HAIR, False), (0.05 + HAIR, True)])
def test_lifted_counts_from_the_settled_height(rise: float, expected: bool) -> None:
    """A cube that sank by a millimetre while settling is lifted from there."""
    settled = state(thing("cube", (0, 0, TABLE - 0.001)))
    now = state(thing("cube", (0.2, 0.1, TABLE - 0.001 + rise)))
    assert terms.lifted(moment(now, settled), "cube", 0.05) is expected


@given(direction=DIRECTIONS, slope=DIRECTIONS)
@pytest.mark.parametrize(("way", "expected"), [(0.005 - HAIR, True), (0.005 + HAIR, False)])
def test_moved_less_in_every_direction(
    direction: float, slope: float, way: float, expected: bool
) -> None:
    """The way counts, not one axis of it."""
    step = way * np.array(
        [
            math.cos(direction) * math.cos(slope),
            math.sin(direction) * math.cos(slope),
            math.sin(slope),
        ]
    )
    settled = state(thing("bowl", (0.1, 0.02, TABLE)))
    now = state(thing("bowl", np.array([0.1, 0.02, TABLE]) + step))
    assert terms.moved_less(moment(now, settled), "bowl", 0.005) is expected


@given(direction=DIRECTIONS, height=st.floats(-1, 1))
@pytest.mark.parametrize(("way", "expected"), [(0.055 - HAIR, True), (0.055 + HAIR, False)])
def test_near_xy_is_a_circle_at_any_height(
    direction: float, height: float, way: float, expected: bool
) -> None:
    """Heights do not matter, directions neither."""
    bowl = np.array([0.1, 0.02, TABLE])
    cube = bowl + [way * math.cos(direction), way * math.sin(direction), height]
    now = state(thing("cube", cube), thing("bowl", bowl))
    assert terms.near_xy(moment(now), "cube", "bowl", 0.055) is expected


@pytest.mark.parametrize(
    ("height", "expected"),
    [(0.015 - HAIR, False), (0.015 + HAIR, True), (0.095 - HAIR, True), (0.095 + HAIR, False)],
)
def test_height_between_both_bounds(height: float, expected: bool) -> None:
    """Below, within and above."""
    now = state(thing("cube", (0, 0, TABLE + height)), thing("bowl", (0.1, 0, TABLE)))
    assert terms.height_between(moment(now), "cube", "bowl", 0.015, 0.095) is expected


def test_points_turn_with_their_object() -> None:
    """A named point is given in the object's frame."""
    quarter = rotation.from_axis_angle([0, 0, 1], math.pi / 2)
    pot = thing("pot", (0.1, 0.2, TABLE), quaternion=quarter)
    points = {"pot": {"right_handle": (0.12, 0.0, 0.07)}}
    found = moment(state(pot), points=points).point("pot.right_handle")
    np.testing.assert_allclose(found, [0.1, 0.32, TABLE + 0.07], atol=1e-12)


def test_contact_is_between_the_two_named() -> None:
    """Order does not matter; a third body does."""
    now = state(thing("cube", (0, 0, 0)), contacts=(touch("bowl", "cube"), touch("cube", "table")))
    assert terms.contact(moment(now), "cube", "bowl") is True
    assert terms.contact(moment(now), "bowl", "cube") is True
    assert terms.contact(moment(now), "bowl", "table") is False


@given(direction=DIRECTIONS, yaw=DIRECTIONS)
@pytest.mark.parametrize(("tilt", "expected"), [(36.8, True), (36.9, False), (179.0, False)])
def test_upright_tilts_the_same_way_in_all_directions(
    direction: float, yaw: float, tilt: float, expected: bool
) -> None:
    """Turning about the own axis changes nothing; standing on the head is not upright."""
    lean = rotation.from_axis_angle(
        [math.cos(direction), math.sin(direction), 0], math.radians(tilt)
    )
    turned = rotation.multiply(lean, rotation.from_axis_angle([0, 0, 1], yaw))
    now = state(thing("pot", (0, 0, TABLE), quaternion=turned))
    assert terms.upright(moment(now), "pot", 36.87) is expected


@pytest.mark.parametrize(("speed", "expected"), [(0.01 - HAIR, True), (0.01 + HAIR, False)])
def test_still_is_slower_than_the_bound(speed: float, expected: bool) -> None:
    """Speed in any direction."""
    now = state(thing("cube", (0, 0, 0), velocity=speed * np.array([0.6, 0.0, -0.8])))
    assert terms.still(moment(now), "cube", 0.01) is expected


@pytest.mark.parametrize(
    ("dx", "dy", "expected"),
    [
        (0.035 - HAIR, -0.02 + HAIR, True),
        (0.035 + HAIR, 0.0, False),
        (0.0, -0.02 - HAIR, False),
        (0.03, 0.03, False),
    ],
)
def test_near_axes_is_a_rectangle_along_the_world_at_any_height(
    dx: float, dy: float, expected: bool
) -> None:
    pad = np.array([0.1, 0.02, TABLE])
    now = state(thing("cube", pad + [dx, dy, 0.3]), thing("pad", pad))
    assert terms.near_axes(moment(now), "cube", "pad", 0.035, 0.02) is expected


@given(yaw=DIRECTIONS)
@pytest.mark.parametrize(
    ("dx", "dy", "dz", "expected"),
    [
        (0.045 - HAIR, 0.03 - HAIR, 0.05, True),
        (0.045 + HAIR, 0.0, 0.05, False),
        (0.0, -0.03 - HAIR, 0.05, False),
        (0.0, 0.0, -0.05, False),
    ],
)
def test_over_face_turns_with_the_support_and_is_never_under_it(
    yaw: float, dx: float, dy: float, dz: float, expected: bool
) -> None:
    """A cube under a block is not on it."""
    turn = rotation.from_axis_angle([0, 0, 1], yaw)
    block = thing("block", (0.1, 0.0, TABLE), quaternion=turn, size=(0.09, 0.06, 0.05))
    now = state(thing("cube", block.pose.transform([dx, dy, dz])), block)
    assert terms.over_face(moment(now), "cube", "block") is expected


@given(axis=DIRECTIONS, spin=DIRECTIONS)
@pytest.mark.parametrize(
    ("lean_deg", "upright", "either_way"),
    [(14.99, True, True), (15.01, False, False), (165.01, False, True), (164.99, False, False)],
)
def test_vertical_takes_either_end_and_upright_only_the_top(
    axis: float, spin: float, lean_deg: float, upright: bool, either_way: bool
) -> None:
    """A bottle on its head is vertical, but not upright."""
    lean = rotation.from_axis_angle([math.cos(axis), math.sin(axis), 0], math.radians(lean_deg))
    turn = rotation.multiply(lean, rotation.from_axis_angle([0, 0, 1], spin))
    seen = moment(state(thing("bottle", (0, 0, 1), quaternion=turn)))
    assert terms.upright(seen, "bottle", 15.0) is upright
    assert terms.vertical(seen, "bottle", 15.0) is either_way


@given(axis=st.tuples(DIRECTIONS, DIRECTIONS, DIRECTIONS))
@pytest.mark.parametrize(("off_deg", "expected"), [(15.99, True), (16.01, False)])
def test_turned_flat_bounds_the_whole_turn(
    axis: tuple[float, float, float], off_deg: float, expected: bool
) -> None:
    """Whether it is turned too far or tips over."""
    if np.linalg.norm(axis) < 0.01:
        return
    wanted = rotation.from_axis_angle([0, 0, 1], math.pi)
    turn = rotation.multiply(rotation.from_axis_angle(axis, math.radians(off_deg)), wanted)
    seen = moment(state(thing("shoe", (0, 0, 1), quaternion=turn)))
    assert terms.turned_flat(seen, "shoe", 180.0, 16.0) is expected
