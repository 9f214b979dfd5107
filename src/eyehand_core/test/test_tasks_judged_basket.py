"""The judge on put_everything_in_basket: what lies in the basket at the end, and what does not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from eyehand_core.part_extent import extent
from eyehand_core.predicates.judge import Verdict
from eyehand_core.tasks.inventory import PLACEHOLDER, instance_of
from eyehand_core.world_state import ObjectState
from task_cases import LIBRARY, Case
from world_states import SAMPLE_S, thing

TASK = "put_everything_in_basket"
HALF_A_SECOND = round(0.5 / SAMPLE_S) + 2
FLOOR = 0.006


def put(case: Case, name: str, x: float = 0.0, y: float = 0.0, up: float = 0.0) -> ObjectState:
    """Return an object in the basket: where its middle is, and its height over the floor."""
    item = case.settled.objects[name]
    parts = case.task.objects[name].shape_of(item.size).parts
    lower, upper = extent(parts, item.pose.quaternion)
    home = case.at("basket") + [x, y, FLOOR + up - lower[2]]
    home[:2] -= ((lower + upper) / 2)[:2]
    return thing(name, home, quaternion=item.pose.quaternion, size=item.size)


def names(case: Case) -> list[str]:
    return [name for name in case.task.objects if name != "basket"]


def placed(verdict: Verdict) -> int:
    return sum(value for text, value in verdict.terms if text.startswith("contained"))


@pytest.mark.parametrize("seed", range(1000, 1006))
def test_all_five_in_the_basket_for_half_a_second_are_a_success(seed: int) -> None:
    case = Case(TASK, seed)
    everything = [put(case, name) for name in names(case)]
    assert len(everything) == 5
    short = case.show(*everything, samples=HALF_A_SECOND - 4)
    assert (short.success, placed(short)) == (False, 5)
    assert case.show(*everything, samples=4).success


@pytest.mark.parametrize(
    ("x", "y", "up", "speed"),
    [
        (0.0, 0.0, 0.031, 0.0),  # in the air above the floor
        (0.097, 0.0, 0.064, 0.0),  # balanced on the rim
        (0.19, 0.0, -FLOOR, 0.0),  # on the table beside the basket
        (0.080, 0.0, 0.0, 0.0),  # through the wall
        (0.0, 0.0, 0.0, 0.02),  # thrown in, still sliding
    ],
)
def test_one_object_that_is_not_in_or_not_at_rest_spoils_it(
    x: float, y: float, up: float, speed: float
) -> None:
    case = Case(TASK)
    wrong = replace(put(case, "cube", x, y, up), linear_velocity=np.array([speed, 0.0, 0.0]))
    everything = [put(case, name) for name in names(case) if name != "cube"]
    verdict = case.show(*everything, wrong, samples=2 * HALF_A_SECOND)
    assert not verdict.success
    assert placed(verdict) == (5 if speed else 4)


def test_a_basket_that_was_pushed_spoils_it() -> None:
    case = Case(TASK)
    everything = [put(case, name) for name in names(case)]
    basket = case.settled.objects["basket"]
    pushed = replace(basket, pose=replace(basket.pose, position=case.at("basket") + [0.006, 0, 0]))
    assert not case.show(*everything, pushed, samples=2 * HALF_A_SECOND).success


def test_the_goal_names_what_is_there() -> None:
    """One or two of each kind, five in all; some seeds differ."""
    seen = set()
    declared = LIBRARY.load(TASK)
    for seed in range(1000, 1030):
        task = instance_of(declared, seed)
        there = [name for name in task.objects if name != "basket"]
        kinds = [sum(kind in name for name in there) for kind in ("cube", "bottle", "pen")]
        assert sum(kinds) == 5
        assert set(kinds) <= {1, 2}
        assert PLACEHOLDER not in task.goal
        for kind, count in zip(("cube", "bottle", "pen"), kinds, strict=True):
            assert (f"two {kind}s" in task.goal) or task.goal.count(kind) == count
        scene = LIBRARY.instantiate(task, seed)
        assert [item.name for item in scene.objects] == ["basket", *there]
        seen.add(task.goal)
    assert len(seen) == 4
