"""Predicates on grippers, just inside and just outside every bound."""

from __future__ import annotations

import math

import numpy as np
import pytest
from eyehand_core.predicates import grippers as terms
from world_states import arm, moment, state, thing, touch

HAIR = 1e-6
TOP = np.array([0.2, -0.1, 0.808])
POINTS = {"bell": {"top": (0.0, 0.0, 0.068)}}
BELL = thing("bell", (0.2, -0.1, 0.74), size=(0.13, 0.13, 0.068))


@pytest.mark.parametrize(("aperture", "expected"), [(0.8, False), (0.8 + HAIR, True)])
def test_open_is_measured_not_commanded(aperture: float, expected: bool) -> None:
    """A gripper told to open that is stuck is not open."""
    now = state(arms=(arm(aperture=aperture, command=1.0),))
    assert bool(terms.is_open(moment(now), "right")) is expected


@pytest.mark.parametrize(
    ("command", "at_rest", "expected"),
    [(0.0, True, True), (0.2 - HAIR, True, True), (0.2, True, False), (0.0, False, False)],
)
def test_closed_is_commanded_and_at_rest(command: float, at_rest: bool, expected: bool) -> None:
    """Held apart by an object it still counts as closed: a grasp is not given away."""
    now = state(arms=(arm(aperture=0.5, command=command, at_rest=at_rest),))
    assert terms.closed(moment(now), "right") is expected


@pytest.mark.parametrize(
    ("command", "contacts", "expected"),
    [
        (0.0, (touch("right/finger1", "cube"),), True),
        (0.0, (touch("cube", "right/finger2"),), True),
        (0.2, (touch("right/finger1", "cube"), touch("right/finger2", "cube")), False),
        (0.0, (), False),
        (0.0, (touch("left/finger1", "cube"),), False),
        (0.0, (touch("right/link6", "cube"),), False),
        (0.0, (touch("right/finger1", "bowl"), touch("cube", "table")), False),
    ],
)
def test_closed_on_needs_command_and_finger(
    command: float, contacts: tuple[object, ...], expected: bool
) -> None:
    """The other arm's finger, the palm, another object: none of them is a grasp."""
    now = state(arms=(arm(command=command),), contacts=contacts)  # type: ignore[arg-type]
    assert terms.closed_on(moment(now), "right", "cube") is expected


@pytest.mark.parametrize(
    ("bodies", "expected"),
    [
        (("right/finger1", "right/finger2"), True),
        (("right/finger1", "right/finger1"), False),
        (("right/finger1", "left/finger2"), False),
    ],
)
def test_pinched_needs_both_fingers_of_one_arm(bodies: tuple[str, str], expected: bool) -> None:
    """Two contacts of one finger are not two fingers."""
    now = state(arms=(arm(),), contacts=tuple(touch(body, "cube") for body in bodies))
    assert terms.pinched(moment(now), "right", "cube") is expected


@pytest.mark.parametrize(
    ("offset", "expected"),
    [
        ((0.025 - HAIR, 0, 0), True),
        ((0.025 + HAIR, 0, 0), False),
        ((0, -0.025 + HAIR, 0), True),
        ((0, -0.025 - HAIR, 0), False),
        ((0, 0, -0.03 + HAIR), True),
        ((0, 0, -0.03 - HAIR), False),
        ((0.024, 0.024, 0.029), True),  # bounds along axes, not a circle
    ],
)
def test_touched_near_looks_at_the_contact_point(
    offset: tuple[float, float, float], expected: bool
) -> None:
    """Not at the tcp."""
    contact = touch("right/finger2", "bell", TOP + offset)
    now = state(BELL, arms=(arm(),), contacts=(contact,))
    found = terms.touched_near(moment(now, points=POINTS), "right", "bell.top", 0.025, 0.03)
    assert found is expected


def test_touched_near_needs_the_finger_on_that_object() -> None:
    """The palm on the bell and a finger on the table at the same place do not count."""
    contacts = (touch("right/link6", "bell", TOP), touch("right/finger1", "table", TOP))
    now = state(BELL, arms=(arm(),), contacts=contacts)
    assert terms.touched_near(moment(now, points=POINTS), "right", "bell.top", 0.025, 0.03) is False


@pytest.mark.parametrize(("way", "expected"), [(0.03 - HAIR, True), (0.03 + HAIR, False)])
def test_tcp_near_is_a_ball(way: float, expected: bool) -> None:
    """Measured from the point between the pads."""
    tcp = TOP + way * np.array([2.0, -1.0, 2.0]) / 3.0
    now = state(BELL, arms=(arm(tcp=tcp),))
    assert terms.tcp_near(moment(now, points=POINTS), "right", "bell.top", 0.03) is expected


@pytest.mark.parametrize(
    ("aside", "above", "expected"),
    [(0.025 - HAIR, 0.1, True), (0.025 + HAIR, 0.1, False), (0.0, -HAIR, False), (0.0, HAIR, True)],
)
def test_tcp_above_is_a_column_over_the_point(aside: float, above: float, expected: bool) -> None:
    """Beside it or below it is not above."""
    tcp = TOP + [aside * math.sqrt(0.5), -aside * math.sqrt(0.5), above]
    now = state(BELL, arms=(arm(tcp=tcp),))
    assert terms.tcp_above(moment(now, points=POINTS), "right", "bell.top", 0.025) is expected
