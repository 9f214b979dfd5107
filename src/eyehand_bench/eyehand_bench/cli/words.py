"""Values as people read them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, for example ``1 step`` or ``2 steps``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def ended_as(outcome: str, ending: str) -> str:
    """Return how an episode ended; the rule is left out where it only repeats the outcome."""
    return outcome if ending == outcome else f"{outcome} ({ending})"


def in_words(value: Any) -> str:
    """Return a value of a task file: lists as words, runs of numbers as ranges, nothing as none."""
    if not isinstance(value, list | tuple):
        return str(value)
    if value and all(isinstance(item, int) for item in value):
        return _ranges(sorted(value))
    return ", ".join(map(str, value)) or "none"


def _ranges(numbers: Sequence[int]) -> str:
    breaks = [i + 1 for i, (one, other) in enumerate(pairwise(numbers)) if other != one + 1]
    runs = [numbers[a:b] for a, b in zip([0, *breaks], [*breaks, len(numbers)], strict=True)]
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
