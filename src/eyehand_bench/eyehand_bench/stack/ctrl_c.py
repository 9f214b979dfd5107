"""Ctrl-C as a count that is looked at between two steps, not an exception between any two lines."""

from __future__ import annotations

import signal
from types import TracebackType
from typing import Any


class CtrlC:
    """Counts Ctrl-C while it is entered; the process must then look at the count.

    Attributes:
        count: how often the user has pressed it.
    """

    def __init__(self) -> None:
        self.count = 0
        self._previous: Any = None

    def __enter__(self) -> CtrlC:
        """Count from now on."""
        self._previous = signal.signal(signal.SIGINT, self._take)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Let Ctrl-C do again what it did before."""
        signal.signal(signal.SIGINT, self._previous)

    def _take(self, *_: Any) -> None:
        self.count += 1
