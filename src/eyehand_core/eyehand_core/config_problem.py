"""What is wrong with a configuration file: every mistake with its line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from eyehand_core.errors import ConfigError


@dataclass(frozen=True)
class Problem:
    """One mistake in a file.

    Attributes:
        line: line number from 1.
        key: dotted path of the key.
        message: what was found and what is allowed.
    """

    line: int
    key: str
    message: str


class ConfigFileError(ConfigError):
    """All problems of one file.

    Attributes:
        path: the file.
        problems: in order of line.
    """

    def __init__(self, path: Path, problems: Iterable[Problem]) -> None:
        self.path = path
        self.problems = tuple(sorted(problems, key=lambda problem: problem.line))
        count = len(self.problems)
        lines = [f"{path}: {count} problem{'s' if count != 1 else ''}"]
        lines += [f"  line {p.line}  {p.key}: {p.message}" for p in self.problems]
        super().__init__("\n".join(lines))
