"""From a recipe and a seed to proved tasks, and to the text of a task set."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from eyehand_core.environment import Environment
from eyehand_core.errors import ConfigError
from eyehand_core.layout.generate import completion, paths, placement, subtle
from eyehand_core.layout.generate.draft import NoRoomError
from eyehand_core.layout.generate.proof import (
    RANDOM_EPISODES,
    RANDOM_LIMIT,
    SEEDS,
    drafted_task,
    proved_plan,
    random_success,
)
from eyehand_core.layout.generate.recipe import RECIPES, Recipe
from eyehand_core.tasks.draws import Draws

__all__ = [
    "RECIPES",
    "Generated",
    "completion",
    "generate",
    "paths",
    "placement",
    "set_text",
    "subtle",
]

_ATTEMPTS_PER_TASK = 60
SET_VERSION = 1


@dataclass(frozen=True, kw_only=True)
class Generated:
    """A proved task.

    Attributes:
        task_id: its id.
        entry: its keys in a task set, expert included.
    """

    task_id: str
    entry: dict[str, Any]


def generate(
    recipe: Recipe,
    seed: int,
    count: int,
    environment: Environment,
    on_task: Callable[[Generated], None] = lambda task: None,
) -> tuple[Generated, ...]:
    """Return proved tasks; the same recipe, seed and count give the same tasks.

    Args:
        recipe: family and level.
        seed: 0..2147483647.
        count: how many tasks.
        environment: surroundings; needed by the reader of task files.
        on_task: told of each task that was proved.

    Raises:
        ConfigError: a task could not be found in many attempts.
    """
    found: list[Generated] = []
    known: set[str] = set()
    draws = Draws("generate", recipe.prefix, seed)
    with tempfile.TemporaryDirectory() as folder:
        for number in range(1, count + 1):
            task_id = f"{recipe.prefix}_{seed}_{number:02d}"
            attempts = (
                _attempt(recipe, task_id, draws, Path(folder), environment)
                for _ in range(_ATTEMPTS_PER_TASK)
            )
            entry = next((e for e in attempts if e and _identity(e) not in known), None)
            if entry is None:
                raise ConfigError(
                    f"recipe {recipe.prefix}: no solvable task in {_ATTEMPTS_PER_TASK} attempts; "
                    "try another seed"
                )
            known.add(_identity(entry))
            found.append(Generated(task_id=task_id, entry=entry))
            on_task(found[-1])
    return tuple(found)


def _attempt(
    recipe: Recipe, task_id: str, draws: Draws, folder: Path, environment: Environment
) -> dict[str, Any] | None:
    try:
        drafted = recipe.draw(draws)
    except NoRoomError:
        return None
    shared = _shared(recipe)
    entry = drafted.draft.entry(drafted.touched)
    try:
        task = drafted_task({**shared, **entry}, task_id, folder, environment)
    except ConfigError:
        return None
    plan = proved_plan(task)
    if plan is None or random_success(task, RANDOM_EPISODES) > RANDOM_LIMIT:
        return None
    return {**entry, "expert": list(plan)}


def _identity(entry: dict[str, Any]) -> str:
    """Return what no two tasks of a set share: the sentence, or on paths the obstacles."""
    return str(entry["objects"]) if "mover" in entry else str(entry["goal"])


def _shared(recipe: Recipe) -> dict[str, Any]:
    return {
        "version": SET_VERSION,
        "kind": "layout",
        "family": recipe.family,
        "level": recipe.level,
        "seeds": list(SEEDS),
    }


def set_text(recipe: Recipe, seed: int, tasks: tuple[Generated, ...]) -> str:
    """Return the text of a task set."""
    return "".join(_lines(recipe, seed, tasks))


def _lines(recipe: Recipe, seed: int, tasks: tuple[Generated, ...]) -> Iterator[str]:
    yield f"# {recipe.family}, level {recipe.level}: {recipe.meaning}.\n"
    yield f"# Made by: eyehand layout generate {recipe.prefix} --seed {seed} --count {len(tasks)}\n"
    yield "# Canvas units: x right, y down, 256 x 256. Each task is proved for all seeds.\n"
    for key, value in _shared(recipe).items():
        yield f"{key}: {_flow(value)}\n"
    yield "tasks:\n"
    for task in tasks:
        yield f"  {task.task_id}:\n"
        for key, value in task.entry.items():
            yield from _entry_lines(key, value)


def _entry_lines(key: str, value: Any) -> Iterator[str]:
    if key == "objects":
        yield "    objects:\n"
        for name, thing in value.items():
            yield f"      {name}: {_flow(thing)}\n"
    elif key == "success":
        yield "    success:\n      all:\n"
        for term in value["all"]:
            yield f"        - {_flow(term)}\n"
    elif key == "expert":
        yield "    expert:\n"
        for action in value:
            yield f"      - {_flow(action)}\n"
    else:
        yield f"    {key}: {_flow(value)}\n"


def _flow(value: Any) -> str:
    text = yaml.safe_dump(value, default_flow_style=True, sort_keys=False, width=10_000)
    return text.removesuffix("\n").removesuffix("\n...").strip()
