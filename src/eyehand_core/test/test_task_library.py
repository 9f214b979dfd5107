"""The task library."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from eyehand_core.errors import ConfigError, UnknownNameError
from eyehand_core.robot import load_robot
from eyehand_core.tasks.library import Library, library_for
from eyehand_core.tasks.places import task_kinds
from world_states import CONFIG, library

PUBLISHED_BUDGETS = {
    "grasp_single_cube": 50,
    "click_bell": 50,
    "place_cube_in_bowl": 50,
    "lift_pot": 50,
}


def test_every_shipped_task_can_be_read() -> None:
    """Manipulation and layout alike; the base families have their published budgets."""
    tasks = {task.id: task for task in library().all()}
    assert {"manipulation", "layout"} == {task.kind for task in tasks.values()}
    assert {name: tasks[name].budget for name in PUBLISHED_BUDGETS} == PUBLISHED_BUDGETS
    assert tasks["lift_pot"].arms == ("left", "right")
    for task in tasks.values():
        assert task.expert, f"{task.id} has no expert routine"


def test_the_kind_that_is_sought_in_a_file_is_the_one_that_is_read() -> None:
    kinds = task_kinds(CONFIG / "tasks")
    assert kinds == {task.id: task.kind for task in library().all()}


def test_a_kind_is_sought_in_the_file_and_not_in_its_path(tmp_path: Path) -> None:
    folder = tmp_path / "layout" / "tasks"
    folder.mkdir(parents=True)
    bell = (CONFIG / "tasks" / "manipulation" / "click_bell.yaml").read_text(encoding="utf-8")
    (folder / "bell.yaml").write_text(bell, encoding="utf-8")
    (folder / "quoted.yaml").write_text("# mine\nid: quoted\nkind: 'layout'  # a word\n")
    (folder / "none.yaml").write_bytes(b"goal: |\n  kind: layout\n\xff")
    (folder / "mixed.set.yaml").write_text(
        "version: 1\nkind: layout\ntasks:\n  one:\n    # first\n    goal: g\n    objects:\n"
        "      ball: {}\n      kind: disc\n  two:\n    goal: h\n    kind: manipulation\n"
    )
    assert task_kinds(folder) == {
        "bell": "manipulation",
        "quoted": "layout",
        "none": "",
        "one": "layout",
        "two": "manipulation",
    }


def test_an_unknown_task_is_answered_with_the_nearest() -> None:
    """All ids are listed as well."""
    with pytest.raises(UnknownNameError) as caught:
        library().load("grasp_single_cub")
    assert caught.value.suggestion == "grasp_single_cube"
    assert "lift_pot" in str(caught.value)


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """Return a configuration folder that may be damaged."""
    shutil.copytree(CONFIG / "environments", tmp_path / "environments")
    shutil.copytree(CONFIG / "tasks", tmp_path / "tasks")
    return tmp_path


def test_one_broken_file_does_not_hide_the_others(config: Path) -> None:
    """It is refused when it is asked for."""
    (config / "tasks" / "manipulation" / "lift_pot.yaml").write_text("id: [", encoding="utf-8")
    damaged = Library(config)
    assert damaged.load("click_bell").id == "click_bell"
    with pytest.raises(ConfigError, match=r"lift_pot\.yaml"):
        damaged.load("lift_pot")


def test_two_tasks_with_one_name_are_refused(config: Path) -> None:
    """Both files are named."""
    (config / "tasks" / "layout" / "lift_pot.yaml").write_text("id: lift_pot", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"layout/lift_pot\.yaml.*manipulation/lift_pot\.yaml"):
        Library(config)


def test_a_folder_without_tasks_is_refused(tmp_path: Path) -> None:
    """The message says which folder to give."""
    with pytest.raises(ConfigError, match="config folder"):
        Library(tmp_path)


def test_tasks_of_a_robot_are_checked_against_its_surroundings(tmp_path: Path) -> None:
    """A table too small for a task is noticed by whoever reads the task for this robot."""
    share = tmp_path / "share"
    shutil.copytree(CONFIG, share / "config")
    shutil.copytree(CONFIG.parent / "urdf", share / "urdf")
    environments = share / "config" / "environments"
    table = (environments / "tabletop.yaml").read_text()
    stool = table.replace("size: [1.2, 0.7", "size: [0.2, 0.2").replace("tabletop", "stool")
    (environments / "stool.yaml").write_text(stool)
    file = share / "config" / "robots" / "dual_x5.yaml"
    file.write_text(file.read_text().replace("environment: tabletop", "environment: stool"))
    library_for(share / "config", None).load("click_bell")
    with pytest.raises(ConfigError, match="over the table"):
        library_for(share / "config", load_robot(file)).load("click_bell")
