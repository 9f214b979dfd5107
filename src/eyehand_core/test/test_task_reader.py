"""Strict reading of task files: every mistake is named with its line, value and remedy."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from eyehand_core.config_file import ConfigFileError
from eyehand_core.tasks.reader import read_task
from eyehand_core.tasks.task import Task
from hypothesis import given
from hypothesis import strategies as st
from world_states import CONFIG, library

TEXT = (CONFIG / "tasks" / "manipulation" / "place_cube_in_bowl.yaml").read_text(encoding="utf-8")
ENVIRONMENT = library().environment


def read(folder: Path, text: str, name: str = "place_cube_in_bowl") -> Task:
    """Read ``text`` as the file of a task."""
    path = folder / f"{name}.yaml"
    path.write_text(text, encoding="utf-8")
    return read_task(path, ENVIRONMENT)


def test_a_good_file_is_read_whole(tmp_path: Path) -> None:
    """Every part of the task arrives."""
    task = read(tmp_path, TEXT)
    assert (task.id, task.version, task.kind) == ("place_cube_in_bowl", 1, "manipulation")
    assert (task.family, task.level, task.arms) == ("place_cube_in_bowl", "base", ("right",))
    assert (task.budget, task.hold) == (50, 0.1)
    assert task.goal == "Pick up the red cube with the right arm and put it inside the bowl."
    assert list(task.objects) == ["cube", "bowl"]
    assert task.objects["bowl"].fixed
    assert not task.objects["cube"].fixed
    assert [stage.name for stage in task.subtasks][-1] == "inside and open"
    assert task.expert
    assert "table" in task.names.obstacles


WRONG = [
    ("budget: 50", "budgt: 50", "budgt: unknown key; allowed:", "did you mean budget?"),
    ("budget: 50\n", "", "budget: missing"),
    ("budget: 50", "budget: 5000", "budget: expected an integer 1-1000, got 5000"),
    ("version: 1", "version: 1.5", "version: expected an integer 1-1000000, got 1.5"),
    ("id: place", "id: Place", "id: expected lower-case letters"),
    ("id: place", "id: put", "id: must be the file's name 'place_cube_in_bowl'"),
    ("kind: manip", "kind: moonip", "kind: got 'moonipulation'; allowed:"),
    ("arms: [right]", "arms: []", "arms: name at least one arm"),
    ("arms: [right]", "arms: [middle]", "arms: unknown arm 'middle'; allowed: left, right"),
    ("mass: 0.04", "mass: 4 g", "objects.cube.mass: expected a number 0.02...20", "got '4 g'"),
    ("mass: 0.04", "mass: 0.001", "objects.cube.mass: expected a number 0.02...20"),
    ("mass: 0.04", "masss: 0.04", "objects.cube.masss: unknown key"),
    ("size: [0.04, 0.04, 0.04]", "size: [40, 40, 40]", "objects.cube.shape.size", "got 40"),
    ("size: [0.04, 0.04, 0.04]", "size: 4 cm", "expected a list of 3 numbers, got '4 cm'"),
    ("x: [0.22, 0.27]", "x: [0.27, 0.22]", "spawn.x: expected [smallest, largest], got [0.27"),
    ("x: [0.22, 0.27]", "x: [220, 270]", "spawn.x: expected a number -3...3 without unit, got 220"),
    ("x: [0.22, 0.27]", "x: 22 cm", "spawn.x: expected a list of 2 numbers, got '22 cm'"),
    ("x: [0.22, 0.27]", "x: [0.5, 0.59]", "lets it hang over the table; allowed: -0.572 to 0.572"),
    (
        "yaw_deg: [-45, 45]",
        "yaw_rad: [-1, 1]",
        "spawn.yaw_rad: unknown key",
        "did you mean yaw_deg?",
    ),
    ("x: [0.10, 0.14], y: [0.0, 0.04]", "x: [0.24, 0.25], y: [-0.14, -0.13]", "leave no room"),
    ("color: [0.25", "color: [25", "color: expected a number 0...1 without unit, got 25"),
    ("kind: bowl", "kind: bowel", "shape.kind: got 'bowel'; allowed:", "did you mean bowl?"),
    ("  cube:\n    shape", "  cu.be:\n    shape", "must not contain"),
    (
        "- open: {arm: right}",
        "- opne: {arm: right}",
        "unknown predicate 'opne'; allowed: ",
        "did you mean open?",
    ),
    ("- open: {arm: right}", "- open: {arm: left}", "success.all[5].open.arm: unknown arm 'left'"),
    ("- open: {arm: right}", "- open: {hand: right}", "unknown parameter; allowed: arm"),
    ("- open: {arm: right}", "- open: {}", "success.all[5].open: parameter arm is missing"),
    ("over: bowl.base", "over: bowl.rim", "unknown point 'bowl.rim'; allowed:", "bowl.floor"),
    ("{a: cube, b: bowl}", "{a: cube, b: bowle}", "unknown body 'bowle'; allowed:", "mean bowl?"),
    ("within: 0.055}\n    - h", "within: 55}\n    - h", "near_xy.within: expected a number 0...1"),
    ("- close: {arm: right}", "- clsoe: {arm: right}", "expert[4]: unknown expert step 'clsoe'"),
    ("above: 0.09}", "above: 9 cm}", "expert[2].tcp_to.above: expected a number"),
    ("camera.view_oblique_45", "camera.view_sideways", "unknown camera action"),
]


@pytest.mark.parametrize("case", WRONG, ids=[f"{old} -> {new}" for old, new, *_ in WRONG])
def test_a_mistake_is_named_on_its_line(tmp_path: Path, case: tuple[str, ...]) -> None:
    """The message has file, line, key, what was found and what is allowed."""
    old, new, *expected = case
    assert TEXT.count(old) >= 1
    text = TEXT.replace(old, new, 1)
    with pytest.raises(ConfigFileError) as caught:
        read(tmp_path, text)
    message = str(caught.value)
    assert "place_cube_in_bowl.yaml" in message
    for part in expected:
        assert part in message
    lines = [
        p.line
        for p in caught.value.problems
        if expected[0].split(": ")[0] in f"{p.key}: {p.message}"
    ]
    if "missing" not in expected[0] and "room" not in expected[0]:
        changed = TEXT[: TEXT.index(old)].count("\n") + 1
        assert any(changed <= line <= changed + new.count("\n") + 1 for line in lines)


def test_all_mistakes_appear_at_once(tmp_path: Path) -> None:
    """One reading is enough to mend a file."""
    text = TEXT.replace("budget: 50", "budgt: 50").replace("mass: 0.04", "mass: 4 g")
    text = text.replace("- open: {arm: right}", "- opne: {arm: right}", 1)
    with pytest.raises(ConfigFileError) as caught:
        read(tmp_path, text)
    keys = [problem.key for problem in caught.value.problems]
    assert {"budgt", "objects.cube.mass", "success.all[5]"} <= set(keys)
    lines = [problem.line for problem in caught.value.problems]
    assert lines == sorted(lines)


@pytest.mark.parametrize(
    ("old", "new", "keys"),
    [
        ("id: place", "idd: place", {"idd"}),
        ("kind: manip", "kindd: manip", {"kind"}),
        ("kind: manip", "kind: moonip", {"kind"}),
        ("arms:", "armss:", {"armss"}),
        ("arms: [right]", "arms: right", {"arms"}),
        ("arms: [right]", "arms: [middle]", {"arms"}),
        ("objects:", "objets:", {"objets"}),
        ("    shape: {kind: box", "    shap: {kind: box", {"objects.cube.shap"}),
        ("shape: {kind: bowl", "shape: {kind: bowel", {"objects.bowl.shape.kind"}),
        ("    spawn: {x: [0.22", "    spwan: {x: [0.22", {"objects.cube.spwan"}),
        ("spawn: {x: [0.10, 0.14], y: [0.0, 0.04]}", "spawn: 3", {"objects.bowl.spawn"}),
        ("\nsuccess:", "\nsucess:", {"sucess"}),
        ("x: [0.22, 0.27]", "x: [0.22, 9.0]", {"objects.cube.spawn.x"}),
        ("x: [0.22, 0.27]", "x: [0.27, 0.22]", {"objects.cube.spawn.x"}),
        ("x: [0.22, 0.27]", "x: [0.22, 0.58]", {"objects.cube.spawn"}),
    ],
)
def test_one_mistake_is_told_as_one(tmp_path: Path, old: str, new: str, keys: set[str]) -> None:
    """What depends on a wrong value is not judged, and a misspelt key is not missing too."""
    assert old in TEXT
    with pytest.raises(ConfigFileError) as caught:
        read(tmp_path, TEXT.replace(old, new, 1))
    assert {problem.key for problem in caught.value.problems} == keys


def test_a_renamed_object_is_told_once_for_each_use_of_its_name(tmp_path: Path) -> None:
    with pytest.raises(ConfigFileError) as caught:
        read(tmp_path, TEXT.replace("  cube:\n", "  cubes:\n", 1))
    messages = [problem.message for problem in caught.value.problems]
    assert len(messages) == 3
    assert all("did you mean cubes? (also line" in message for message in messages)


def test_shape_and_alternatives_exclude_each_other(tmp_path: Path) -> None:
    """Exactly one of them."""
    shape = "shape: {kind: box, size: [0.04, 0.04, 0.04]}"
    for text in (
        TEXT.replace(shape, ""),
        TEXT.replace(shape, f"{shape}\n    shapes: [{{{shape[8:-1]}}}]"),
    ):
        with pytest.raises(ConfigFileError, match="exactly one of shape and shapes"):
            read(tmp_path, text)


@pytest.mark.parametrize("seeds", ["[1000, 1000]", "[-1]", "[true]", "1000", "[1.5]"])
def test_wrong_seeds_are_refused(tmp_path: Path, seeds: str) -> None:
    """Different whole numbers of the seed range only."""
    without = re.sub(r"^seeds: \[[^]]*\]$", "", TEXT, flags=re.MULTILINE)
    says = (
        "seeds: (expected a list of|not|given more than once).*( whole numbers 0-2147483647|1000)"
    )
    with pytest.raises(ConfigFileError, match=says):
        read(tmp_path, f"{without}\nseeds: {seeds}\n")
    assert read(tmp_path, f"{without}\nseeds: [1000, 1002]\n").seeds == (1000, 1002)


@given(data=st.data())
def test_damaged_files_are_read_or_refused(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Whatever is written in place of a value, nothing but ConfigFileError is raised."""
    folder = tmp_path_factory.mktemp("fuzz")
    lines = TEXT.splitlines()
    junk = st.sampled_from(
        [
            "",
            "null",
            "[]",
            "{}",
            "[[1]]",
            "{a: 1}",
            "-1",
            "1e400",
            ".nan",
            "yes",
            "'x'",
            "2024-01-01",
            "!!binary aGk=",
            "0x1F",
            "~",
            "[1, 2, 3]",
            "- 1",
            "&a [*a]",
            "'",
            "\t",
            "{cube: bowl}",
        ]
    )
    for _ in range(data.draw(st.integers(1, 3))):
        index = data.draw(st.integers(0, len(lines) - 1))
        key, colon, _ = lines[index].partition(":")
        lines[index] = f"{key}{colon} {data.draw(junk)}"
    try:
        read(folder, "\n".join(lines))
    except ConfigFileError as error:
        assert all(problem.line >= 1 for problem in error.problems)


def test_shuffled_lines_are_read_or_refused(tmp_path: Path) -> None:
    """Structure broken at random: still only ConfigFileError."""
    rng = random.Random(7)
    for _ in range(100):
        lines = TEXT.splitlines()
        for _ in range(rng.randint(1, 6)):
            a, b = rng.randrange(len(lines)), rng.randrange(len(lines))
            lines[a], lines[b] = lines[b], lines[a]
        try:
            read(tmp_path, "\n".join(lines))
        except ConfigFileError as error:
            assert error.problems
