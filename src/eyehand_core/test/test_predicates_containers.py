"""Things in a basket: just inside and just outside of walls and heights."""

from __future__ import annotations

import math

import numpy as np
import pytest
from eyehand_core.geometry import rotation
from eyehand_core.predicates.containers import PRESSED, contained
from eyehand_core.predicates.moment import Moment
from eyehand_core.world_state import ObjectState
from hypothesis import given
from hypothesis import strategies as st
from world_states import moment, state, thing, touch

WALL, EDGE, HAIR = 0.006, 0.04, 1e-6
SIZE = np.array([0.26, 0.20, 0.07])
REACH = SIZE[:2] / 2 - WALL - EDGE / 2 + PRESSED
POINTS = {"basket": {"floor": (0.0, 0.0, WALL)}}


def basket(yaw: float = 0.0) -> ObjectState:
    turn = rotation.from_axis_angle([0, 0, 1], yaw)
    return thing("basket", (0.02, 0.08, 0.74), quaternion=turn, size=SIZE)


def cube(home: ObjectState, place: object, name: str = "cube") -> ObjectState:
    """Return a cube at a place of the basket's frame: middle x and y, height of its base."""
    x, y, z = np.asarray(place, dtype=float)
    pose = home.pose.transform([x, y, WALL + z + EDGE / 2])
    return thing(name, pose, quaternion=home.pose.quaternion, size=(EDGE,) * 3)


def seen(*things: ObjectState, contacts: tuple[str, ...] = ()) -> Moment:
    touches = tuple(touch(*pair.split("-")) for pair in contacts)
    return moment(state(*things, contacts=touches), points=POINTS)


@given(yaw=st.floats(-math.pi, math.pi))
@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ((REACH[0] - HAIR, REACH[1] - HAIR, 0.0), True),
        ((REACH[0] + HAIR, 0.0, 0.0), False),
        ((0.0, -REACH[1] - HAIR, 0.0), False),
        ((0.0, 0.0, 0.03 - HAIR), True),
        ((0.0, 0.0, 0.03 + HAIR), False),
    ],
)
def test_the_whole_object_is_between_the_walls_and_low(
    yaw: float, place: tuple[float, ...], expected: bool
) -> None:
    home = basket(yaw)
    assert contained(seen(home, cube(home, place)), "cube", "basket", 0.03) is expected


def test_an_object_on_another_one_counts_if_that_one_is_in() -> None:
    """But not in the air, and not on one that lies on the rim itself."""
    home = basket()
    lower, upper = cube(home, (0, 0, 0), "lower"), cube(home, (0, 0, EDGE))
    assert contained(seen(home, lower, upper, contacts=("cube-lower",)), "cube", "basket", 0.03)
    assert not contained(seen(home, lower, upper), "cube", "basket", 0.03)
    rim = cube(home, (0, REACH[1] + 0.02, 0.05), "lower")
    assert not contained(seen(home, rim, upper, contacts=("cube-lower",)), "cube", "basket", 0.03)


def test_two_objects_that_hold_each_other_up_are_not_in() -> None:
    home = basket()
    pair = cube(home, (0, 0, 0.1)), cube(home, (0.05, 0, 0.1), "other")
    assert not contained(seen(home, *pair, contacts=("cube-other",)), "cube", "basket", 0.03)
