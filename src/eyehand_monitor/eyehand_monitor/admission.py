"""Which episodes can be played here; decided before any reset."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from eyehand_core.episode.condition import Condition
from eyehand_core.episode.conditions import load_condition
from eyehand_core.errors import ConfigError
from eyehand_core.robot import Robot
from eyehand_core.tasks.draws import check_seed
from eyehand_core.tasks.library import library_for
from eyehand_core.tasks.task import Task


@dataclass(frozen=True, kw_only=True)
class Admitted:
    """What an episode is made of."""

    task: Task
    condition: Condition


class Admission:
    """Admits episodes.

    Args:
        config: configuration folder.
        robot: who plays; None in a layout world.

    Raises:
        ConfigError: the folder or the robot's surroundings have problems.
    """

    def __init__(self, config: Path, robot: Robot | None) -> None:
        self._config = config
        self._has_robot = robot is not None
        self._library = library_for(config, robot)

    def admit(self, task_id: str, seed: int, condition: str) -> Admitted:
        """Return task and condition of an episode.

        Args:
            task_id: which task.
            seed: of the task instance.
            condition: name of the observation condition.

        Raises:
            ConfigError: it cannot be played here.
        """
        task = self._library.load_instance(task_id, check_seed(seed))
        admitted = Admitted(task=task, condition=load_condition(self._config, task.kind, condition))
        if task.arms and not self._has_robot:
            raise ConfigError(f"task {task.id!r} needs a robot; start the monitor with one")
        return admitted
