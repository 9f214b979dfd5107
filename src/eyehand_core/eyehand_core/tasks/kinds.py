"""Kinds of tasks, and the registry of what each kind has of its own.

A kind is registered under the word that task files give as ``kind``::

    def read_layout(root: Section, environment: Environment) -> KindParts:
        section = root.section("layout")
        ...                          # read keys, note problems, section.close()
        return KindParts(objects=..., layout=..., names=Names(objects=...), hold=0.0)

    TASK_KINDS.add("layout", TaskKind(read=read_layout, scene=table_scene))

The reader gets the root of the file and reads the keys that only its kind has; the keys that all
kinds share (id, version, family, level, budget, goal, success, subtasks, seeds) are read for it.
Success and subtasks are compiled against ``names``. Import the module in ``tasks/reader.py`` so
that it registers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from eyehand_core.config_file import Section
from eyehand_core.declarations import Names
from eyehand_core.environment import Environment
from eyehand_core.registry import Registry
from eyehand_core.robot import Robot
from eyehand_core.scene import Scene
from eyehand_core.tasks.task import ROOM, Inventory, Room, Task

HOLD = 0.1  # how long success must last in a physical world [s]


@dataclass(frozen=True, kw_only=True)
class KindParts:
    """What a kind of task contributes to a Task.

    Attributes:
        objects: declared objects by name. Objects with named points have a method
            ``points(size) -> Mapping[str, point]``.
        names: what expressions may refer to.
        names_known: False if a mistake hides some of the names, so that they cannot be checked.
        arms: arms of the task; empty without a robot.
        expert: declared expert routine.
        layout: settings of a layout task.
        hold: how long the success expression must stay true [s].
        room: how far apart objects are at the start.
        inventories: selections of the objects, of which each seed draws one.
    """

    objects: Mapping[str, Any]
    names: Names
    names_known: bool = True
    arms: tuple[str, ...] = ()
    expert: Any = None
    layout: Mapping[str, Any] = field(default_factory=dict)
    hold: float = HOLD
    room: Room = ROOM
    inventories: tuple[Inventory, ...] = ()


@dataclass(frozen=True, kw_only=True)
class TaskKind:
    """What a kind of task has of its own.

    Attributes:
        read: reads the keys of a task file that only this kind has.
        scene: returns the scene of (task, seed) for a physical world.
        suits: tells whether a robot can play a task, by the configuration folder.
        prepared: returns a task as a robot plays it; raises ConfigError if it cannot.
    """

    read: Callable[[Section, Environment], KindParts]
    scene: Callable[[Task, int, Environment], Scene]
    suits: Callable[[Task, Path, Robot], bool] = lambda task, config, robot: True
    prepared: Callable[[Task, Path, Robot], Task] = lambda task, config, robot: task


TASK_KINDS: Registry[TaskKind] = Registry("task kind")
