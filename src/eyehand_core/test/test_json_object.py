"""The parser is total: any input gives a decision or a coded error, and quickly."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from eyehand_core.decisions import Decision, DecisionError
from eyehand_core.decisions.json_object import MAX_CHARACTERS
from grammars import GRAMMARS
from hypothesis import given
from hypothesis import strategies as st

ONE_ARM = GRAMMARS["one arm"]
STOP = '{"stop":true,"reason":"r"}'

scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


def code(text: object) -> str:
    """Return the error code for ``text``, or "ok"."""
    answer = ONE_ARM.parse(text)
    return answer.code.value if isinstance(answer, DecisionError) else "ok"


def is_sound(answer: object) -> bool:
    """Tell whether an answer is one of the two kinds and can be sent on."""
    if isinstance(answer, DecisionError):
        return bool(answer.message.encode("utf-8"))
    return isinstance(answer, Decision) and bool(answer.to_json().encode("utf-8"))


@given(text=st.text() | st.binary() | values)
def test_any_input_gets_an_answer(text: object) -> None:
    assert all(is_sound(grammar.parse(text)) for grammar in GRAMMARS.values())


@given(body=values | st.dictionaries(scalars | st.just("action"), values, max_size=4))
def test_any_value_gets_an_answer(body: object) -> None:
    assert all(is_sound(grammar.read(body)) for grammar in GRAMMARS.values())


@pytest.mark.parametrize(
    "number",
    [10**400, -(10**5000), float("nan"), float("inf"), 1e308],
    ids=["400 digits", "5000 digits", "nan", "inf", "1e308"],
)
def test_huge_numbers_in_a_decoded_value(number: float) -> None:
    body = {"action": "gripper.move_world", "axis": "x", "sign": "+", "reason": "r"}
    answer = ONE_ARM.read({**body, "distance_mm": number})
    assert isinstance(answer, DecisionError)
    assert answer.code == "bad_number"
    assert is_sound(ONE_ARM.read({**body, "sign": number, "distance_mm": 1}))


@given(text=st.text(alphabet='{}[]",:\\ \n0e.-tafulse\ud800', max_size=200))
def test_any_json_like_text_gets_an_answer(text: str) -> None:
    assert all(is_sound(grammar.parse(text)) for grammar in GRAMMARS.values())


@pytest.mark.parametrize("grammar", GRAMMARS.values(), ids=list(GRAMMARS))
@given(seed=st.integers(0, 2**32), key=st.text(), value=values, data=st.data())
def test_any_change_of_a_decision_gets_an_answer(
    grammar: Any, seed: int, key: str, value: object, data: st.DataObject
) -> None:
    body = json.loads(grammar.sample(Random(seed)).to_json())
    target = data.draw(st.sampled_from([*body, key]))
    assert is_sound(grammar.parse(json.dumps({**body, target: value})))
    assert is_sound(grammar.read({**body, target: value}))


@given(seed=st.integers(0, 2**32), cut=st.integers(0, 200), junk=st.text(max_size=5))
def test_any_damage_to_the_text_gets_an_answer(seed: int, cut: int, junk: str) -> None:
    text = ONE_ARM.sample(Random(seed)).to_json()
    assert is_sound(ONE_ARM.parse(text[:cut] + junk + text[cut:]))
    assert is_sound(ONE_ARM.parse(text[:cut]))


@pytest.mark.parametrize(
    "text",
    [
        STOP,
        f"```json\n{STOP}\n```",
        f"I have thought {{a lot}} about it.\n\n{STOP}\nThat is all {{really}}.",
        f" [{STOP}] ",
        STOP.encode(),
        '{ "stop" : true , "reason" : "braces } and \\" quotes {" }',
    ],
)
def test_fences_and_prose_around_the_object_are_tolerated(text: object) -> None:
    assert code(text) == "ok"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (None, "not_json"),
        ("", "not_json"),
        ("I will move down.", "not_json"),
        ("[1, 2]", "not_json"),
        ("{'stop': true}", "not_json"),
        ('{"stop": true, "reason": "r"', "not_json"),
        ('{"stop": true, "reason": "r', "not_json"),
        ('{"stop": true,, "reason": "r"}', "not_json"),
        ('{"stop": ]', "not_json"),
        (f"{STOP}{STOP}", "two_objects"),
        (f"{STOP} or {{}}", "two_objects"),
        ('{"stop": true, "stop": true, "reason": "r"}', "duplicate_key"),
        ('{"stop": NaN, "reason": "r"}', "bad_number"),
        ('{"stop": -Infinity, "reason": "r"}', "bad_number"),
        ('{"stop": 1e999, "reason": "r"}', "bad_number"),
        ('{"stop": 1' + "0" * 10_000 + ', "reason": "r"}', "bad_number"),
        ('{"a":' * 20_000, "too_long"),
        ('{"a":' * 5_000 + "1" + "}" * 5_000, "too_deep"),
        ('{"a":' + "[" * 50_000, "too_deep"),
        (STOP + " " * MAX_CHARACTERS, "too_long"),
        (b"\xff\xfe" + STOP.encode(), "bad_text"),
        (STOP.replace("r", "\ud800"), "bad_text"),
        ('{"stop": true, "reason": "\\ud800"}', "bad_text"),
        ('{"\\udfff": true}', "bad_text"),
        (12, "not_json"),
        ({"stop": True, "reason": "r"}, "not_json"),
    ],
)
def test_each_kind_of_bad_text_has_its_code(text: object, expected: str) -> None:
    assert code(text) == expected


def test_many_opening_braces_are_read_in_one_pass() -> None:
    assert code('{"' * 30_000) == "too_deep"
    assert code('"' * 60_000) == "not_json"
    assert code("{}" * 30_000) == "two_objects"
