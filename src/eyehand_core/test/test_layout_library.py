"""The library of layout tasks: enough of each level, solved by reference, never by accident."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import pytest
from eyehand_core.layout.actions import LayoutHistory
from eyehand_core.layout.generate.generator import RECIPES, generate, set_text
from eyehand_core.layout.generate.proof import SEEDS, random_success, solves
from eyehand_core.layout.goal import LayoutGoal
from eyehand_core.layout.referee import layout_goal
from eyehand_core.layout.scene import LayoutObject, LayoutScene
from eyehand_core.layout.solver import solve
from eyehand_core.layout.task import expert_decisions, initial_scene
from eyehand_core.tasks.library import Library
from eyehand_core.tasks.places import is_set, task_paths
from eyehand_core.tasks.task import Task
from world_states import CONFIG

LIBRARY = Library(CONFIG)
PATHS = task_paths(CONFIG / "tasks")
TASKS = [LIBRARY.load(name) for name, path in PATHS.items() if "layout" in path.parts]
GENERATED = [task for task in TASKS if is_set(task.path)]
PER_LEVEL = 20


def solved_scene(task: Task, seed: int = 1000) -> tuple[LayoutGoal, LayoutScene, LayoutScene]:
    """Return goal, start and the scene in which the expert leaves the task."""
    history = LayoutHistory((initial_scene(task, seed),))
    start = history.scene
    for action in expert_decisions(task):
        result = history.apply(action)
        assert isinstance(result, LayoutHistory), result
        history = result
    return layout_goal(task, start), start, history.scene


def test_every_level_of_every_family_has_enough_tasks() -> None:
    counts = Counter((task.family, task.level) for task in GENERATED)
    declared = {(RECIPES[name].family, RECIPES[name].level) for name in RECIPES}
    assert set(counts) == declared
    assert {family for family, _ in declared} == {
        "layout_placement",
        "layout_path",
        "layout_completion",
    }
    assert min(counts.values()) >= PER_LEVEL


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.id)
def test_the_expert_solves_within_the_budget_and_a_start_is_unsolved(task: Task) -> None:
    assert 0 < len(task.expert) <= task.budget
    assert solves(task, task.seeds[-1] if task.seeds else SEEDS[0])


def variations(
    thing: LayoutObject, start: LayoutObject | None, scene: LayoutScene
) -> list[LayoutObject]:
    """Return changes of an object, small ones first, then ways towards all others."""
    x, y = thing.center
    ways = [
        replace(thing, center=(x + share * (a - x), y + share * (b - y)))
        for a, b in (other.center for other in scene.objects)
        for share in (0.1, 0.2, 0.4, 0.6, 0.8, 1.0)
    ]
    steps = [step / 2.0 for step in range(1, 40)] + [float(step) for step in range(20, 200, 6)]
    shifts = [
        replace(thing, center=(x + dx * step, y + dy * step))
        for step in steps
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
    ]
    turns = [replace(thing, turn_deg=(thing.turn_deg + turn) % 360.0) for turn in (15.0, 45.0)]
    sizes = [replace(thing, appearance=start.appearance)] if start else []
    return [*turns, *sizes, *shifts, *ways]


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.id)
def test_every_goal_term_has_a_near_miss_that_fails_for_its_reason(task: Task) -> None:
    goal, start, scene = solved_scene(task)
    assert goal.judge(scene).done
    for index, term in enumerate(goal.terms):
        thing = scene.find(term.about[-1])
        assert thing is not None
        changes = variations(thing, start.find(thing.name), scene)
        near = (scene.changed(changed) for changed in changes)
        miss = next((scene for scene in near if term.advice(scene)), None)
        assert miss is not None, term
        verdict = goal.judge(miss)
        assert not verdict.done
        assert verdict.findings[index].wanted in [f.wanted for f in verdict.failing]
        assert 0.0 <= verdict.score < 1.0
        advice = verdict.findings[index].advice
        assert thing.name in advice
        assert not re.search(r"\d", advice)


@pytest.mark.parametrize("name", list(RECIPES))
def test_the_reference_solver_needs_the_task_file_only(name: str) -> None:
    task = next(task for task in GENERATED if task.id.startswith(f"{name}_1_"))
    plan = solve(replace(task, expert=()), SEEDS[1])
    assert plan is not None
    assert len(plan) <= task.budget


def test_chance_solves_next_to_nothing() -> None:
    chosen = GENERATED[:: len(GENERATED) // 20]
    shares = [random_success(task, 8, "test") for task in chosen]
    assert sum(shares) / len(shares) <= 0.06


def test_goals_name_no_places() -> None:
    for task in TASKS:
        numbers = re.findall(r"\d+", task.goal)
        distances = re.findall(r"(\d+) units", task.goal)
        assert numbers == distances, task.goal


@pytest.mark.slow
def test_the_generator_repeats_itself() -> None:
    recipe = RECIPES["place_ambiguous"]
    once, again = (generate(recipe, 5, 1, LIBRARY.environment) for _ in range(2))
    assert set_text(recipe, 5, once) == set_text(recipe, 5, again)
    other = generate(recipe, 6, 1, LIBRARY.environment)
    assert other[0].entry != once[0].entry
