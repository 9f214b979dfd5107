"""What is wrong with a configuration file: every mistake with its line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from eyehand_core.errors import ConfigError


@dataclass(frozen=True)
class Problem:
    """One mistake in a file.

    Attributes:
        line: line number from 1.
        key: dotted path of the key.
        message: what was found and what is allowed.
        whole: nothing inside the value at ``key`` could be read.
        meant: dotted path of the absent key that an unknown one was probably meant to be.
    """

    line: int
    key: str
    message: str
    meant: str = ""
    whole: bool = False

    def is_within(self, key: str) -> bool:
        """Tell whether the mistake is at ``key`` or inside its value."""
        return self.key == key or self.key.startswith((f"{key}.", f"{key}["))


def root_problems(problems: Iterable[Problem]) -> list[Problem]:
    """Return the problems that are not mere consequences of others, in order of line.

    Dropped are all but the first at a key, those inside a value that could not be read at all, and
    the absence of a key that stands there misspelt. The same message at several places is given
    once.
    """
    found = list({problem.key: problem for problem in reversed(list(problems))}.values())[::-1]
    meant = [problem.meant for problem in found if problem.meant]
    wholes = [problem for problem in found if problem.whole]
    left = [
        problem
        for problem in found
        if not any(problem.is_within(key) for key in meant)
        and not any(problem.is_within(whole.key) for whole in wholes if whole is not problem)
    ]
    by_message: dict[str, list[Problem]] = {}
    for problem in sorted(left, key=lambda item: item.line):
        by_message.setdefault(problem.message, []).append(problem)
    return [_merged(same) for same in by_message.values()]


def _merged(same: list[Problem]) -> Problem:
    first, others = same[0], sorted({problem.line for problem in same[1:]})
    if not others:
        return first
    lines = f"line{'s' if len(others) > 1 else ''} {', '.join(map(str, others))}"
    return replace(first, message=f"{first.message} (also {lines})")


class ConfigFileError(ConfigError):
    """All problems of one file.

    Attributes:
        path: the file.
        problems: without consequences of others, in order of line.
    """

    def __init__(self, path: Path, problems: Iterable[Problem]) -> None:
        self.path = path
        self.problems = tuple(root_problems(problems))
        count = len(self.problems)
        lines = [f"{path}: {count} problem{'s' if count != 1 else ''}"]
        lines += [f"  line {p.line}  {p.key}: {p.message}" for p in self.problems]
        super().__init__("\n".join(lines))
