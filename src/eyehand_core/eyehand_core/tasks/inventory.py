"""Tasks whose objects differ from seed to seed: which are there, and the words for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from eyehand_core.config_file import Section
from eyehand_core.tasks.draws import Draws
from eyehand_core.tasks.task import Inventory, Task

PLACEHOLDER = "{inventory}"
"""Stands in a goal sentence for the words of the inventory."""


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
    absent = left_out(task.inventories, chosen)
    there = {name: spec for name, spec in task.objects.items() if name not in absent}
    points = {name: spots for name, spots in task.names.objects.items() if name in there}
    return replace(
        task,
        goal=task.goal.replace(PLACEHOLDER, chosen.words),
        objects=there,
        names=replace(task.names, objects=points, absent=tuple(sorted(absent))),
        inventories=(),
    )
