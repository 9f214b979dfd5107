"""The judge on the cube tasks: grasp_single_cube and place_cube_in_bowl, and what is none."""

from __future__ import annotations

from dataclasses import replace

import pytest
from eyehand_core.predicates.judge import Judge
from eyehand_core.world_state import Contact
from task_cases import (
    CLOSED,
    GRASP,
    IN_BOWL,
    ROBOT,
    Case,
    in_bowl,
    lift_once,
    lifted_cube,
)
from world_states import SAMPLE_S, arm, state, touch

# --- grasp_single_cube ---------------------------------------------------------------------------


def test_a_cube_held_in_the_air_is_a_success_after_the_hold() -> None:
    """Five samples are 0.08 s and too few, the sixth completes 0.1 s."""
    case = Case("grasp_single_cube")
    hand = arm(tcp=case.at("cube") + [0, 0, 0.06], **CLOSED)
    held = lifted_cube(case, 0.06)
    assert not case.show(held, arms=(hand,), contacts=GRASP, samples=5).success
    assert case.show(held, arms=(hand,), contacts=GRASP, samples=1).success


def test_a_touch_of_success_is_none() -> None:
    """The hold begins anew after every break."""
    case = Case("grasp_single_cube")
    hand = arm(**CLOSED)
    for _ in range(10):
        verdict = case.show(lifted_cube(case, 0.06), arms=(hand,), contacts=GRASP, samples=5)
        assert not verdict.success
        case.show(lifted_cube(case, 0.04), arms=(hand,), contacts=GRASP, samples=1)


@pytest.mark.parametrize(
    ("rise", "hand", "contacts"),
    [
        (0.049, CLOSED, GRASP),  # not high enough
        (0.06, {"aperture": 1.0}, GRASP),  # balanced on an open gripper
        (0.06, CLOSED, ()),  # thrown
        (0.06, CLOSED, (touch("right/link6", "cube"),)),  # carried on the palm
        (0.06, {"aperture": 0.4, "command": 0.5}, GRASP),  # not told to close
        (0.0, CLOSED, GRASP),  # grasped, not lifted
    ],
)
def test_other_ways_to_move_a_cube_are_no_grasp(
    rise: float, hand: dict[str, float], contacts: tuple[Contact, ...]
) -> None:
    """Every term is needed."""
    case = Case("grasp_single_cube")
    assert not case.show(lifted_cube(case, rise), arms=(arm(**hand),), contacts=contacts).success  # type: ignore[arg-type]


def test_a_pushed_cube_is_no_success() -> None:
    """Sideways is not up, with fingers on it or not."""
    case = Case("grasp_single_cube")
    pushed = case.put("cube", case.at("cube") + [0.1, 0.05, 0.0])
    assert not case.show(pushed, arms=(arm(**CLOSED),), contacts=GRASP).success


def test_lift_counts_from_the_settled_height_not_from_the_table() -> None:
    """A cube that settled on something must rise from there."""
    case = Case("grasp_single_cube")
    raised = case.put("cube", case.at("cube") + [0, 0, 0.04])
    judge = Judge(case.task, ROBOT, replace(case.settled, objects={"cube": raised}))
    for index in range(10):
        now = state(
            lifted_cube(case, 0.06),
            arms=(arm(**CLOSED),),
            contacts=GRASP,
            stamp=SAMPLE_S * (index + 1),
        )
        assert not judge.update(now).success


# --- place_cube_in_bowl --------------------------------------------------------------------------


def test_a_cube_laid_into_the_bowl_is_a_success() -> None:
    """Lifted before, inside now, let go."""
    case = Case("place_cube_in_bowl")
    lift_once(case)
    case.show(in_bowl(case, (0.0, 0.0, 0.1)), arms=(arm(**CLOSED),), contacts=GRASP, samples=1)
    verdict = case.show(in_bowl(case), contacts=IN_BOWL)
    assert verdict.success
    assert all(value for _, value in verdict.terms)
    assert verdict.progress == 1.0


@pytest.mark.parametrize(
    "offset",
    [
        (0.056, 0.0, 0.026),  # beside the middle
        (0.1, 0.0, 0.02),  # beside the bowl on the table
        (0.0, 0.0, 0.014),  # under the floor
        (0.0, 0.0, 0.096),  # above the rim
        (0.0, 0.0, -0.02),  # under the bowl
    ],
)
def test_a_cube_beside_under_or_above_the_bowl_is_none(offset: tuple[float, float, float]) -> None:
    """Even if it touches the bowl."""
    case = Case("place_cube_in_bowl")
    lift_once(case)
    assert not case.show(in_bowl(case, offset), contacts=IN_BOWL).success


@pytest.mark.parametrize(
    "offset", [(0.054, 0.0, 0.026), (0.0, -0.054, 0.026), (0.0, 0.0, 0.016), (0.0, 0.0, 0.094)]
)
def test_just_inside_every_bound_is_enough(offset: tuple[float, float, float]) -> None:
    """The bounds are where the task file says."""
    case = Case("place_cube_in_bowl")
    lift_once(case)
    assert case.show(in_bowl(case, offset), contacts=IN_BOWL).success


def test_a_cube_that_was_never_lifted_is_none() -> None:
    """The bowl pulled over the cube does not count."""
    case = Case("place_cube_in_bowl")
    assert not case.show(in_bowl(case), contacts=IN_BOWL).success


def test_a_bowl_that_was_pushed_is_none() -> None:
    """Five millimetres are too many."""
    case = Case("place_cube_in_bowl")
    lift_once(case)
    bowl = case.put("bowl", case.at("bowl") + [0.0051, 0.0, 0.0])
    assert not case.show(in_bowl(case), bowl, contacts=IN_BOWL).success


@pytest.mark.parametrize("aperture", [0.4, 0.8])
def test_a_cube_that_is_still_held_is_none(aperture: float) -> None:
    """The gripper must be open, as measured."""
    case = Case("place_cube_in_bowl")
    lift_once(case)
    hand = arm(aperture=aperture, command=1.0)
    assert not case.show(in_bowl(case), arms=(hand,), contacts=IN_BOWL).success


def test_a_cube_hovering_in_the_bowl_is_none() -> None:
    """Contact with the bowl is needed."""
    case = Case("place_cube_in_bowl")
    lift_once(case)
    assert not case.show(in_bowl(case)).success


def test_the_peak_lift_is_remembered_per_judge() -> None:
    """A new episode starts without the lift of the one before."""
    first = Case("place_cube_in_bowl")
    lift_once(first)
    assert not Case("place_cube_in_bowl").show(in_bowl(first), contacts=IN_BOWL).success
    assert first.show(in_bowl(first), contacts=IN_BOWL).success


def test_subtasks_are_reached_in_order_and_stay() -> None:
    """The last stage cannot come before the first."""
    case = Case("place_cube_in_bowl")
    assert case.show(in_bowl(case), contacts=IN_BOWL).progress == 0.0
    grasped = case.show(arms=(arm(**CLOSED),), contacts=GRASP, samples=1)
    assert dict(grasped.subtasks) == {
        "grasped": True,
        "lifted": False,
        "over the bowl": False,
        "inside and open": False,
    }
    assert case.show(samples=1).progress == 0.25
