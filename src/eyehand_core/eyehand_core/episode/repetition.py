"""Noticing that the same action fails again and again."""

from __future__ import annotations

import json

REPEATS = 3
"""Failures in a row of one and the same action that are worth a note."""


class RepeatedFailures:
    """Counts failures in a row of the same action; the reason given for it does not matter.

    Attributes:
        noted: how often an action failed ``REPEATS`` times in a row.
    """

    def __init__(self) -> None:
        self.noted = 0
        self._action = ""
        self._row = 0

    def add(self, canonical: str, *, succeeded: bool) -> bool:
        """Take the next action; return whether it has just failed for the third time in a row.

        Args:
            canonical: its canonical JSON; empty for a text that was none.
            succeeded: it was carried out to its end.
        """
        action = _without_reason(canonical)
        self._row = 0 if succeeded else self._row + 1 if action == self._action else 1
        self._action = action
        is_noted = self._row == REPEATS and bool(action)
        self.noted += is_noted
        return is_noted


def _without_reason(canonical: str) -> str:
    try:
        fields = json.loads(canonical)
        return json.dumps({key: fields[key] for key in sorted(fields) if key != "reason"})
    except (ValueError, TypeError):  # no action, or a damaged record
        return canonical
