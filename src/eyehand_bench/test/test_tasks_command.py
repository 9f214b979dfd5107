"""``eyehand tasks``: all fields for programs, words for people."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from command_line import run

from eyehand_bench import library


@pytest.mark.slow
def test_tasks_are_listed_as_json_with_all_fields() -> None:
    tasks = json.loads(run("tasks", "--json").stdout)
    assert {task["id"] for task in tasks} == set(library.task_files())
    fields = {"id", "kind", "family", "level", "version", "arms", "budget", "goal", "seeds"}
    assert all(set(task) == fields for task in tasks)


@pytest.mark.slow
def test_a_task_is_shown_in_words() -> None:
    shown = run("tasks", "lift_pot").stdout
    assert re.search(r"^arms +left, right$", shown, re.MULTILINE)
    assert "[" not in shown
    layout = run("tasks", "cup_right_of_table").stdout
    assert re.search(r"^arms +none$", layout, re.MULTILINE)
    table = run("tasks", "--kind", "layout").stdout.splitlines()
    column = table[0].index("arms")
    assert {line[column : column + 4].strip() for line in table[1:]} == {"-"}


@pytest.mark.slow
def test_filters_narrow_the_list() -> None:
    layouts = json.loads(run("tasks", "--json", "--kind", "layout").stdout)
    assert layouts
    assert {task["kind"] for task in layouts} == {"layout"}
    table = run("tasks", "--family", "lift_pot").stdout
    assert "lift_pot" in table
    assert "click_bell" not in table
