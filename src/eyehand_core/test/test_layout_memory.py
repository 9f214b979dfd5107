"""Memory of layouts: likeness is a likeness, and a task never meets itself."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from eyehand_core.errors import ConfigError
from eyehand_core.layout.memory.likeness import Graph, likeness, scene_graph
from eyehand_core.layout.memory.recall import RECALLED, recalled_text, similar
from eyehand_core.layout.memory.trajectory import (
    Trajectory,
    read_store,
    split_of,
    trajectory,
    write_store,
)
from eyehand_core.layout.play import Table, play
from eyehand_core.layout.task import expert_decisions, initial_scene
from eyehand_core.tasks.library import Library
from eyehand_core.tasks.task import Task
from hypothesis import given
from hypothesis import strategies as st
from world_states import CONFIG

LIBRARY = Library(CONFIG)
TASKS = [LIBRARY.load(name) for name in LIBRARY.ids() if name.startswith("place_")][::3]
TASKS = [task for task in TASKS if task.kind == "layout"]
graphs = st.dictionaries(st.sampled_from("abcdef"), st.integers(1, 3)).map(Counter)


def remembered(task: Task, seed: int = 1000) -> Trajectory:
    """Return what is stored of an expert's episode."""
    lines = iter([action.to_json() for action in expert_decisions(task)])
    trace = play(Table(task, seed), lambda observation, error: next(lines))
    return trajectory(trace, task.goal, "expert")


@cache
def store() -> tuple[Trajectory, ...]:
    return tuple(remembered(task) for task in TASKS)


@given(graphs, graphs)
def test_likeness_is_symmetric_bounded_and_one_for_equals(one: Graph, other: Graph) -> None:
    assert likeness(one, other) == likeness(other, one)
    assert 0.0 <= likeness(one, other) <= 1.0
    assert likeness(one, one) == 1.0
    assert (likeness(one, other) == 1.0) == (one == other)


def test_likeness_sees_relations_not_places_or_colours() -> None:
    task = LIBRARY.load("place_keep_1_01")
    scene = initial_scene(task, 1000)
    graph = scene_graph(task.goal, scene)
    moved = replace(
        scene,
        objects=tuple(
            replace(
                thing,
                center=(thing.center[0] + 1.0, thing.center[1] + 1.0),
                appearance=replace(thing.appearance, color="black"),
            )
            for thing in scene.objects
        ),
    )
    assert likeness(graph, scene_graph(task.goal, moved)) == 1.0
    mirrored = replace(
        scene,
        objects=tuple(
            replace(thing, center=(256.0 - thing.center[0], thing.center[1]))
            for thing in scene.objects
        ),
    )
    assert 0.0 < likeness(graph, scene_graph(task.goal, mirrored)) < 1.0


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.id)
def test_a_task_is_never_recalled_for_itself(task: Task) -> None:
    """Neither under its own name, whatever the seed, nor under another one, nor for a test task."""
    alias = replace(remembered(task), task="another_name")
    again = replace(remembered(task, 1001), outcome="failure")
    found = similar((*store(), again, alias), task.id, task.goal, initial_scene(task, 1000), 1000)
    assert found
    assert task.id not in {one.task for one in found}
    assert "another_name" not in {one.task for one in found}
    assert all(split_of(one.task) == "train" for one in found)
    assert len({one.task for one in found}) == len(found)


def test_the_most_alike_come_first_and_are_few() -> None:
    task = TASKS[0]
    scene = initial_scene(task, 1000)
    graph = scene_graph(task.goal, scene)
    found = similar(store(), task.id, task.goal, scene)
    assert len(found) == RECALLED
    worst = min(likeness(graph, one.graph) for one in found)
    rest = [one for one in store() if one not in found and one.task != task.id and not one.is_test]
    assert worst >= max(likeness(graph, one.graph) for one in rest)


def test_what_is_recalled_holds_no_position() -> None:
    for task in TASKS:
        text = recalled_text(similar(store(), task.id, task.goal, initial_scene(task, 1000)))
        assert "Action: {" in text
        numbers = re.findall(
            r'(?<!")\b\d[\d.]*', re.sub(r'"(angle|value|factor)":-?[\d.]+', "", text)
        )
        assert not [number for number in numbers if f"{number} units" not in text], numbers


def test_a_store_gives_back_what_was_written(tmp_path: Path) -> None:
    path = tmp_path / "new" / "store.jsonl"
    write_store(path, store()[:2])
    write_store(path, store()[2:4])
    assert read_store(path) == store()[:4]


@pytest.mark.parametrize("line", ["{", "[]", "{}", '{"format": 2}', '{"format": 1, "x": 1}'])
def test_a_damaged_store_is_refused_with_its_line(tmp_path: Path, line: str) -> None:
    path = tmp_path / "store.jsonl"
    path.write_text(f"{store()[0].to_line()}\n{line}\n", encoding="utf-8")
    with pytest.raises(ConfigError, match="line 2"):
        read_store(path)
    with pytest.raises(ConfigError, match="--remember"):
        read_store(tmp_path / "none.jsonl")


def test_both_splits_are_used() -> None:
    shares = Counter(split_of(name) for name in LIBRARY.ids())
    assert shares["train"] > 2 * shares["test"] > 0
    assert json.loads(store()[0].to_line())["task"] == store()[0].task


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=12))
def test_whatever_an_agent_names_a_thing_the_store_can_be_read_again(name: str) -> None:
    known = store()[0]
    odd = replace(known, goal=f"{known.goal}{name}", acts=(replace(known.acts[0], action=name),))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "store.jsonl"
        write_store(path, (odd, known))
        write_store(path, (odd,))
        assert read_store(path) == (odd, known, odd)
