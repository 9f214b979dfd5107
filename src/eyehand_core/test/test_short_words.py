"""Decisions in a few words: short, telling, and defined for any text."""

from __future__ import annotations

import json

import pytest
from eyehand_core.decisions.short_words import short_words
from hypothesis import given
from hypothesis import strategies as st

JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
KEYS = st.sampled_from(
    ["action", "arm", "axis", "sign", "distance_mm", "angle_deg", "left", "right", "tool", "args"]
)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            '{"action":"gripper.move_world","arm":"right","axis":"x","distance_mm":60,"sign":"+"}',
            "right +x 60 mm",
        ),
        (
            '{"action":"gripper.rotate_local","angle_deg":90,"arm":"left","axis":"ry","sign":"-"}',
            "left turn -ry 90°",
        ),
        (
            'Now: {"action":"dual_gripper.move_world",'
            '"left":{"axis":"z","sign":"+","distance_mm":60},'
            '"right":{"axis":"z","sign":"+","distance_mm":60}}',
            "left +z 60 mm, right +z 60 mm",
        ),
        ('{"action":"gripper.close","reason":"it is there"}', "gripper close"),
        ('{"action":"camera.view_topdown"}', "look topdown"),
        ('{"action":"camera.move_left.small"}', "look move left"),
        (
            '{"action":"move","distance":"far","object":"box","relation":"left_of",'
            '"relation_target":"big_lamp"}',
            "move box left of big lamp, distance far",
        ),
        (
            '{"action":"place","category":"cup","object":"cup","relation":"to_the_right_of",'
            '"relation_target":"plate"}',
            "place cup to the right of plate",
        ),
        (
            '{"action":"place","category":"cup","object":"red_cup","relation":"on_top_of",'
            '"relation_target":"box"}',
            "place red cup cup on top of box",
        ),
        ('{"action":"undo"}', "undo"),
        ('{"stop":true}', "stop"),
        ('{"tool":"camera.history","args":{"step":3}}', "tool camera.history step=3"),
        ("I would rather not", "I would rather not"),
        ("", ""),
        ('{"a":' * 100_000 + "}" * 100_000, ('{"a":' * 10)[:47] + "…"),
    ],
)
def test_words_say_what_is_asked_for(text: str, words: str) -> None:
    assert short_words(text) == words


@given(text=st.text() | st.dictionaries(KEYS, JSON).map(json.dumps))
def test_any_text_gives_one_short_line(text: str) -> None:
    words = short_words(text)
    assert len(words) <= 48
    assert "\n" not in words
