"""What an agent that recalls is told about similar layouts."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from eyehand_core.episode.condition import Condition
from eyehand_core.layout.memory.recall import recalled_text, similar
from eyehand_core.layout.memory.trajectory import read_store
from eyehand_core.layout.task import initial_scene
from eyehand_core.tasks.task import Task


def memory_for(condition: Condition, task: Task, seed: int, settings: Mapping[str, Any]) -> str:
    """Return similar layouts in words; empty where condition or agent do not recall.

    The scene and the goal sentence alone decide what is similar; an agent sees both.

    Args:
        condition: observation condition.
        task: the task that is to be played.
        seed: seed of the instance.
        settings: settings of the agent.

    Raises:
        ConfigError: the store cannot be read.
    """
    if not condition.recalls or "memory" not in settings:
        return ""
    store = read_store(Path(settings["memory"]))
    return recalled_text(similar(store, task.id, task.goal, initial_scene(task, seed)))
