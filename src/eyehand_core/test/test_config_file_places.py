"""Lines of mistakes inside nested values, and files that refer to themselves."""

from __future__ import annotations

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
