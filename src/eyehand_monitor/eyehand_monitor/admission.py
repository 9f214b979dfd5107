"""Which episodes can be played here; decided before any reset."""

from __future__ import annotations

from eyehand_core.episode.conditions import condition_for
from eyehand_core.errors import ConfigError
from eyehand_core.tasks.draws import check_seed
from eyehand_core.tasks.library import Library
from eyehand_core.tasks.task import Task


def admitted_task(
    library: Library, task_id: str, seed: int, condition: str, *, robot: bool
) -> Task:
    """Return the task of an episode.

    Args:
        library: task files.
        task_id: which task.
        seed: of the task instance.
        condition: name of the observation condition.
        robot: whether there is one.

    Raises:
        ConfigError: it cannot be played here.
    """
    task = library.load_instance(task_id, check_seed(seed))
    condition_for(task.kind, condition)
    if task.arms and not robot:
        raise ConfigError(f"task {task.id!r} needs a robot; start the monitor with one")
    return task
