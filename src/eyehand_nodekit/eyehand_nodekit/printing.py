"""What a process prints reaches people, whatever its terminal can show."""

from __future__ import annotations

import io
import sys


def escape_what_cannot_be_printed() -> None:
    """Print characters that the output's encoding lacks as escapes, instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
