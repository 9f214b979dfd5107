"""Scenes on which rules and pictures are compared: starts, solutions, and what chance adds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from eyehand_core.layout.actions import LayoutHistory
from eyehand_core.layout.chance import random_action
from eyehand_core.layout.scene import LayoutScene
from eyehand_core.layout.task import expert_decisions, initial_scene, task_grammar
from eyehand_core.tasks.task import Task

_MOST_RANDOM = 3
_FIRST_SEED = 1000
_SEEDS = 10


@dataclass(frozen=True, kw_only=True)
class Sampled:
    """One scene of a task.

    Attributes:
        task: the task.
        start: the scene at the reset.
        scene: the scene after some actions.
    """

    task: Task
    start: LayoutScene
    scene: LayoutScene


def sampled_scenes(tasks: Sequence[Task], count: int, seed: int) -> Iterator[Sampled]:
    """Yield scenes of all tasks in turn: every other one solved, then up to two random actions."""
    rng = Random(f"vision/{seed}")
    for number in range(count):
        task = tasks[number % len(tasks)]
        start = initial_scene(task, _FIRST_SEED + number // len(tasks) % _SEEDS)
        history = LayoutHistory((start,))
        for action in expert_decisions(task) if number % 2 else ():
            result = history.apply(action)
            history = result if isinstance(result, LayoutHistory) else history
        grammar = task_grammar(task).restricted(task.layout["actions"])
        for _ in range(rng.randrange(_MOST_RANDOM)):
            history = random_action(grammar, history, rng).history
        yield Sampled(task=task, start=start, scene=history.scene)
