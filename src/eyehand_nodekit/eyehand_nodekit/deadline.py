"""Deadlines on the monotonic clock."""

from __future__ import annotations

import time


class Deadline:
    """An instant in the near future.

    Args:
        seconds: wall time from now; must not be negative.
    """

    def __init__(self, seconds: float) -> None:
        if not seconds >= 0.0:
            raise ValueError(f"a deadline needs seconds >= 0, got {seconds!r}")
        self.seconds = seconds
        self._end = time.monotonic() + seconds

    @property
    def remaining(self) -> float:
        """Wall time left [s], never negative."""
        return max(0.0, self._end - time.monotonic())

    @property
    def expired(self) -> bool:
        """True once the instant has passed."""
        return time.monotonic() >= self._end
