"""The judge on click_bell and lift_pot: what counts, and what must not."""

from __future__ import annotations

import numpy as np
import pytest
from eyehand_core.geometry import rotation
from eyehand_core.predicates.judge import Verdict
from eyehand_core.world_state import Contact
from task_cases import CLOSED, Case
from world_states import arm, touch

# --- click_bell ----------------------------------------------------------------------------------


def bell_top(case: Case) -> np.ndarray:
    return case.at("bell") + [0.0, 0.0, case.settled.objects["bell"].size[2]]


@pytest.mark.parametrize("seed", [1000, 1006])
def test_a_press_with_the_closed_gripper_is_remembered(seed: int) -> None:
    """Both shapes of the bell: one sample of contact, then away."""
    case = Case("click_bell", seed)
    hand = arm(tcp=bell_top(case) + [0, 0, 0.007], aperture=0.0)
    press = (touch("right/finger1", "bell", bell_top(case)),)
    case.show(arms=(hand,), contacts=press, samples=1)
    assert case.show(arms=(arm(tcp=(0.3, -0.2, 0.9), aperture=1.0),)).success


def test_both_shapes_of_the_bell_are_tested_above() -> None:
    """Seeds 1000 and 1006 show different bells."""
    heights = {Case("click_bell", seed).settled.objects["bell"].size[2] for seed in (1000, 1006)}
    assert heights == {0.05, 0.068}


@pytest.mark.parametrize(
    ("offset", "hand", "body"),
    [
        ((0.045, 0.0, -0.02), {"aperture": 0.0}, "right/finger1"),  # the rim
        ((0.026, 0.0, 0.0), {"aperture": 0.0}, "right/finger1"),  # beside the top
        ((0.0, 0.0, -0.031), {"aperture": 0.0}, "right/finger1"),  # the side
        ((0.0, 0.0, 0.0), {"aperture": 1.0}, "right/finger1"),  # open gripper
        ((0.0, 0.0, 0.0), {"aperture": 0.0, "at_rest": False}, "right/finger1"),  # closing
        ((0.0, 0.0, 0.0), {"aperture": 0.0}, "right/link6"),  # the palm
        ((0.0, 0.0, 0.0), {"aperture": 0.0}, "left/finger1"),  # the other arm
        ((0.0, 0.0, 0.0), {"aperture": 0.0}, "table"),  # not the gripper
    ],
)
def test_other_touches_of_the_bell_are_none(
    offset: tuple[float, float, float], hand: dict[str, float], body: str
) -> None:
    """Only a finger of the closed right gripper on the top centre counts."""
    case = Case("click_bell")
    contact = touch(body, "bell", bell_top(case) + offset)
    tcp = bell_top(case) + [0, 0, 0.007]
    assert not case.show(arms=(arm(tcp=tcp, **hand),), contacts=(contact,)).success  # type: ignore[arg-type]


def test_touching_and_closing_at_different_times_is_none() -> None:
    """Both have to hold in one sample."""
    case = Case("click_bell")
    press = (touch("right/finger1", "bell", bell_top(case)),)
    for _ in range(3):
        case.show(arms=(arm(aperture=1.0),), contacts=press)
        assert not case.show(arms=(arm(aperture=0.0),)).success


# --- lift_pot ------------------------------------------------------------------------------------

POT_GRASP = (touch("left/finger1", "pot"), touch("right/finger2", "pot"))


def pot_case(
    rise: float = 0.06,
    tilt_deg: float = 0.0,
    away: dict[str, float] | None = None,
    hands: dict[str, dict[str, float]] | None = None,
    contacts: tuple[Contact, ...] = POT_GRASP,
) -> Verdict:
    """Show a pot at a height and tilt, with grippers some way from the handles."""
    case = Case("lift_pot")
    start = case.settled.objects["pot"].pose
    lean = rotation.from_axis_angle([1, 0, 0], np.radians(tilt_deg))
    turned = rotation.multiply(start.quaternion, lean)
    pot = case.put("pot", start.position + [0, 0, rise], turned)
    points = {"left": (-0.12, 0.0, 0.07), "right": (0.12, 0.0, 0.07)}
    arms = tuple(
        arm(
            name,
            tcp=pot.pose.transform(point) + [(away or {}).get(name, 0.0), 0.0, 0.0],
            **(hands or {}).get(name, CLOSED),  # type: ignore[arg-type]
        )
        for name, point in points.items()
    )
    return case.show(pot, arms=arms, contacts=contacts)


def test_a_pot_held_level_by_both_handles_is_a_success() -> None:
    """And so just inside every bound."""
    assert pot_case().success
    assert pot_case(rise=0.051).success
    assert pot_case(tilt_deg=36.8).success
    assert pot_case(away={"left": 0.029, "right": -0.029}).success


@pytest.mark.parametrize(
    "situation",
    [
        {"rise": 0.049},
        {"tilt_deg": 37.0},
        {"tilt_deg": 180.0},
        {"away": {"left": 0.031}},
        {"away": {"right": 0.24}},
        {"hands": {"left": {"aperture": 1.0}}},
        {"contacts": POT_GRASP[:1]},
        {"contacts": POT_GRASP[1:]},
        {"contacts": (touch("left/finger1", "pot"), touch("left/finger2", "pot"))},
        {"contacts": ()},
    ],
    ids=str,
)
def test_a_pot_lifted_in_other_ways_is_none(situation: dict[str, object]) -> None:
    """By one arm, tipped over, off the handles, with an open gripper, or thrown."""
    assert not pot_case(**situation).success  # type: ignore[arg-type]
