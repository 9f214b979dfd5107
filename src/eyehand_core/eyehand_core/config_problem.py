"""What is wrong with a configuration file: every mistake with its line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from eyehand_core.errors import ConfigError

_LONGEST_VALUE = 120


def shown(value: object) -> str:
    """Return a value as a message quotes it; an overlong one lacks its middle."""
    text = repr(value)
    if len(text) <= _LONGEST_VALUE:
        return text
    return f"{text[: _LONGEST_VALUE // 2]} … {text[-_LONGEST_VALUE // 2 :]}"


@dataclass(frozen=True)
class Problem:
    """One mistake in a file.

    Attributes:
        line: line number from 1; 0 for the file itself, of which nothing could be read.
        key: dotted path of the key.
        message: what was found and what is allowed.
        whole: nothing inside the value at ``key`` could be read.
        meant: dotted path of the absent key that an unknown one was probably meant to be.
        absent: ``key`` is missing, and the message says no more than that.
    """

    line: int
    key: str
    message: str
    meant: str = ""
    whole: bool = False
    absent: bool = False

    def is_within(self, key: str) -> bool:
        """Tell whether the mistake is at ``key`` or inside its value."""
        return self.key == key or self.key.startswith((f"{key}.", f"{key}["))


def root_problems(problems: Iterable[Problem]) -> list[Problem]:
    """Return the problems that are not mere consequences of others, in order of line.

    Dropped are all but the first at a key, those inside a value that could not be read at all, and
    the absence of a key that stands there misspelt. Keys that one mapping lacks are given together,
    and the same message in several lines is given once.
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
    by_message: dict[tuple[str, int], list[Problem]] = {}
    met: Counter[tuple[str, int]] = Counter()
    for problem in sorted(_absences_joined(left), key=lambda item: item.line):
        # Two in one line have to be told apart by their keys, so they are not merged.
        met[problem.message, problem.line] += 1
        place = problem.message, met[problem.message, problem.line]
        by_message.setdefault(place, []).append(problem)
    return [_merged(same) for same in by_message.values()]


def _absences_joined(problems: list[Problem]) -> list[Problem]:
    """Return the problems with one for all the keys that a mapping lacks."""
    lacking: dict[str, list[Problem]] = {}
    for problem in problems:
        if problem.absent:
            lacking.setdefault(problem.key.rpartition(".")[0], []).append(problem)
    joined = []
    for mapping, absent in lacking.items():
        names = ", ".join(problem.key.rpartition(".")[2] for problem in absent)
        several = Problem(absent[0].line, mapping or "file", f"missing: {names}")
        joined.append(several if len(absent) > 1 else absent[0])
    return [*joined, *(problem for problem in problems if not problem.absent)]


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
        super().__init__("\n".join(self._lines()))

    def _lines(self) -> list[str]:
        if [problem.line for problem in self.problems] == [0]:
            return [f"{self.path}: {self.problems[0].message}"]
        count = len(self.problems)
        heading = f"{self.path}: {count} problem{'s' if count != 1 else ''}"
        return [heading, *(f"  line {p.line}  {p.key}: {p.message}" for p in self.problems)]
