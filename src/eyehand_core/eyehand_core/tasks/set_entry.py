"""One task of a task set, completed by what the set says for all of its tasks."""

from __future__ import annotations

from pathlib import Path

import yaml

from eyehand_core.config_file import ConfigFile, Section
from eyehand_core.config_problem import ConfigFileError, Problem

_TASKS = "tasks"


class SetEntry(ConfigFile):
    """A task set of which one task is read.

    Args:
        path: ``<name>.set.yaml``.
        task_id: key of the task under ``tasks``.

    Raises:
        ConfigFileError: the file cannot be read, or there is no such task in it.
    """

    def __init__(self, path: Path, task_id: str) -> None:
        super().__init__(path)
        tasks = _value(self.node, _TASKS)
        entry = _value(tasks, task_id) if isinstance(tasks, yaml.MappingNode) else None
        if not isinstance(entry, yaml.MappingNode):
            message = f"expected the keys and values of task {task_id!r}, indented by two spaces"
            raise ConfigFileError(path, [Problem(1, _TASKS, message)])
        own = {str(key.value) for key, _ in entry.value}
        shared = [
            (key, value)
            for key, value in self.node.value
            if str(key.value) != _TASKS and str(key.value) not in own
        ]
        merged = yaml.MappingNode(entry.tag, [*shared, *entry.value], entry.start_mark)
        self.root = Section(self, merged, f"{_TASKS}.{task_id}")


def _value(node: yaml.MappingNode, key: str) -> yaml.Node | None:
    return next((value for name, value in node.value if str(name.value) == key), None)
