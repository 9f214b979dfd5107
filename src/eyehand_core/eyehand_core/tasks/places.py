"""Where tasks are: one in a file of its own, or many in a task set.

A task set is a file ``<name>.set.yaml`` with the tasks under ``tasks``, indented by two spaces;
keys beside ``tasks`` count for all of them.
"""

from __future__ import annotations

import re
from pathlib import Path

from eyehand_core.errors import ConfigError

SET_SUFFIX = ".set.yaml"
_ENTRY = re.compile(r"^  (?P<id>[a-z][a-z0-9_]*):", re.MULTILINE)
_TASKS = re.compile(r"^tasks:\s*$", re.MULTILINE)


def task_paths(folder: Path) -> dict[str, Path]:
    """Return the file of every task by its id; sets are searched for ids, but not read.

    Raises:
        ConfigError: two tasks have one id, or a set cannot be searched.
    """
    paths: dict[str, Path] = {}
    for path in sorted(folder.rglob("*.yaml")):
        for task_id in _ids(path):
            other = paths.setdefault(task_id, path)
            if other != path:
                raise ConfigError(f"two tasks are called {task_id!r}: {other} and {path}")
    return paths


def is_set(path: Path) -> bool:
    """Tell whether a file holds several tasks."""
    return path.name.endswith(SET_SUFFIX)


def _ids(path: Path) -> tuple[str, ...]:
    if not is_set(path):
        return (path.stem,)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: the task set cannot be read: {error}") from error
    start = _TASKS.search(text)
    return tuple(m["id"] for m in _ENTRY.finditer(text, start.end())) if start else ()
