"""Proof of a drafted task: read strictly, solved for every seed, not by chance or at once."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import yaml

from eyehand_core.environment import Environment
from eyehand_core.layout.actions import LayoutHistory
from eyehand_core.layout.chance import random_action
from eyehand_core.layout.referee import layout_goal
from eyehand_core.layout.resolver import IllegalAction
from eyehand_core.layout.solver import solve
from eyehand_core.layout.task import expert_decisions, initial_scene, task_grammar
from eyehand_core.tasks.reader import read_task
from eyehand_core.tasks.task import Task

SEEDS = tuple(range(1000, 1010))
"""Seeds that every generated task is proved for."""

# Scenes that are looked at for a plan; drafts that need more are given up.
_SEARCH = {"path": 1000, "arrangement": 250}

RANDOM_EPISODES = 30
RANDOM_LIMIT = 0.04
"""Largest share of random episodes that may succeed, measured when a task is made."""


def drafted_task(
    entry: dict[str, Any], task_id: str, folder: Path, environment: Environment
) -> Task:
    """Return the task that an entry of a set makes, read as strictly as any other.

    Raises:
        ConfigFileError: the entry has problems.
    """
    path = folder / f"{task_id}.yaml"
    path.write_text(yaml.safe_dump({"id": task_id, **entry}, sort_keys=False), encoding="utf-8")
    return read_task(path, environment)


def proved_plan(task: Task) -> tuple[dict[str, Any], ...] | None:
    """Return one list of actions that solves every seed; None if the task is no good."""
    for first in SEEDS[:2]:
        plan = solve(task, first, _SEARCH["path" if task.layout["mover"] else "arrangement"])
        if plan is None:
            return None
        actions = tuple(json.loads(action.to_json()) for action in plan)
        if all(solves(replace(task, expert=actions), seed) for seed in SEEDS):
            return actions
    return None


def solves(task: Task, seed: int) -> bool:
    """Tell whether the declared expert actions solve an instance that is unsolved at its start."""
    history = LayoutHistory((initial_scene(task, seed),))
    goal = layout_goal(task, history.scene)
    if goal.judge(history.scene).done:
        return False
    for action in expert_decisions(task):
        result = history.apply(action)
        if isinstance(result, IllegalAction) or goal.judge(history.scene).done:
            return False
        history = result
    return goal.judge(history.scene).done


def random_success(task: Task, episodes: int, purpose: str = "proof") -> float:
    """Return the share of episodes that uniformly drawn legal actions solve."""
    return sum(_chance(task, number, purpose) for number in range(episodes)) / episodes


def _chance(task: Task, number: int, purpose: str) -> bool:
    rng = Random(f"{purpose}/{task.id}/{number}")
    history = LayoutHistory((initial_scene(task, SEEDS[number % len(SEEDS)]),))
    goal = layout_goal(task, history.scene)
    grammar = task_grammar(task).restricted(task.layout["actions"])
    for _ in range(task.budget):
        drawn = random_action(grammar, history, rng)
        history = drawn.history
        if goal.judge(history.scene).done:
            return True
    return False
