"""Tasks with bottle, hammer, shoe and bar: what their goal sentences mean, and what they do not."""

from __future__ import annotations

import math

import numpy as np
import pytest
from eyehand_core.geometry import rotation
from eyehand_core.world_state import Contact, ObjectState
from task_cases import CLOSED, Case
from world_states import arm, touch


def held_by(side: str, name: str) -> tuple[Contact, ...]:
    return (touch(f"{side}/finger1", name), touch(f"{side}/finger2", name))


def about(axis: tuple[float, float, float], angle_deg: float) -> np.ndarray:
    return rotation.from_axis_angle(axis, math.radians(angle_deg))


class BottleCase(Case):
    """A bottle that has been lifted once and now is over the pad."""

    def __init__(self) -> None:
        super().__init__("place_single_bottle_upright")
        high = self.put("bottle", self.at("bottle") + [0, 0, 0.06])
        self.show(high, arms=(arm(**CLOSED),), contacts=held_by("right", "bottle"), samples=1)

    def stands(self, offset: tuple[float, float], lean_deg: float = 0.0) -> ObjectState:
        place = self.at("pad") + [*offset, 0.003 + 0.09]
        return self.put("bottle", place, about((1, 0, 0), lean_deg))


@pytest.mark.parametrize(
    ("offset", "lean_deg", "expected"),
    [
        ((0.0399, -0.0399), 0.0, True),
        ((0.0401, 0.0), 0.0, False),
        ((0.0, -0.0401), 0.0, False),
        ((0.0, 0.0), 14.0, True),
        ((0.0, 0.0), 16.0, False),
        ((0.0, 0.0), 180.0, False),
    ],
)
def test_a_bottle_stands_on_the_pad_upright(
    offset: tuple[float, float], lean_deg: float, expected: bool
) -> None:
    """Not lying, leaning or on its head."""
    case = BottleCase()
    verdict = case.show(case.stands(offset, lean_deg), contacts=(touch("bottle", "pad"),))
    assert verdict.success is expected


def test_a_bottle_that_falls_a_moment_later_does_not_stand() -> None:
    """Two samples upright are shorter than the hold time."""
    case = BottleCase()
    touching = (touch("bottle", "pad"),)
    assert not case.show(case.stands((0, 0)), contacts=touching, samples=2).success
    assert not case.show(case.stands((0, 0), 90.0), contacts=touching).success


def test_a_bottle_still_in_the_hand_is_not_put_down() -> None:
    case = BottleCase()
    hold = (*held_by("right", "bottle"), touch("bottle", "pad"))
    assert not case.show(case.stands((0, 0)), arms=(arm(**CLOSED),), contacts=hold).success


@pytest.mark.parametrize(
    ("lift", "aside", "touches", "expected"),
    [
        (0.041, 0.0199, True, True),
        (0.039, 0.0, True, False),
        (0.041, 0.0201, True, False),
        (0.041, 0.0, False, False),
    ],
)
def test_a_hammer_beats_with_its_head_after_a_lift(
    lift: float, aside: float, touches: bool, expected: bool
) -> None:
    """Pushing it along the table until it touches the block is no blow."""
    case = Case("beat_block_hammer")
    hold = held_by("right", "hammer")
    up = case.put("hammer", case.at("hammer") + [0, 0, lift])
    case.show(up, arms=(arm(**CLOSED),), contacts=hold, samples=1)
    head = case.task.objects["hammer"].shapes[0].points["head"]
    spot = case.at("block") + np.array([aside, 0.0, 0.0]) - head
    spot[2] = case.at("hammer")[2] + lift
    contacts = (*hold, touch("hammer", "block")) if touches else hold
    verdict = case.show(case.put("hammer", spot), arms=(arm(**CLOSED),), contacts=contacts)
    assert verdict.success is expected


@pytest.mark.parametrize(
    ("offset", "yaw_deg", "expected"),
    [
        ((0.0499, 0.0), 180.0, True),
        ((0.0501, 0.0), 180.0, False),
        ((0.0, 0.0201), 180.0, False),
        ((0.0, 0.0), 165.0, True),
        ((0.0, 0.0), 163.0, False),
        ((0.0, 0.0), 0.0, False),
    ],
)
def test_a_shoe_lies_centred_with_its_toe_to_the_left(
    offset: tuple[float, float], yaw_deg: float, expected: bool
) -> None:
    """Heel to the left is the wrong way round."""
    case = Case("place_shoe")
    place = case.at("mat") + [*offset, 0.003]
    shoe = case.put("shoe", place, about((0, 0, 1), yaw_deg))
    assert case.show(shoe, contacts=(touch("shoe", "mat"),)).success is expected


class BarCase(Case):
    """Seeds 1000 and up show the bar on either side; ``giver`` is the arm on its side."""

    def __init__(self, seed: int) -> None:
        super().__init__("handover_horizontal_block", seed)
        self.side = math.copysign(1.0, self.at("bar")[0])
        self.giver, self.receiver = ("right", "left") if self.side > 0 else ("left", "right")

    def bar(self, x: float, lean_deg: float = 0.0, z: float = 0.95) -> ObjectState:
        return self.put("bar", (x * self.side, -0.05, z), about((1, 0, 0), lean_deg))

    def hold(self, *sides: str, bar: ObjectState, samples: int = 6) -> bool:
        """Show the bar in some hands, the others open."""
        hands = tuple(arm(side, **CLOSED) for side in sides)
        contacts = tuple(c for side in sides for c in held_by(side, "bar"))
        return self.show(bar, arms=hands, contacts=contacts, samples=samples).success


@pytest.mark.parametrize("seed", range(1000, 1006))
def test_a_bar_goes_from_hand_to_hand(seed: int) -> None:
    """Only the whole chain counts, and only once the bar is on the other side."""
    case = BarCase(seed)
    assert not case.hold(case.giver, bar=case.bar(0.1))
    assert not case.hold(case.giver, case.receiver, bar=case.bar(0.0))
    assert not case.hold(case.receiver, bar=case.bar(0.05))
    assert not case.hold(case.receiver, bar=case.bar(-0.05, lean_deg=21))
    assert not case.hold(case.receiver, bar=case.bar(-0.05, z=0.915))
    assert case.hold(case.receiver, bar=case.bar(-0.05, lean_deg=19))


def test_a_bar_that_the_other_arm_takes_itself_is_not_handed_over() -> None:
    case = BarCase(1000)
    assert not case.hold(case.receiver, bar=case.bar(-0.05))


def test_a_bar_that_was_never_vertical_in_the_givers_hand_is_not_handed_over() -> None:
    """Not even if the receiver turns it up."""
    case = BarCase(1000)
    case.hold(case.giver, bar=case.bar(0.1, lean_deg=90))
    assert not case.hold(case.receiver, bar=case.bar(-0.05))
