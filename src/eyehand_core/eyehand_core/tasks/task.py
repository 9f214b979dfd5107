"""Task records as read from ``config/tasks/**/<id>.yaml``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eyehand_core.declarations import Names

NO_NAMES = Names(objects={})


@dataclass(frozen=True, kw_only=True)
class Subtask:
    """A stage of a task, judged from state and latched; feeds progress, never success.

    Attributes:
        name: short words for reports.
        when: predicate expression in its declared form.
    """

    name: str
    when: Any


@dataclass(frozen=True, kw_only=True)
class Inventory:
    """One selection of a task's objects.

    Attributes:
        objects: names; an object that no inventory of the task names is always there.
        words: what the goal sentence says of them.
    """

    objects: tuple[str, ...]
    words: str


@dataclass(frozen=True, kw_only=True)
class Room:
    """How far apart any two objects are when they are spawned.

    Attributes:
        spacing: least distance of their frames [m].
        clearance: least free space between their outlines [m].
    """

    spacing: float = 0.0
    clearance: float = 0.01


ROOM = Room()
"""What a task has that says nothing else."""


@dataclass(frozen=True, kw_only=True)
class Task:
    """One task file.

    Attributes:
        id: name of the task and of its file.
        version: raised whenever anything that affects results changes.
        kind: ``manipulation`` or ``layout``.
        family: group in reports.
        level: ``base`` or a difficulty level.
        arms: names of the arms that the task uses; empty for layout.
        budget: environment steps allowed.
        goal: sentence that the agent reads.
        objects: declared objects by name, as read and checked (spawn ranges included).
        success: success expression in its declared form.
        subtasks: stages in order.
        expert: declared expert routine.
        layout: settings of a layout task; empty for manipulation.
        path: the file.
        names: what expressions and routine may refer to.
        hold: how long the success expression must stay true [s].
        seeds: seeds known to be solvable; empty until they have been validated.
        room: how far apart objects are when they are spawned.
        inventories: selections of the objects, of which each seed draws one; empty if all objects
            are always there.
    """

    id: str
    version: int
    kind: str
    family: str
    level: str
    arms: tuple[str, ...]
    budget: int
    goal: str
    objects: Mapping[str, Any]
    success: Any
    subtasks: tuple[Subtask, ...]
    expert: Any
    layout: Mapping[str, Any]
    path: Path
    names: Names = NO_NAMES
    hold: float = 0.1
    seeds: tuple[int, ...] = ()
    room: Room = ROOM
    inventories: tuple[Inventory, ...] = ()
