"""What set-up says: errors with a remedy, and progress with a sign of life."""

from __future__ import annotations

import os
import sys
import time
from typing import TextIO

INTERVAL_S = 4.0
"""Longest silence while something is awaited; the promise to the user is 5 s."""


class SetupError(Exception):
    """Set-up can't go on. Holds what is wrong and the lines that tell how to mend it."""

    def __init__(self, problem: str, *remedy: str) -> None:
        """Keep the problem and the remedy lines."""
        super().__init__(problem)
        self.problem = problem
        self.remedy = remedy

    def render(self) -> str:
        """Return the message as shown to the user."""
        return "\n".join([f"error: {self.problem}", *(f"  {line}" for line in self.remedy)])


class Progress:
    """Progress lines on a stream: rewritten in place on a terminal, whole lines elsewhere."""

    def __init__(self, stream: TextIO | None = None) -> None:
        """Write to the given stream, standard error by default."""
        self._stream = stream or sys.stderr
        self._in_place = self._stream.isatty() and "NO_COLOR" not in os.environ
        self._start = time.monotonic()
        self._last = 0.0
        self._open_line = False

    @property
    def elapsed_s(self) -> float:
        """Seconds since set-up started."""
        return time.monotonic() - self._start

    def done(self, step: str, text: str) -> None:
        """Print a line that stays."""
        self._close_line()
        self._write(f"{self._format(step, text)}\n")

    def alive(self, step: str, text: str) -> None:
        """Show what is awaited: at once on a terminal, else when the interval is over."""
        if not self._in_place and time.monotonic() - self._last < INTERVAL_S:
            return
        if self._in_place:
            self._write(f"\r\033[K{self._format(step, text)}")
            self._open_line = True
        else:
            self._write(f"{self._format(step, text)}\n")

    def error(self, error: SetupError) -> None:
        """Print an error and its remedy."""
        self._close_line()
        self._write(f"{error.render()}\n")

    def _format(self, step: str, text: str) -> str:
        minutes, seconds = divmod(int(self.elapsed_s), 60)
        return f" {minutes}:{seconds:02d}  {step:<10} {text}"

    def _close_line(self) -> None:
        if self._open_line:
            self._write("\r\033[K")
            self._open_line = False

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()
        self._last = time.monotonic()
