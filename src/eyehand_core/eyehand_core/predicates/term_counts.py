"""How many terms of a goal are true, by predicate: how far a long task has got."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

MILESTONE_STEP = 200
"""Environment steps after which long tasks are compared as well: half of the longest budget."""

Terms = Iterable[tuple[str, bool]]
_HEAD = re.compile(r"([a-z_]+)\(")


def term_counts(at_milestone: Terms, at_end: Terms) -> dict[str, dict[str, int]]:
    """Count the true terms of each predicate or combinator, for example ``contained``.

    Args:
        at_milestone: text and value of each term after step ``MILESTONE_STEP``; at the end, if
            the episode ended before.
        at_end: the same at the end.

    Returns:
        By predicate: ``of``, how many terms there are, and how many are true ``at_step_200`` and
        ``at_end``. What is no call, as the names of subtasks, is left out.
    """
    then, now = _values(at_milestone), _values(at_end)
    return {
        name: {
            "of": len(values),
            f"at_step_{MILESTONE_STEP}": sum(then.get(name, ())),
            "at_end": sum(values),
        }
        for name, values in now.items()
    }


def _values(terms: Terms) -> Mapping[str, list[bool]]:
    values: dict[str, list[bool]] = {}
    for text, value in terms:
        head = _HEAD.match(text)
        if head:
            values.setdefault(head[1], []).append(value)
    return values
