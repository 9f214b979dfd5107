"""Which mistakes of a file are told, and how they are put together."""

from __future__ import annotations

from pathlib import Path

import pytest
from eyehand_core.config_file import ConfigFile
from eyehand_core.config_problem import ConfigFileError, Problem, root_problems, shown


def absent(line: int, key: str) -> Problem:
    return Problem(line, key, "missing", absent=True)


def test_keys_that_one_mapping_lacks_are_told_together() -> None:
    found = [
        absent(1, "id"),
        absent(1, "version"),
        absent(4, "objects.cup.mass"),
        absent(1, "kind"),
    ]
    told = [(problem.line, problem.key, problem.message) for problem in root_problems(found)]
    assert told == [(1, "file", "missing: id, version, kind"), (4, "objects.cup.mass", "missing")]


def test_keys_that_an_inner_mapping_lacks_are_told_at_it(tmp_path: Path) -> None:
    path = tmp_path / "file.yaml"
    path.write_text("first: 1\ninner:\n  third: 3\n", encoding="utf-8")
    file = ConfigFile(path)
    inner = file.root.section("inner")
    inner.text("name")
    inner.section("place")
    list(inner.sections("parts"))
    with pytest.raises(ConfigFileError) as told:
        file.finish()
    assert str(told.value).splitlines()[1:] == ["  line 3  inner: missing: name, place, parts"]


def test_one_message_in_several_lines_is_told_once_but_within_a_line_at_each_key() -> None:
    found = [Problem(2, "a", "wrong"), Problem(2, "b", "wrong"), Problem(7, "c", "wrong")]
    told = [(problem.key, problem.message) for problem in root_problems(found)]
    assert told == [("a", "wrong (also line 7)"), ("b", "wrong")]


def test_a_misspelt_key_is_not_missing_too() -> None:
    found = [absent(1, "budget"), absent(1, "goal"), Problem(3, "budgt", "unknown", meant="budget")]
    assert [problem.key for problem in root_problems(found)] == ["goal", "budgt"]


def test_an_overlong_value_keeps_both_ends() -> None:
    text = shown(["first", *range(10_000), "last"])
    assert text.startswith("['first', 0")
    assert text.endswith("9999, 'last']")
    assert len(text) < 130
    assert shown("short") == "'short'"
