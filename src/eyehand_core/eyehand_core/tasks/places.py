"""Where tasks are: one in a file of its own, or many in a task set.

A task set is a file ``<name>.set.yaml`` with the tasks under ``tasks``, indented by two spaces;
keys beside ``tasks`` count for all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from eyehand_core.errors import ConfigError, cause_of

SET_SUFFIX = ".set.yaml"
_ENTRY = re.compile(r"^  (?P<id>[a-z][a-z0-9_]*):", re.MULTILINE)
_TASKS = re.compile(r"^tasks:\s*$", re.MULTILINE)
_KEY = re.compile(r"^(?P<indent> *)[^ #\n]", re.MULTILINE)


def task_paths(folder: Path) -> dict[str, Path]:
    """Return the file of every task by its id; sets are searched for ids, but not read.

    Raises:
        ConfigError: two tasks have one id, or a set cannot be searched.
    """
    paths: dict[str, Path] = {}
    for path in sorted(folder.rglob("*.yaml")):
        for task_id in ids_in(path):
            other = paths.setdefault(task_id, path)
            if other != path:
                raise ConfigError(f"two tasks are called {task_id!r}: {other} and {path}")
    return paths


def is_set(path: Path) -> bool:
    """Tell whether a file holds several tasks."""
    return path.name.endswith(SET_SUFFIX)


def task_kinds(folder: Path) -> dict[str, str]:
    """Return the declared kind of every task by its id; files are searched for it, but not read.

    What is wrong with a file is told by the one who reads it; its kind may be empty here.

    Raises:
        ConfigError: as for ``task_paths``.
    """
    kinds: dict[str, str] = {}
    for path in dict.fromkeys(task_paths(folder).values()):
        text = _text(path)
        shared = _kind(text)
        if not is_set(path):
            kinds[path.stem] = shared
            continue
        entries = list(_entries(text))
        ends = [entry.start() for entry in entries[1:]] + [len(text)]
        for entry, end in zip(entries, ends, strict=True):
            kinds[entry["id"]] = _kind(text[entry.end() : end].partition("\n")[2]) or shared
    return kinds


def _kind(block: str) -> str:
    """Return the kind that a block of keys declares; empty if it does not."""
    first = _KEY.search(block)
    if first is None:
        return ""
    found = re.search(rf"""\n{first["indent"]}kind\s*:\s*["']?(\w+)""", f"\n{block}")
    return found[1] if found else ""


def ids_in(path: Path) -> tuple[str, ...]:
    """Return the ids of the tasks that a file holds by its name, or by a search if it is a set.

    Raises:
        ConfigError: the file cannot be searched.
    """
    return tuple(m["id"] for m in _entries(_text(path))) if is_set(path) else (path.stem,)


def _entries(text: str) -> Iterator[re.Match[str]]:
    start = _TASKS.search(text)
    return _ENTRY.finditer(text, start.end()) if start else iter(())


def _text(path: Path) -> str:
    """Return a file's text; a byte that is no UTF-8 is left to the one who reads the file."""
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise ConfigError(f"{path}: the file cannot be read: {cause_of(error)}") from error
