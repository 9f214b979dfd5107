"""What the policy can do: grasp, press, place."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from eyehand_core.geometry.rotation import Array
from eyehand_core.registry import Registry

from eyehand_agent.servo.goal import Goal
from eyehand_agent.servo.hand import Hand, Skill
from eyehand_agent.servo.survey import Survey

SKILLS: Registry[Callable[[Hand, Survey, Goal], Skill[None]]] = Registry("skill")
"""Skills by the word that ``Goal`` uses."""

_ABOVE = 0.04
"""Gap between pads and thing from which pressing goes on in small steps [m]."""
_PRESS_STEP = 0.01
_PRESSES = 8
_LIFT = 0.08
_SPARES = (0.0, 0.006, 0.012, 0.018)
"""How much higher than a thing's middle it is taken, if the table is in the way [m]."""
_TILT = math.radians(45.0)
"""How far a hand that takes a slender thing from the side points down."""
_BACK = 0.09
"""Where that approach begins, back along the fingers [m]."""
_INTO = 0.025
_ONTO = 0.008
"""How much higher than it was taken a thing is let go, inside and on its place [m]."""


@SKILLS.register("grasp")
def grasp(hand: Hand, survey: Survey, goal: Goal) -> Skill[None]:
    """Take the thing between the fingers and lift it."""
    yield from _take(hand, survey)
    yield from hand.shift(2, _LIFT, "lift the thing")


@SKILLS.register("press")
def press(hand: Hand, survey: Survey, goal: Goal) -> Skill[None]:
    """Press on the thing from above with closed fingers."""
    yield from survey.across()
    yield from survey.glance()
    yield from hand.act("gripper.close", "press with closed fingers")
    yield from _point_down_over(hand, survey, np.array([1.0, 0.0]))
    yield from survey.heights()
    yield from hand.shift(2, survey.top + _ABOVE - hand.pads[2], "go close above the thing")
    for _ in range(_PRESSES):
        yield from hand.shift(2, -_PRESS_STEP, "press")


@SKILLS.register("place")
def place(hand: Hand, survey: Survey, goal: Goal) -> Skill[None]:
    """Take the thing, carry it over its place and let go."""
    yield from _take(hand, survey)
    held = hand.pads[2]
    yield from hand.shift(2, _LIFT, "lift the thing")
    over = np.array([*survey.places["place"], 0.0])
    yield from hand.go(over, "xy", "carry the thing over its place")
    drop = _INTO if goal.into else _ONTO
    yield from hand.shift(2, held + drop - hand.pads[2], "lower the thing")
    yield from hand.act("gripper.open", "let go")


def _take(hand: Hand, survey: Survey) -> Skill[None]:
    yield from survey.across()
    yield from survey.glance()
    if survey.slender:
        yield from _from_the_side(hand, survey)
    else:
        yield from _from_above(hand, survey)
    yield from hand.act("gripper.close", "the thing is between the fingers")


def _point_down_over(hand: Hand, survey: Survey, closing: Array) -> Skill[None]:
    x, y = survey.places["thing"] - hand.center[:2]
    yield from hand.shift(0, x, "go above the thing")
    yield from hand.shift(1, y, "go above the thing")
    if "place" in survey.hues:
        yield from survey.place()
    yield from hand.turn(_pointing(-math.pi / 2, closing, hand), "point down")


def _from_above(hand: Hand, survey: Survey) -> Skill[None]:
    yield from _point_down_over(hand, survey, survey.closing)
    yield from survey.heights()
    for spare in _SPARES:
        way = survey.middle + spare - hand.pads[2]
        if (yield from hand.shift(2, way, "put the fingers round the thing")):
            return


def _from_the_side(hand: Hand, survey: Survey) -> Skill[None]:
    yield from hand.turn(_pointing(-_TILT, np.array([1.0, 0.0]), hand), "point ahead and down")
    yield from survey.heights()
    target = np.array([*survey.places["thing"], survey.middle])
    for share in (1.0, 0.5, 0.0):
        near = target - share * _BACK * hand.axes[:, 0]
        yield from hand.go(near, "xzy", "put the fingers round the thing")


def _pointing(elevation: float, closing: Array, hand: Hand) -> Array:
    """Return axes of a hand that points away from the robot, raised by ``elevation`` [rad].

    Args:
        elevation: negative points down.
        closing: direction of closing across the table, shape (2,), of either sign.
        hand: the sign nearer to its own closing direction is taken.
    """
    across = np.array([closing[0], closing[1], 0.0]) / np.linalg.norm(closing)
    if across @ hand.axes[:, 1] < 0:
        across = -across
    ahead = np.cross(across, [0.0, 0.0, 1.0])
    ahead = ahead if ahead[1] > 0 else -ahead
    fingers = math.cos(elevation) * ahead + math.sin(elevation) * np.array([0.0, 0.0, 1.0])
    return np.column_stack([fingers, across, np.cross(fingers, across)])
