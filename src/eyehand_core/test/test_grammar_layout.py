"""The grammar of layout episodes: relations, choices between fields, and coordinates that leak."""

from __future__ import annotations

import json
from typing import Any

import pytest
from eyehand_core.decisions import (
    Ask,
    ErrorCode,
    Move,
    Place,
    Scale,
    Turn,
    layout_grammar,
)
from grammars import GRAMMARS, MOVE, WORDS, code_of

ONE_ARM, TWO_ARMS, LAYOUT = GRAMMARS.values()
PLACE = {
    "action": "place",
    "object": "cup",
    "category": "cup",
    "relation_target": "table",
    "relation": "to_the_right_of",
    "distance": "medium",
}


def test_the_published_layout_example() -> None:
    assert LAYOUT.parse(json.dumps(PLACE)) == Place(
        object="cup",
        category="cup",
        relation="to_the_right_of",
        targets=("table",),
        distance="medium",
    )
    without = {key: value for key, value in PLACE.items() if key != "distance"}
    assert LAYOUT.parse(json.dumps(without)) == LAYOUT.parse(json.dumps(PLACE))
    assert LAYOUT.parse(json.dumps({**PLACE, "distance": None})) == LAYOUT.parse(json.dumps(PLACE))


def test_between_takes_two_targets_and_others_one() -> None:
    body = {"action": "move", "object": "cup", "relation": "between"}
    decision = LAYOUT.parse(json.dumps({**body, "relation_target": ["table", "box"]}))
    assert isinstance(decision, Move)
    assert decision.targets == ("table", "box")
    assert code_of(LAYOUT, {**body, "relation_target": "table"}) == "wrong_type"
    assert code_of(LAYOUT, {**body, "relation_target": ["table", "table"]}) == "unknown_word"
    assert code_of(LAYOUT, {**PLACE, "relation_target": ["table", "box"]}) == "wrong_type"


def test_rotate_takes_an_angle_or_a_facing() -> None:
    body = {"action": "rotate", "object": "cup"}
    assert LAYOUT.parse(json.dumps({**body, "angle": -90})) == Turn(object="cup", angle_deg=-90.0)
    assert LAYOUT.parse(json.dumps({**body, "facing": "toward:box"})) == Turn(
        object="cup", facing="toward:box"
    )
    assert code_of(LAYOUT, {**body, "angle": 7}) == "bad_number"
    assert code_of(LAYOUT, {**body, "angle": 195}) == "bad_number"
    assert code_of(LAYOUT, {**body, "facing": "sideways"}) == "unknown_word"
    assert code_of(LAYOUT, {**body, "facing": "toward:"}) == "unknown_word"
    assert code_of(LAYOUT, body) == "missing_field"
    assert code_of(LAYOUT, {**body, "angle": 90, "facing": "left"}) == "extra_field"


def test_scale_takes_a_word_or_a_factor() -> None:
    body = {"action": "scale", "object": "cup"}
    assert LAYOUT.parse(json.dumps({**body, "factor": "larger"})) == Scale(
        object="cup", factor="larger"
    )
    assert LAYOUT.parse(json.dumps({**body, "factor": 1.5})).factor == 1.5
    assert code_of(LAYOUT, {**body, "factor": 2.5}) == "bad_number"
    assert code_of(LAYOUT, {**body, "factor": "1.5"}) == "unknown_word"


def test_questions_only_where_the_task_answers() -> None:
    ask = '{"action":"ask","about":"near"}'
    assert LAYOUT.parse(ask) == Ask(about="near")
    assert code_of(layout_grammar(WORDS), ask) == "not_offered"


@pytest.mark.parametrize(
    "change",
    [
        {"x": 140},
        {"position": [140, 128]},
        {"BBox": [0, 0, 1, 1]},
        {"left": 5, "top": 6},
        {"object": "cup at 140"},
        {"object": "cup (140, 128)"},
        {"relation_target": "table 140x128"},
        {"relation_target": ["table", 5]},
        {"distance": 40},
        {"reason": "it belongs at 140,128"},
        {"reason": "20 px to the right"},
        {"color": "x=140"},
        {"reason": "x 140, y 128"},
        {"reason": "go to 140 128"},
        {"reason": "140/128"},
        {"reason": "between 140 and 128.5"},
        {"reason": "third of the grid: row 3, column 5"},
    ],
)
def test_coordinates_are_leaks(change: dict[str, Any]) -> None:
    assert code_of(LAYOUT, {**PLACE, **change}) == ErrorCode.COORDINATE_LEAK.value


@pytest.mark.parametrize(
    "name", ["cup 2", "box-3", "4th chair", "at home", "mp3 player", "cup 2 of 3", "box 12"]
)
def test_numbers_in_names_are_not_leaks(name: str) -> None:
    assert code_of(LAYOUT, {**PLACE, "object": name}) == "ok"


def test_other_layout_mistakes() -> None:
    assert code_of(LAYOUT, {**PLACE, "relation": "beside"}) == "unknown_word"
    assert code_of(LAYOUT, {**PLACE, "distance": "close"}) == "unknown_word"
    assert code_of(LAYOUT, {**PLACE, "colour": "red"}) == "extra_field"
    assert code_of(LAYOUT, MOVE) == "coordinate_leak"
    assert code_of(LAYOUT, {"action": "gripper.open", "reason": "r"}) == "unknown_action"
