"""The task library: all task files of a configuration folder."""

from __future__ import annotations

from pathlib import Path

from eyehand_core.environment import Environment, load_environment
from eyehand_core.errors import ConfigError, UnknownNameError
from eyehand_core.robot import Robot
from eyehand_core.scene import Scene
from eyehand_core.tasks.inventory import instance_of
from eyehand_core.tasks.kinds import TASK_KINDS
from eyehand_core.tasks.places import is_set, task_paths
from eyehand_core.tasks.reader import read_task
from eyehand_core.tasks.task import Task

DEFAULT_ENVIRONMENT = "tabletop"


class Library:
    """Tasks by id. Files are read when they are asked for.

    Args:
        config_dir: folder with ``tasks/`` and ``environments/``.
        environment: surroundings of the robot in use; the benchmark's table if none is given.
        robot: who plays. Layouts are then those that it arranges on its table; without a robot
            they are on the canvas.

    Raises:
        ConfigError: two tasks have the same name, or there is no ``tasks`` folder.
    """

    def __init__(
        self,
        config_dir: Path,
        environment: Environment | None = None,
        robot: Robot | None = None,
    ) -> None:
        folder = config_dir / "tasks"
        if not folder.is_dir():
            raise ConfigError(f"no such folder: {folder}; give the config folder of the project")
        self.environment = environment or load_environment(
            config_dir / "environments" / f"{DEFAULT_ENVIRONMENT}.yaml"
        )
        self._paths = task_paths(folder)
        self._config, self._robot = config_dir, robot

    def ids(self) -> tuple[str, ...]:
        """Return the ids of all tasks, sorted."""
        return tuple(sorted(self._paths))

    def load(self, task_id: str) -> Task:
        """Read one task.

        Raises:
            UnknownNameError: no such task; lists the ids and the nearest one.
            ConfigFileError: the file has problems.
            ConfigError: a layout that the robot cannot arrange.
        """
        if task_id not in self._paths:
            raise UnknownNameError("task", task_id, self._paths)
        return self._prepared(self._read(task_id))

    def load_instance(self, task_id: str, seed: int) -> Task:
        """Read one task as it is with a seed.

        Raises:
            UnknownNameError: no such task.
            ConfigError: the file has problems, or the seed is out of range.
        """
        return instance_of(self.load(task_id), seed)

    def all(self) -> tuple[Task, ...]:
        """Read every task that can be played here, sorted by id."""
        tasks = map(self._read, self.ids())
        return tuple(self._prepared(task) for task in tasks if self._suits(task))

    def _suits(self, task: Task) -> bool:
        robot = self._robot
        return robot is None or TASK_KINDS[task.kind].suits(task, self._config, robot)

    def _prepared(self, task: Task) -> Task:
        """Return a task as it is played here: layouts of a robot lie on its table."""
        robot = self._robot
        return task if robot is None else TASK_KINDS[task.kind].prepared(task, self._config, robot)

    def _read(self, task_id: str) -> Task:
        path = self._paths[task_id]
        return read_task(path, self.environment, task_id if is_set(path) else "")

    def instantiate(self, task: Task, seed: int) -> Scene:
        """Return the scene of (task, seed) for a physical world.

        Raises:
            ConfigError: the seed is out of range, or the task has no arms.
        """
        if not task.arms:
            raise ConfigError(
                f"task {task.id!r} has no arms and no physical scene; give a task of kind "
                "'manipulation', or read a layout from the library of a robot"
            )
        return TASK_KINDS[task.kind].scene(task, seed, self.environment)


def library_for(config_dir: Path, robot: Robot | None) -> Library:
    """Return the tasks as they are for a robot, checked against its own surroundings.

    Raises:
        ConfigError: as for ``Library``, or the robot's environment file has problems.
    """
    return Library(config_dir, load_environment(robot.environment) if robot else None, robot)
