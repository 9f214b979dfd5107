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
