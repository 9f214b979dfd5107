"""Tasks whose objects differ from seed to seed: which are there, and the words for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from eyehand_core.config_file import Section
from eyehand_core.declaration_error import DeclarationError, Mistake, Place
from eyehand_core.declarations import (
    Names,
)
from eyehand_core.tasks.draws import Draws
from eyehand_core.tasks.task import Inventory, Task

PLACEHOLDER = "{inventory}"
"""Stands in a goal sentence for the words of the inventory."""
OBJECTS_OF_SEED = "(the objects differ from seed to seed)"
"""Stands there where no seed is meant."""


def read_inventories(root: Section, objects: Mapping[str, Any]) -> tuple[Inventory, ...]:
    """Read the ``inventories`` of a task, of which each seed draws one."""
    inventories = []
    for section in root.sections("inventories", optional=True):
        names = section.words("objects")
        for name in names:
            if name not in objects:
                allowed = ", ".join(objects) or "none"
                section.problem("objects", f"unknown object {name!r}; allowed: {allowed}")
        inventories.append(Inventory(objects=names, words=section.text("words")))
        section.close()
    if inventories and PLACEHOLDER not in root.text("goal"):
        root.problem("goal", f"must hold {PLACEHOLDER}: the objects differ from seed to seed")
    return tuple(inventories)


def compiled_for_each(
    section: Section,
    key: str,
    compiler: Callable[[Names], object],
    names: Names,
    inventories: tuple[Inventory, ...],
) -> None:
    """Note what is wrong with a declaration, with any of the inventories, each mistake once.

    Args:
        section: where the declaration stands.
        key: its key.
        compiler: compiles the declaration; raises ``DeclarationError``.
        names: of all objects of the task.
        inventories: of the task; may be empty.
    """
    if not inventories:
        found = {"": _mistakes(compiler, names)}
    else:
        found = {
            chosen.words: _mistakes(compiler, names_with(names, inventories, chosen))
            for chosen in inventories
        }
    told: set[Place] = set()
    for words, mistakes in found.items():
        new = [mistake for mistake in mistakes if mistake.place not in told]
        for mistake in new:
            always = all(mistake.place in {m.place for m in other} for other in found.values())
            where = "" if always else f" (with the inventory {words!r})"
            section.problem_within(key, mistake.place, mistake.message + where)
        told |= {mistake.place for mistake in new}


def _mistakes(compiler: Callable[[Names], object], names: Names) -> list[Mistake]:
    try:
        compiler(names)
    except DeclarationError as error:
        return list(dict.fromkeys(error.mistakes))
    return []


def names_with(names: Names, inventories: tuple[Inventory, ...], chosen: Inventory) -> Names:
    """Return what a declaration may refer to with one of the inventories."""
    absent = left_out(inventories, chosen)
    there = {name: points for name, points in names.objects.items() if name not in absent}
    return replace(names, objects=there, absent=tuple(sorted(absent)))


def goal_in_general(task: Task) -> str:
    """Return the goal sentence of a task as a whole; each seed has words for its objects."""
    return task.goal.replace(PLACEHOLDER, OBJECTS_OF_SEED)


def left_out(inventories: tuple[Inventory, ...], chosen: Inventory) -> frozenset[str]:
    """Return the objects that are not there with an inventory."""
    named = {name for inventory in inventories for name in inventory.objects}
    return frozenset(named - set(chosen.objects))


def instance_of(task: Task, seed: int) -> Task:
    """Return a task as it is with a seed: with the objects that are there, and its own goal.

    Raises:
        ConfigError: the seed is out of range.
    """
    if not task.inventories:
        return task
    draws = Draws("inventory", task.id, seed)
    chosen = task.inventories[draws.index(len(task.inventories))]
    names = names_with(task.names, task.inventories, chosen)
    there = {name: spec for name, spec in task.objects.items() if name in names.objects}
    return replace(
        task,
        goal=task.goal.replace(PLACEHOLDER, chosen.words),
        objects=there,
        names=names,
        inventories=(),
    )
