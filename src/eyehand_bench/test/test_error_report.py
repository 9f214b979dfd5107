"""Errors on the command line: exit status, few lines, and the traceback kept aside."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest
from eyehand_bench.cli.error_report import error_lines, status_of
from eyehand_core.errors import ConfigError, RecordError, StackError, UnknownNameError


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (ConfigError("a"), 2),
        (UnknownNameError("task", "b", ["c"]), 2),
        (RecordError("d"), 3),
        (StackError("e"), 3),
        (ZeroDivisionError("f"), 3),
    ],
)
def test_errors_have_their_exit_status(error: Exception, status: int) -> None:
    assert status_of(error) == status
    assert len(error_lines(error)) <= 6


def test_an_unexpected_error_keeps_its_traceback_in_a_file() -> None:
    try:
        raise ZeroDivisionError("by nought")
    except ZeroDivisionError as error:
        lines = error_lines(error)
    path = Path(lines[1].split("traceback: ")[1])
    try:
        assert "test_error_report.py" in path.read_text()
        assert os.stat(path).st_size > 0
    finally:
        path.unlink()


def test_an_unexpected_error_is_told_even_when_no_file_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "file"))
    lines = error_lines(ZeroDivisionError("by nought"))
    assert lines[0] == "error: unexpected ZeroDivisionError: by nought"
    assert "could not be kept: Not a directory" in lines[1]


def test_long_errors_are_cut_with_the_number_of_lines_left_out() -> None:
    lines = error_lines(ConfigError("\n".join(f"problem {index}" for index in range(20))))
    assert len(lines) == 6
    assert lines[-1] == "  … and 15 more"


def test_a_long_line_keeps_what_was_perhaps_meant() -> None:
    names = ", ".join(f"name_{index}" for index in range(100))
    (line,) = error_lines(ConfigError(f"line 3  budgte: unknown key; allowed: {names}; try budget"))
    assert line.startswith("error: line 3  budgte: unknown key")
    assert line.endswith("try budget")
    assert len(line) <= 163
