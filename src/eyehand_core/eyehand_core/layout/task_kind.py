"""Task kind ``layout``: drawn on a canvas, or laid on the table of a robot."""

from __future__ import annotations

from pathlib import Path

from eyehand_core.environment import Environment
from eyehand_core.layout.embodied.bodies import table_scene
from eyehand_core.layout.embodied.patch import has_table, load_patch
from eyehand_core.layout.embodied.table_task import misfit, on_table
from eyehand_core.layout.task import read_layout
from eyehand_core.robot import Robot
from eyehand_core.scene import Scene
from eyehand_core.tasks.kinds import TASK_KINDS, TaskKind
from eyehand_core.tasks.task import Task


def _scene(task: Task, seed: int, environment: Environment) -> Scene:
    return table_scene(task, seed)


def _fits_its_table(task: Task, config: Path, robot: Robot) -> bool:
    return has_table(config, robot.name) and not misfit(task)


def _on_its_table(task: Task, config: Path, robot: Robot) -> Task:
    return on_table(task, load_patch(config, robot.name), tuple(robot.arms))


TASK_KINDS.add(
    "layout",
    TaskKind(read=read_layout, scene=_scene, suits=_fits_its_table, prepared=_on_its_table),
)
