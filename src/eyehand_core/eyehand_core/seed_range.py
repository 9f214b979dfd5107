"""Which seeds a task instance may have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from eyehand_core.config_problem import shown

LARGEST_SEED = 2**31 - 1
"""Seeds are whole numbers from 0 to this, so that every language and message type can hold them."""

_MOST_NAMED = 10


def is_seed(value: object) -> bool:
    """Tell whether a value can be a seed."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LARGEST_SEED


def wrong_seeds(values: Iterable[object]) -> str:
    """Return in words which of the values are no seeds or stand there twice; empty if none."""
    given = list(values)
    others = [shown(value) for value in given if not is_seed(value)]
    counts = Counter(value for value in given if is_seed(value))
    repeated = [repr(value) for value, count in counts.items() if count > 1]
    findings = []
    if others:
        findings.append(f"not whole numbers 0-{LARGEST_SEED}: {_listed(others)}")
    if repeated:
        findings.append(f"given more than once: {_listed(repeated)}")
    return "; ".join(findings)


def _listed(words: list[str]) -> str:
    more = len(words) - _MOST_NAMED
    return ", ".join(words[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
