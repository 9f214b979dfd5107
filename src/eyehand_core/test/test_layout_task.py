"""Layout task files: strict reading, instances from (task, seed) only."""

from __future__ import annotations

from pathlib import Path

import pytest
from eyehand_core.config_file import ConfigFileError
from eyehand_core.environment import load_environment
from eyehand_core.errors import ConfigError
from eyehand_core.layout.task import initial_scene, task_grammar
from eyehand_core.tasks.library import Library
from eyehand_core.tasks.reader import read_task
from eyehand_core.tasks.task import Task

CONFIG = Path(__file__).parents[3] / "config"
ENVIRONMENT = load_environment(CONFIG / "environments" / "tabletop.yaml")
CUP = CONFIG / "tasks" / "layout" / "cup_right_of_table.yaml"
TEXT = CUP.read_text(encoding="utf-8")


def read(text: str, folder: Path) -> Task:
    path = folder / CUP.name
    path.write_text(text, encoding="utf-8")
    return read_task(path, ENVIRONMENT)


FREELY_PLACED = ("cup_right_of_table", "box_above_circle", "lamp_left_of_desk", "place_single_1_01")


@pytest.mark.parametrize("task_id", FREELY_PLACED)
def test_scenes_depend_on_task_and_seed_only(task_id: str) -> None:
    task = Library(CONFIG).load(task_id)
    scenes = [initial_scene(task, seed) for seed in range(30)]
    again = Library(CONFIG).load(task_id)
    assert [scene.digest() for scene in scenes] == [
        initial_scene(again, seed).digest() for seed in range(30)
    ]
    assert len({scene.digest() for scene in scenes}) > 25
    for scene in scenes:
        assert all(thing.outline.on_canvas for thing in scene.objects)
        for index, thing in enumerate(scene.objects):
            assert all(thing.outline.distance(o.outline) > 0 for o in scene.objects[:index])


def test_only_objects_with_a_start_are_there_and_the_others_wait() -> None:
    scene = initial_scene(read_task(CUP, ENVIRONMENT), 7)
    assert [thing.name for thing in scene.objects] == ["table", "vase"]
    assert scene.supply["cup"].size == (20.0, 20.0)


def test_seed_out_of_range_is_refused() -> None:
    with pytest.raises(ConfigError, match="seed -1"):
        initial_scene(read_task(CUP, ENVIRONMENT), -1)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("color: brown", "colour: brown", r"unknown key.*did you mean color"),
        ("color: brown", "color: brwn", r"objects\.table\.color: got 'brwn'.*brown"),
        ("size: [60, 20]", "size: [60, 20 mm]", r"objects\.table\.size: expected a number"),
        ("size: [60, 20]", "size: [600, 20]", r"expected a number 4\.\.\.256"),
        ("center: [110, 128]", "center: [20, 128]", r"objects\.table\.start: object leaves"),
        ("plane: vertical", "plane: wall", r"plane: got 'wall'; allowed: ground, vertical"),
        ("to_the_right_of: {", "right: {", r"success\.all\[0\]: got 'right'; allowed"),
        ("target: table}", "target: tabel}", r"unknown object 'tabel'.*did you mean table"),
        ("    - on_canvas\n", "", r"success: add on_canvas"),
        ("  all:\n", "  any:\n", r"success: expected all"),
        ("object: cup, target", "obj: cup, target", r"unknown parameter.*object"),
        (
            "    - to_the_right_of: {object: cup, target: table}\n",
            "",
            r"success: give at least one relation",
        ),
        ("relation: to_the_right_of", "relation: rightish", r"expert\[0\]: relation: got"),
        ("    distance: medium\n", "    x: 5\n", r"expert\[0\].*position"),
        ("    start: {center", "    begin: {center", r"at least one object with a"),
        (
            "    color: grey\n",
            "    color: grey\n    start: {center: [150, 128]}\n",
            r"table and cup can overlap",
        ),
        ("target: table}", "target: cup}", r"success\.all\[0\]: cup is related to itself"),
        ("untouched: {object: table}", "untouched: {object: cup}", r"cup is not there at the"),
        *(
            ("objects:\n", f"objects:\n  {name}: {{size: [9, 9]}}\n", r"objects: got the name")
            for name in ('"cup 140,128"', '"\\e[31mcup"', "5", f"c{41 * 'u'}p", '"row 3"', '"a  b"')
        ),
        (
            "objects:\n",
            "objects:\n" + "".join(f"  o{n}: {{size: [9, 9]}}\n" for n in range(900)),
            r"got 903 objects; at most 40",
        ),
    ],
)
def test_mistakes_are_named_with_what_is_allowed(
    old: str, new: str, message: str, tmp_path: Path
) -> None:
    assert old in TEXT
    with pytest.raises(ConfigFileError, match=message):
        read(TEXT.replace(old, new), tmp_path)


@pytest.mark.parametrize(
    "expert", ["expert: place the cup", "expert: 3", "expert: [[1]]", "expert: {action: place}"]
)
def test_an_expert_that_is_no_list_of_actions_is_refused(expert: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigFileError, match="expert"):
        read(TEXT.split("expert:")[0] + expert + "\n", tmp_path)


@pytest.mark.parametrize(
    "success", ["3", "[]", "{all: 3}", "{all: []}", "{all: [3]}", "{all: [{}]}", "{all: [[]]}"]
)
def test_a_senseless_success_is_refused(success: str, tmp_path: Path) -> None:
    head, tail = TEXT.split("success:")
    text = f"{head}success: {success}\nexpert:{tail.split('expert:')[1]}"
    with pytest.raises(ConfigFileError, match="success"):
        read(text, tmp_path)


def test_the_grammar_speaks_of_the_plane_only(tmp_path: Path) -> None:
    ground = read(
        TEXT.replace("plane: vertical", "plane: ground"),
        tmp_path,
    )
    answer = task_grammar(ground).parse(
        '{"action": "move", "object": "cup", "relation": "above", "relation_target": "table"}'
    )
    assert "to_the_left_of" in str(answer)
    assert "unknown_word" in str(answer)
