"""What comes next and what it is about, for every task of the library."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from cube_game import CONFIG, TASK
from eyehand_core.episode.next_subtask import next_subtask, target_objects
from eyehand_core.predicates.judge import Verdict
from eyehand_core.tasks.library import Library
from eyehand_core.tasks.task import Task

LIBRARY = Library(CONFIG)


def verdict(task: Task, reached: int) -> Verdict:
    stages = tuple((stage.name, i < reached) for i, stage in enumerate(task.subtasks))
    return Verdict(success=False, terms=(), subtasks=stages)


@pytest.mark.parametrize(
    ("name", "reached", "subtask", "objects"),
    [
        ("place_cube_in_bowl", 0, "grasped", ("cube",)),
        ("place_cube_in_bowl", 2, "over the bowl", ("cube", "bowl")),
        ("place_cube_in_bowl", 4, None, ("cube", "bowl")),
        ("click_bell", 0, "gripper closed", ("bell",)),
        ("beat_block_hammer", 0, "handle held", ("hammer",)),
        ("beat_block_hammer", 2, "head above block", ("hammer", "block")),
        ("lift_pot", 1, "right handle held", ("pot",)),
    ],
)
def test_the_target_is_what_the_next_subtask_names(
    name: str, reached: int, subtask: str | None, objects: tuple[str, ...]
) -> None:
    task = LIBRARY.load(name)
    found = next_subtask(task, verdict(task, reached))
    assert (found.name if found else None) == subtask
    assert target_objects(task, verdict(task, reached)) == objects


def test_every_manipulation_task_has_a_target_at_every_stage() -> None:
    for path in sorted((CONFIG / "tasks" / "manipulation").glob("*.yaml")):
        task = LIBRARY.load(path.stem)
        for reached in range(len(task.subtasks) + 1):
            assert target_objects(task, verdict(task, reached)), (task.id, reached)


def test_without_subtasks_the_goal_decides() -> None:
    task = replace(TASK, subtasks=())
    assert target_objects(task, Verdict(success=False, terms=(), subtasks=())) == ("cube",)


def test_the_next_subtask_is_named_only_where_the_condition_says_so(new_game: Any) -> None:
    silent, named = new_game(), new_game(condition="active+subgoal_hints")
    assert silent.episode.subgoal == ""
    assert named.episode.subgoal == TASK.subtasks[0].name
