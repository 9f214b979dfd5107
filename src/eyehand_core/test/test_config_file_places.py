"""Lines of mistakes inside nested values, and files that have no usable tree at all."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from eyehand_core.config_file import ConfigFile, ConfigFileError

NESTED = """\
first: 1
terms:
  all:
    - one
    - two:
        inner: 3
"""


@pytest.mark.parametrize(
    ("place", "line", "key"),
    [
        ((), 2, "terms"),
        (("all",), 3, "terms.all"),
        (("all", 0), 4, "terms.all[0]"),
        (("all", 1, "two", "inner"), 6, "terms.all[1].two.inner"),
        (("all", 1, "missing"), 5, "terms.all[1].missing"),
        (("all", 9), 3, "terms.all[9]"),
    ],
)
def test_a_mistake_inside_a_value_is_reported_where_it_stands(
    tmp_path: Path, place: tuple[str | int, ...], line: int, key: str
) -> None:
    """A place that does not exist is reported at the last one that does."""
    path = tmp_path / "file.yaml"
    path.write_text(NESTED, encoding="utf-8")
    file = ConfigFile(path)
    file.root.problem_within("terms", place, "wrong")
    (problem,) = file.problems
    assert (problem.line, problem.key) == (line, key)


@pytest.mark.parametrize("text", ["a: &x [*x]", "a: &x {b: *x}", "a: &x 1\nb: *x", "&x a: *x"])
def test_aliases_are_refused(tmp_path: Path, text: str) -> None:
    """A value that contains itself would never end."""
    path = tmp_path / "file.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigFileError, match=r"aliases \(\*name\) are not allowed"):
        ConfigFile(path)


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n"])
def test_an_empty_file_is_called_so(tmp_path: Path, text: str) -> None:
    """Not a riddle about keys."""
    path = tmp_path / "file.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigFileError, match="line 1  file: is empty; expected keys and values"):
        ConfigFile(path)


def test_what_is_no_file_is_refused_with_the_remedy(tmp_path: Path) -> None:
    """A pipe that nobody writes to would be waited for without end."""
    os.mkfifo(tmp_path / "pipe")
    cases = {"nothing": "there is no such file", "": "that is a folder", "pipe": "that is a pipe"}
    for name, says in cases.items():
        with pytest.raises(ConfigFileError) as told:
            ConfigFile(tmp_path / name)
        path = re.escape(str(tmp_path / name))
        assert re.fullmatch(f"{path}: {says}.*; give a YAML file that can be read", str(told.value))


def test_a_name_that_is_too_long_for_a_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigFileError, match="cannot be read"):
        ConfigFile(tmp_path / ("x" * 5000))


def test_an_absent_key_that_was_asked_about_is_an_allowed_one(tmp_path: Path) -> None:
    path = tmp_path / "file.yaml"
    path.write_text("depht: {near: 1}\n", encoding="utf-8")
    file = ConfigFile(path)
    assert not file.root.has("depth")
    file.root.close()
    (problem,) = file.problems
    assert problem.message == "unknown key; allowed: depth; did you mean depth?"


def nested(levels: int) -> dict[str, str]:
    """Return texts whose only value is a list or mapping of so many levels, by way of writing."""
    blocks = "".join("\n" + " " * level + "a:" for level in range(1, levels))
    return {
        "lists": "success: " + "[" * levels + "]" * levels,
        "mappings": "success: " + "{a: " * levels + "1" + "}" * levels,
        "keys": "success: " + "{? " * levels + "a" + "}" * levels,
        "blocks": f"success:{blocks} 1",
    }


@pytest.mark.parametrize("way", ["lists", "mappings", "keys", "blocks"])
@pytest.mark.parametrize("levels", [60, 1000, 5000])
def test_a_file_nested_too_deep_is_refused_where_it_gets_too_deep(
    tmp_path: Path, way: str, levels: int
) -> None:
    """Not with an error of Python's stack."""
    path = tmp_path / "file.yaml"
    path.write_text(nested(levels)[way], encoding="utf-8")
    with pytest.raises(ConfigFileError, match="nested too deep; allowed: 50 levels") as caught:
        ConfigFile(path)
    (problem,) = caught.value.problems
    assert (problem.line, problem.key) == (51 if way == "blocks" else 1, "file")


@pytest.mark.parametrize("way", ["lists", "mappings", "blocks"])
def test_nesting_within_the_limit_is_read(tmp_path: Path, way: str) -> None:
    """The limit counts levels, not values."""
    path = tmp_path / "file.yaml"
    path.write_text(nested(45)[way] + "\nmany: [" + "[1]," * 200 + "]", encoding="utf-8")
    file = ConfigFile(path)
    value, levels = file.root.raw("success"), 0
    while isinstance(value, list | dict) and value:
        value, levels = next(iter(value if isinstance(value, list) else value.values())), levels + 1
    assert levels in {44, 45}
