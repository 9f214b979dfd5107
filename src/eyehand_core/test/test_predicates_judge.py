"""The judge on the shipped tasks: hold, latches, progress, and misreadings that must fail."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from eyehand_core.errors import WorldError
from eyehand_core.geometry import rotation
from eyehand_core.predicates.judge import Judge, Verdict
from eyehand_core.tasks.task import Task
from eyehand_core.world_state import ArmState, Contact, ObjectState
from world_states import SAMPLE_S, arm, library, robot, settled_state, state, thing, touch

LIBRARY, ROBOT = library(), robot()
TABLE = 0.74
GRASP = (touch("right/finger1", "cube"), touch("right/finger2", "cube"))
Parts = tuple[tuple[ObjectState, ...], tuple[ArmState, ...], tuple[Contact, ...]]


class Case:
    """One episode of a shipped task, told as a sequence of situations."""

    def __init__(self, task_id: str, seed: int = 1000) -> None:
        self.task: Task = LIBRARY.load(task_id)
        arms = [
            arm(name, tcp=(0.3 if name == "right" else -0.3, -0.2, 0.93)) for name in self.task.arms
        ]
        self.settled = settled_state(LIBRARY.instantiate(self.task, seed), *arms)
        self.judge = Judge(self.task, ROBOT, self.settled)
        self._stamps = self._count()

    def _count(self) -> Iterator[float]:
        index = 0
        while True:
            index += 1
            yield index * SAMPLE_S

    def at(self, name: str) -> np.ndarray:
        """Return where an object settled."""
        return self.settled.objects[name].pose.position

    def show(
        self,
        *moved: ObjectState,
        arms: tuple[ArmState, ...] = (),
        contacts: tuple[Contact, ...] = (),
        samples: int = 6,
    ) -> Verdict:
        """Show a situation for some samples (six last 0.1 s); return the last verdict."""
        things = {**self.settled.objects, **{item.name: item for item in moved}}
        hands = {**self.settled.arms, **{item.name: item for item in arms}}
        for _ in range(samples):
            now = state(
                *things.values(),
                arms=tuple(hands.values()),
                contacts=contacts,
                stamp=next(self._stamps),
            )
            verdict = self.judge.update(now)
        return verdict

    def put(
        self, name: str, position: object, quaternion: object = rotation.IDENTITY
    ) -> ObjectState:
        """Return an object at another place."""
        return thing(name, position, quaternion=quaternion, size=self.settled.objects[name].size)


CLOSED = {"aperture": 0.4, "command": 0.0}


MANIPULATION = [task.id for task in LIBRARY.all() if task.kind == "manipulation"]


@pytest.mark.parametrize("task_id", MANIPULATION)
@pytest.mark.parametrize("seed", range(1000, 1020))
def test_no_task_holds_at_reset(task_id: str, seed: int) -> None:
    """Neither success nor a subtask."""
    case = Case(task_id, seed)
    assert not case.judge.initial.success
    assert case.judge.initial.progress == 0.0


# --- grasp_single_cube ---------------------------------------------------------------------------


def lifted_cube(case: Case, rise: float) -> ObjectState:
    return case.put("cube", case.at("cube") + [0.0, 0.0, rise])


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

IN_BOWL = (touch("cube", "bowl"),)


def in_bowl(case: Case, offset: tuple[float, float, float] = (0.0, 0.0, 0.026)) -> ObjectState:
    return case.put("cube", case.at("bowl") + np.array(offset))


def lift_once(case: Case) -> None:
    case.show(lifted_cube(case, 0.06), arms=(arm(**CLOSED),), contacts=GRASP, samples=1)


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


# --- the judge itself ----------------------------------------------------------------------------


def test_success_at_reset_is_noticed_without_a_hold() -> None:
    """The first sample alone decides, so that no episode starts solved."""
    case = Case("grasp_single_cube")
    low = case.settled
    judge = Judge(replace(case.task, success={"still": {"object": "cube"}}), ROBOT, low)
    assert judge.initial.success


def test_a_latch_sees_samples_in_which_another_term_is_false() -> None:
    """The lift counts although the cube is far from the bowl at that time."""
    case = Case("place_cube_in_bowl")
    turned = replace(case.task, success={"all": [*reversed(case.task.success["all"])]})
    case.judge = Judge(turned, ROBOT, case.settled)
    lift_once(case)
    assert case.show(in_bowl(case), contacts=IN_BOWL).success


def test_samples_must_come_in_order() -> None:
    """An old sample would falsify every latch."""
    case = Case("grasp_single_cube")
    case.show(samples=3)
    with pytest.raises(WorldError, match=r"0\.020 s came after that of 0\.060 s"):
        case.judge.update(replace(case.settled, stamp=0.02))


def test_the_same_samples_give_the_same_verdicts() -> None:
    """Two judges, fed alike."""

    def verdicts() -> list[Verdict]:
        case = Case("place_cube_in_bowl")
        lift_once(case)
        return [
            case.judge.initial,
            *(case.show(in_bowl(case), contacts=IN_BOWL, samples=1) for _ in range(8)),
        ]

    assert verdicts() == verdicts()


def test_terms_read_as_in_the_task_file() -> None:
    """Name and parameters, values of this sample as plain booleans."""
    verdict: Verdict = Case("grasp_single_cube").judge.initial
    assert verdict.terms == (
        ("lifted(object=cube, above=0.05)", False),
        ("closed_on(arm=right, object=cube)", False),
    )
    assert all(type(value) is bool for _, value in verdict.terms)
