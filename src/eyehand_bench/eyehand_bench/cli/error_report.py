"""How an error reads: at most six lines, long ones folded; its traceback goes to a file."""

from __future__ import annotations

import os
import tempfile
import textwrap
import time
import traceback
from pathlib import Path

from eyehand_core.errors import ConfigError, EyehandError, UnknownNameError

from eyehand_bench.cli import exit_status
from eyehand_bench.cli.usage_error import UsageError, unknown_name

_MOST_LINES = 6
_WIDTH = 160
_LONGEST_WORD = 400
_MOST_FOLDS = 16


def error_lines(error: BaseException) -> list[str]:
    """Return what to print for ``error``."""
    if isinstance(error, UnknownNameError):
        return error_lines(unknown_name(error.kind, error.name, error.allowed, ""))
    if isinstance(error, UsageError):
        lines = [f"error: {error.problem}", *(f"  {hint}" for hint in error.hints)]
    elif isinstance(error, EyehandError):
        lines = f"error: {error}".splitlines()
    else:
        kind = type(error).__name__
        lines = [f"error: unexpected {kind}: {error}".splitlines()[0]]
        try:
            lines.append(f"  traceback: {keep_traceback(error)}")
        except OSError as refused:
            lines.append(f"  its traceback could not be kept: {refused.strerror}")
    if len(lines) > _MOST_LINES:
        more = len(lines) - _MOST_LINES + 1
        lines = [*lines[: _MOST_LINES - 1], f"  … and {more} more"]
    return [part for line in lines for part in folded(line)]


def folded(line: str) -> list[str]:
    """Return a long line as several, indented; all that is allowed stays readable.

    Paths and other words stay whole. What is longer than anyone reads loses its middle: value and
    key stand first, what was perhaps meant last.
    """
    if len(line) <= _WIDTH:
        return [line]
    indent = line[: len(line) - len(line.lstrip())]
    parts = textwrap.wrap(
        " ".join(map(_shortened, line.strip().split(" "))),
        _WIDTH,
        initial_indent=indent,
        subsequent_indent=f"{indent}    ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    if len(parts) <= _MOST_FOLDS:
        return parts
    half = _MOST_FOLDS // 2
    return [*parts[:half], f"{indent}    …", *parts[-half:]]


def _shortened(word: str) -> str:
    if len(word) <= _LONGEST_WORD:
        return word
    return f"{word[: _WIDTH // 2]} … {word[-_WIDTH // 2 :]}"


def status_of(error: BaseException) -> int:
    """Return the exit status that belongs to ``error``."""
    return exit_status.WRONG_USE if isinstance(error, ConfigError) else exit_status.INVALID


def keep_traceback(error: BaseException) -> Path:
    """Write the traceback of ``error`` to a new file and return its path."""
    folder = Path(tempfile.gettempdir()) / f"eyehand-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    path = folder / f"traceback-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.txt"
    path.write_text("".join(traceback.format_exception(error)), encoding="utf-8")
    return path
