"""Progress on standard error: whole lines for logs, one line rewritten in place for people."""

from __future__ import annotations

import os
import shutil
import sys
import time
from typing import TextIO

SIGN_OF_LIFE_S = 5.0
_REWRITE_S = 0.2
_ERASE_LINE = "\r\x1b[K"


class Console:
    """Writes progress.

    Args:
        quiet: write nothing.
        stream: where to; standard error by default.
    """

    def __init__(self, *, quiet: bool = False, stream: TextIO | None = None) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._quiet = quiet
        self._in_place = self._stream.isatty() and "NO_COLOR" not in os.environ
        self._status_shown = False
        self._wait = ""
        self._since = 0.0
        self._told = 0.0

    def line(self, text: str) -> None:
        """Write one line that stays."""
        if self._quiet:
            return
        self._clear_status()
        self._stream.write(f"{text}\n")
        self._stream.flush()
        self._wait = ""

    def status(self, text: str) -> None:
        """Show what is going on now, on a terminal only."""
        if not self._quiet and self._in_place:
            self._show(text)

    def waiting(self, what: str, place: str = "") -> None:
        """Show a sign of life of a wait; call it often, it writes only when it is time.

        Args:
            what: what is awaited.
            place: how far things are, to stand before it.
        """
        now = time.monotonic()
        if what != self._wait:
            self._wait, self._since, self._told = what, now, now
        period = _REWRITE_S if self._in_place else SIGN_OF_LIFE_S
        if self._quiet or now - self._told < period:
            return
        self._told = now
        text = f" … {place}waiting for {what}, {now - self._since:.0f} s"
        if self._in_place:
            self._show(text)
        else:
            self._stream.write(f"{text}\n")
            self._stream.flush()

    def _show(self, text: str) -> None:
        width = shutil.get_terminal_size().columns - 1
        self._stream.write(f"{_ERASE_LINE}{text[:width]}")
        self._stream.flush()
        self._status_shown = True

    def _clear_status(self) -> None:
        if self._status_shown:
            self._stream.write(_ERASE_LINE)
            self._status_shown = False

    def close(self) -> None:
        """Remove a status line that is still shown."""
        self._clear_status()
        self._stream.flush()
