"""docs/task_files.md lists every shape, predicate, combinator and expert step as registered."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest
from eyehand_core.predicates.expression import COMBINATORS
from eyehand_core.predicates.predicate import PREDICATES
from eyehand_core.routines.routine import STEPS
from eyehand_core.shapes import SHAPES
from eyehand_core.tasks import reader
from eyehand_core.tasks.kinds import TASK_KINDS

PAGE = Path(__file__).resolve().parents[1] / "docs" / "task_files.md"
TEXT = PAGE.read_text(encoding="utf-8")
assert reader, "imported so that all kinds of tasks have registered their vocabulary"


def rows() -> list[str]:
    """Return the table rows that the registries ask for."""
    shapes = [
        f"| `{name}` | {(inspect.getdoc(SHAPES[name]) or '').splitlines()[0]} |" for name in SHAPES
    ]
    declared = [
        f"| `{name}` | {', '.join(f'`{key}`' for key in entry.parameters)} | {entry.summary} |"
        for registry in (PREDICATES, STEPS)
        for name, entry in ((name, registry[name]) for name in registry)
    ]
    return shapes + declared


@pytest.mark.parametrize("row", rows())
def test_the_page_has_every_registered_name_with_its_meaning(row: str) -> None:
    """Add the row to the page if this fails."""
    assert row in TEXT.splitlines()


@pytest.mark.parametrize("name", [*COMBINATORS, *TASK_KINDS])
def test_the_page_explains_combinators_and_kinds(name: str) -> None:
    """They are named in code font."""
    assert f"`{name}" in TEXT


def test_the_page_lists_nothing_that_does_not_exist() -> None:
    """A row of a name that was removed would mislead."""
    tables = TEXT.split("| name | parameters | meaning |")[1:]
    names = [
        row.split("`")[1] for table in tables for row in table.splitlines() if row[:3] == "| `"
    ]
    assert sorted(names) == sorted([*PREDICATES, *STEPS])
