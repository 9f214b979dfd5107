"""The grammar: what it offers, what it accepts, what it answers to everything else."""

from __future__ import annotations

import json
import math
from random import Random
from typing import Any

import pytest
from eyehand_core.camera_motion import INCREMENTS as CAMERA_INCREMENTS
from eyehand_core.decisions import (
    Aperture,
    Decision,
    DecisionKind,
    DualTranslate,
    Look,
    MotionKind,
    Rotate,
    Shift,
    Stop,
    Translate,
    UseTool,
    manipulation_grammar,
)
from eyehand_core.decisions.camera_actions import INCREMENTS, VIEWS
from eyehand_core.errors import ConfigError, UnknownNameError
from eyehand_core.views import NAMED_VIEWS
from grammars import GRAMMARS, MOVE, code_of
from hypothesis import given
from hypothesis import strategies as st

ONE_ARM, TWO_ARMS, LAYOUT = GRAMMARS.values()


@pytest.mark.parametrize("grammar", GRAMMARS.values(), ids=list(GRAMMARS))
@given(seed=st.integers(0, 2**32))
def test_canonical_json_reads_back_to_the_same_decision(grammar: Any, seed: int) -> None:
    decision = grammar.sample(Random(seed))
    text = decision.to_json()
    assert grammar.parse(text) == decision
    assert grammar.parse(text).to_json() == text
    assert text == json.dumps(json.loads(text), sort_keys=True, separators=(",", ":"))


@pytest.mark.parametrize("grammar", GRAMMARS.values(), ids=list(GRAMMARS))
def test_every_example_of_the_table_is_a_decision(grammar: Any) -> None:
    for form in grammar.forms:
        decision = grammar.read({form.head[0]: form.head[1], **(form.example or {})})
        assert isinstance(decision, Decision), (form.name, decision)
        assert decision.name == form.name


def test_names_are_those_of_the_benchmark() -> None:
    single = manipulation_grammar(("left",)).names
    assert {"camera.view_topdown", "camera.yaw_left.small", "camera.zoom_in"} <= set(single)
    assert {"gripper.move_world", "gripper.rotate_local", "gripper.open", "stop"} <= set(single)
    assert len(single) == 5 + 10 + 4 + 1
    dual = manipulation_grammar(("left", "right")).names
    assert len(dual) == 15 + 10 + 3 + 6 + 1
    assert {"camera.view_both_side", "left_gripper.close", "dual_gripper.open"} <= set(dual)
    assert "camera.view_side" not in dual


def test_camera_table_and_camera_agree_on_the_names() -> None:
    assert {f"view_{view}" for view in VIEWS} == set(NAMED_VIEWS)
    assert set(INCREMENTS) == set(CAMERA_INCREMENTS)


def test_a_move_in_millimetres_becomes_signed_metres() -> None:
    decision = ONE_ARM.parse(json.dumps(MOVE))
    assert decision == Translate(
        arm="right", axis="z", sign="-", distance_mm=35.0, reason=MOVE["reason"]
    )
    (motion,) = decision.motions()
    assert (motion.arm, motion.kind, motion.axis) == ("right", MotionKind.TRANSLATE, 2)
    assert motion.amount == pytest.approx(-0.035)


def test_a_turn_in_degrees_becomes_signed_radians() -> None:
    body = {"action": "gripper.rotate_local", "arm": "left", "axis": "ry", "sign": "cw"}
    decision = TWO_ARMS.parse(json.dumps({**body, "angle_deg": 90, "reason": "down"}))
    assert decision == Rotate(arm="left", axis="ry", sign="-", angle_deg=90.0, reason="down")
    assert decision.motions()[0].amount == pytest.approx(-math.pi / 2)
    assert decision.motions()[0].axis == 1


def test_both_arms_move_in_one_decision() -> None:
    up = {"axis": "z", "sign": "+", "distance_mm": 60}
    body = {"action": "dual_gripper.move_world", "left": up, "right": {**up, "axis": "x"}}
    decision = TWO_ARMS.parse(json.dumps({**body, "reason": "lift"}))
    assert isinstance(decision, DualTranslate)
    assert decision.right == Shift(axis="x", sign="+", distance_mm=60.0)
    assert [motion.arm for motion in decision.motions()] == ["left", "right"]
    assert code_of(TWO_ARMS, {**body, "left": {"axis": "z"}, "reason": "r"}) == "missing_field"
    assert code_of(TWO_ARMS, {**body, "left": [up], "reason": "r"}) == "wrong_type"


def test_views_and_apertures_know_their_arms() -> None:
    look = ONE_ARM.parse('{"action":"camera.view_side","reason":"r"}')
    assert look == Look(action="camera.view_side", command="view_side", anchor="right", reason="r")
    both = TWO_ARMS.parse('{"action":"camera.view_both_side","reason":"r"}')
    assert isinstance(both, Look)
    assert (both.command, both.anchor) == ("view_side", "both")
    zoom = TWO_ARMS.parse('{"action":"camera.zoom_in","reason":"r"}')
    assert isinstance(zoom, Look)
    assert (zoom.command, zoom.anchor) == ("zoom_in", "")
    close = TWO_ARMS.parse('{"action":"dual_gripper.close","reason":"r"}')
    assert isinstance(close, Aperture)
    assert [(m.arm, m.kind) for m in close.motions()] == [
        ("left", MotionKind.CLOSE),
        ("right", MotionKind.CLOSE),
    ]


