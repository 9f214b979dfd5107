"""The shipped manipulation tasks in real physics: solvable, and not by accident."""

from __future__ import annotations

import json

import pytest
from direct_stack import CONFIG, LIBRARY, DirectStack
from eyehand_core.robot import load_robot

pytestmark = pytest.mark.sim

TASKS = [task.id for task in LIBRARY.all() if task.kind == "manipulation"]
FIRST_TASKS = ("click_bell", "grasp_single_cube", "lift_pot", "place_cube_in_bowl")


@pytest.mark.parametrize(
    ("task_id", "robot", "seed"),
    [
        *((task, "dual_x5", 1000) for task in TASKS),
        *((task, "dual_x5", 1006) for task in FIRST_TASKS),
        *((task, "dual_ur5e", 1000) for task in FIRST_TASKS),
    ],
)
def test_the_expert_succeeds_without_a_refusal(task_id: str, robot: str, seed: int) -> None:
    """In half of the budget or less, every stage on the way reached."""
    stack = DirectStack(task_id, seed, robot=load_robot(CONFIG / "robots" / f"{robot}.yaml"))
    episode = stack.play("expert")
    assert episode.ending is not None
    assert episode.ending.value == "success", (episode.reason, episode.verdict)
    assert stack.refused == []
    assert episode.verdict.progress == 1.0
    assert episode.step <= episode.task.budget // 2


def test_the_same_episode_twice_is_the_same_bit_for_bit() -> None:
    """States, verdicts and decisions have one digest."""
    digests = {DirectStack("place_cube_in_bowl", 1000).play("expert").digest for _ in range(2)}
    assert len(digests) == 1


@pytest.mark.parametrize("task_id", FIRST_TASKS)
@pytest.mark.parametrize("agent", ["noop", "random"])
def test_the_baselines_do_not_succeed(task_id: str, agent: str) -> None:
    """Ten steps; the no-op leaves every object where it was."""
    stack = DirectStack(task_id, 1000)
    start = stack.state
    episode = stack.play(agent, steps=10)
    assert not episode.verdict.success
    if agent == "noop":
        assert episode.verdict.progress == 0.0
        assert stack.refused == []
        for name, item in stack.state.objects.items():
            assert item.pose.distance_to(start.objects[name].pose) < 1e-4


def move(arm: str, axis: str, sign: str, distance_mm: float) -> str:
    """Return the text of a translation."""
    fields = {"arm": arm, "axis": axis, "sign": sign, "distance_mm": distance_mm}
    return json.dumps({"action": "gripper.move_world", **fields, "reason": "test"})


def act(action: str) -> str:
    """Return the text of an action without fields."""
    return json.dumps({"action": action, "reason": "test"})


def test_a_pot_lifted_by_one_handle_is_no_success() -> None:
    """The other gripper stays closed at its handle while one arm lifts."""
    stack = DirectStack("lift_pot", 1000)
    before_lift = len(stack.task.expert) - 1
    stack.begin_routine(before_lift)
    held = dict(stack.episode.verdict.subtasks)
    assert held["left handle held"]
    assert held["right handle held"]
    stack.act(act("left_gripper.open"))
    stack.act(move("right", "z", "+", 80))
    assert not stack.episode.verdict.success
    terms = dict(stack.episode.verdict.terms)
    assert not terms["closed_on(arm=left, object=pot)"]


def test_a_bell_touched_with_the_open_gripper_is_no_success() -> None:
    """The expert's own path to the bell, but with open fingers."""
    stack = DirectStack("click_bell", 1006)
    stack.begin_routine(4)
    stack.act(act("gripper.open"))
    for _ in range(2):
        stack.act(move("right", "z", "-", 30))
    assert not stack.episode.verdict.success


def test_a_cube_dropped_beside_the_bowl_is_no_success() -> None:
    """Lifted and let go over the table."""
    stack = DirectStack("place_cube_in_bowl", 1000)
    stack.begin_routine(6)
    stack.act(act("gripper.open"))
    verdict = stack.episode.verdict
    assert not verdict.success
    terms = dict(verdict.terms)
    assert terms["latched(lifted(object=cube, above=0.05))"]
    assert terms["open(arm=right)"]
    assert not terms["contact(a=cube, b=bowl)"]
