"""The list of seeds in a task file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from eyehand_core.tasks.places import is_set

from eyehand_bench.cli.usage_error import UsageError
from eyehand_bench.record.atomic_file import write_atomically

_WIDTH = 100
_ENTRY = re.compile(r"^seeds:.*?(?=^\S|\Z)", re.MULTILINE | re.DOTALL)
_GOAL = re.compile(r"^goal:.*?(?=^\S|\Z|^\n)", re.MULTILINE | re.DOTALL)


def write_seeds(path: Path, seeds: Sequence[int]) -> None:
    """Put the kept seeds into a task file, after its goal; everything else stays as written.

    Raises:
        UsageError: the file is a set of tasks.
    """
    if is_set(path):
        raise UsageError(f"{path} is a set of tasks", ["write the seeds into it by hand"])
    text = path.read_text(encoding="utf-8")
    line = _wrapped(seeds)
    if _ENTRY.search(text):
        changed = _ENTRY.sub(lambda found: line + _gap(found.group()), text, count=1)
    else:
        changed = _GOAL.sub(lambda found: found.group() + line, text, count=1)
    write_atomically(path, changed.encode())


def _gap(old: str) -> str:
    """Return the empty lines that followed the old entry."""
    return "\n" * (len(old) - len(old.rstrip("\n")) - 1)


def _wrapped(seeds: Sequence[int]) -> str:
    lines, current = [], "seeds: ["
    for index, seed in enumerate(seeds):
        word = f"{seed}, " if index < len(seeds) - 1 else f"{seed}]"
        if len(current + word) > _WIDTH:
            lines.append(current.rstrip())
            current = " " * len("seeds: [")
        current += word
    return "\n".join([*lines, current]) + "\n"