def test_tools_and_stop_cost_no_step() -> None:
    tool = ONE_ARM.parse('{"tool":"camera.history","args":{"step":3},"reason":"r"}')
    assert tool == UseTool(tool="camera.history", args={"step": 3}, reason="r")
    assert code_of(ONE_ARM, {"tool": "geometry.verify", "reason": "r"}) == "ok"
    stop = ONE_ARM.parse('{"stop":true,"reason":"done"}')
    assert stop == Stop(reason="done")
    assert not stop.kind.costs_step
    assert not tool.kind.costs_step
    assert DecisionKind.CAMERA.costs_step
    assert DecisionKind.ROBOT.costs_step
    assert DecisionKind.LAYOUT.costs_step


@pytest.mark.parametrize("sign", ["+", "pos", "positive", "ccw", "+1", "1", 1, 1.0])
def test_signs_for_plus(sign: object) -> None:
    assert ONE_ARM.parse(json.dumps({**MOVE, "sign": sign})).sign == "+"


@pytest.mark.parametrize("sign", ["-", "neg", "negative", "cw", "-1", -1])
def test_signs_for_minus(sign: object) -> None:
    assert ONE_ARM.parse(json.dumps({**MOVE, "sign": sign})).sign == "-"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"sign": True}, "wrong_type"),
        ({"sign": 2}, "wrong_type"),
        ({"sign": "up"}, "unknown_word"),
        ({"sign": ["+"]}, "wrong_type"),
        ({"axis": "rx"}, "unknown_word"),
        ({"axis": None}, "wrong_type"),
        ({"axis": {"x": 1}}, "wrong_type"),
        ({"distance_mm": 0.99}, "bad_number"),
        ({"distance_mm": 100.01}, "bad_number"),
        ({"distance_mm": -35}, "bad_number"),
        ({"distance_mm": "35"}, "wrong_type"),
        ({"distance_mm": True}, "wrong_type"),
        ({"distance_mm": [35]}, "wrong_type"),
        ({"distance_mm": 10**30}, "bad_number"),
        ({"distance_mm": math.nan}, "bad_number"),
        ({"distance_mm": math.inf}, "bad_number"),
        ({"reason": ""}, "empty_text"),
        ({"reason": " \n\t"}, "empty_text"),
        ({"reason": 5}, "wrong_type"),
        ({"reason": "x" * 2001}, "too_long"),
        ({"speed": 1}, "extra_field"),
        ({"arm": "left"}, "unknown_word"),
        ({"arm": ["right"]}, "wrong_type"),
        ({"tool": "camera.history"}, "extra_field"),
        ({"action": "gripper.small_left"}, "unknown_action"),
        ({"action": ["gripper.move_world"]}, "wrong_type"),
        ({"action": None}, "wrong_type"),
    ],
)
def test_each_mistake_has_its_code(change: dict[str, Any], code: str) -> None:
    assert code_of(ONE_ARM, {**MOVE, **change}) == code


def test_missing_fields() -> None:
    for key in MOVE:
        body = {k: v for k, v in MOVE.items() if k != key}
        assert code_of(ONE_ARM, body) == "missing_field", key
    assert code_of(TWO_ARMS, MOVE) == "missing_field"
    assert code_of(ONE_ARM, {"stop": False, "reason": "r"}) == "wrong_type"


def test_borders_of_the_ranges_count() -> None:
    for value in (1, 100, 1.0, 99.5):
        assert code_of(ONE_ARM, {**MOVE, "distance_mm": value}) == "ok"


def test_errors_say_what_is_allowed() -> None:
    far = ONE_ARM.parse(json.dumps({**MOVE, "distance_mm": 500}))
    assert "500" in far.message
    assert "1 to 100 mm" in far.message
    misspelt = ONE_ARM.parse(json.dumps({**MOVE, "action": "gripper.move_wrld"}))
    assert "gripper.move_world" in misspelt.message.split("did you mean")[1]
    key = ONE_ARM.parse(json.dumps({**MOVE, "distnace_mm": 5}))
    assert "did you mean" in key.message


def test_what_is_not_offered_is_told_apart_from_what_does_not_exist() -> None:
    still = manipulation_grammar(("right",), camera=False, stop=False)
    assert code_of(still, {"action": "camera.zoom_in", "reason": "r"}) == "not_offered"
    assert code_of(still, {"action": "camera.roll", "reason": "r"}) == "unknown_action"
    assert code_of(still, {"tool": "geometry.verify", "reason": "r"}) == "not_offered"
    assert code_of(still, {"stop": True, "reason": "r"}) == "not_offered"


def test_a_grammar_can_be_narrowed_to_a_turn() -> None:
    narrow = ONE_ARM.restricted(["gripper.open", "stop"])
    assert narrow.names == ("gripper.open", "stop")
    assert code_of(narrow, MOVE) == "not_offered"
    assert narrow.restricted(ONE_ARM.names).names == ONE_ARM.names
    with pytest.raises(UnknownNameError, match=r"gripper\.opne"):
        ONE_ARM.restricted(["gripper.opne"])


def test_arms_and_tools_are_checked() -> None:
    with pytest.raises(ConfigError, match="left and right"):
        manipulation_grammar(("left", "middle"))
    with pytest.raises(UnknownNameError):
        manipulation_grammar(("left",), tools=["expert.solve"])
