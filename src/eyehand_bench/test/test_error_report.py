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


def test_a_long_line_is_folded_and_keeps_all_that_is_allowed() -> None:
    names = ", ".join(f"name_{index}" for index in range(100))
    text = f"x.yaml: 1 problem\n  line 3  budgte: unknown key; allowed: {names}; try budget"
    heading, *lines = error_lines(ConfigError(text))
    assert heading == "error: x.yaml: 1 problem"
    assert lines[0].startswith("  line 3  budgte: unknown key")
    assert all(line.startswith("      ") for line in lines[1:])
    assert all(len(line) <= 160 for line in lines)
    assert " ".join(map(str.strip, lines)).endswith(f"{names}; try budget")


def test_a_path_stays_whole() -> None:
    path = "/" + "/".join(["folder"] * 40)
    lines = error_lines(RecordError(f"cannot write to {path}: no space left; choose another --out"))
    assert path in "\n".join(lines).replace("\n    ", " ")


def test_what_nobody_reads_to_its_end_loses_its_middle() -> None:
    values = (f"first {'x' * 5000} last", f"first {'much ' * 5000} last")
    for value in values:
        lines = error_lines(ConfigError(value))
        assert lines[0].startswith("error: first")
        assert lines[-1].endswith("last")
        assert "…" in "".join(lines)
        assert sum(map(len, lines)) < 3000
