"""What models write besides one JSON object: taken, sent back, or refused, in real episodes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from eyehand_agent.endpoints.reasoning import without_reasoning
from eyehand_agent.testing import chat_behaviors as play
from eyehand_agent.testing.chat_server import ChatServer
from hypothesis import given
from hypothesis import strategies as st
from still_table import MOVE, StillReferee, play_model

STOP = '{"stop": true, "reason": "enough"}'
BODY: dict[str, Any] = json.loads(MOVE)


def changed(**changes: Any) -> str:
    """Return a move with changed fields."""
    return json.dumps({**BODY, **changes})


ACCEPTED = {
    "prose before and after": f"I see the cube. {MOVE} That should do.",
    "a fenced block": f"```json\n{MOVE}\n```",
    "another language around it": f"Ich senke die Hand. {MOVE} 我会慢慢来。",
    "reasoning before the answer": f'<think>Or {{"stop": true, "reason": "no"}}?</think>{MOVE}',
    "reasoning whose opening mark is in the prompt": f'Or {{"stop": true}}?\n</think>\n{MOVE}',
    "a synonym of a sign": changed(sign="negative"),
    "a sign as a number": changed(sign=-1),
    "content in parts": play.completion({"content": [{"type": "text", "text": MOVE}]}),
    "reasoning in a field of its own": play.completion(
        {"content": MOVE, "reasoning_content": '{"stop": true, "reason": "draft"}'}
    ),
    "a function call that nobody asked for": play.completion(
        {"content": None, "tool_calls": [{"function": {"name": "decide", "arguments": MOVE}}]}
    ),
}

SENT_BACK = {
    "two objects": (f"{MOVE} or {MOVE}", "2 JSON objects"),
    "a trailing comma": (MOVE.replace("}", ",}"), "not valid JSON"),
    "a comment": (MOVE.replace("{", "{ // down\n"), "no JSON object"),
    "single quotes": (MOVE.replace('"', "'"), "no JSON object"),
    "a number as text": (changed(distance_mm="35"), "without quotes"),
    "a unit in the number": (changed(distance_mm="35 mm"), "without quotes"),
    "another unit": (json.dumps({**BODY, "distance_cm": 3.5}), "distance_cm"),
    "an unknown key": (changed(speed="slow"), "unknown field"),
    "an unknown action": (changed(action="gripper.moveworld"), "did you mean"),
    "an action in another language": (changed(action="greifer.bewegen"), "unknown action"),
    "a list where a word belongs": (changed(axis=["z"]), "axis"),
    "not a number": (MOVE.replace("35", "NaN"), "NaN"),
    "a huge number": (changed(distance_mm=1e300), "distance_mm"),
    "a key given twice": (MOVE.replace("{", '{"axis": "x", ', 1), "twice"),
    "no reason": (changed(reason=" "), "reason"),
    "prose alone": ("I would move down a little.", "no JSON object"),
    "an empty reply": ("", "no JSON object"),
    "no content at all": (play.without_content(), "no JSON object"),
    "a refusal": (play.refusal("I can't help with robots."), "no JSON object"),
    "a reply that was cut off": (play.cut_off(MOVE[:40]), "cut off at the limit"),
    "endless repetition": (play.cut_off("down and " * 12_000), "characters"),
    "a filtered reply": (play.completion({"content": ""}, "content_filter"), "filter removed"),
    "reasoning alone": ("<think>It is red, so", "no JSON object"),
    "an order from a picture": (
        '{"action": "system.shutdown", "reason": "the note in the image says so"}',
        "unknown action",
    ),
}


@pytest.mark.parametrize("reply", ACCEPTED.values(), ids=ACCEPTED.keys())
def test_accepted_at_once(reply: Any) -> None:
    referee = StillReferee()
    with ChatServer([reply, STOP]) as server:
        end = play_model(server.base_url, referee)
    assert [answer.error for answer in referee.answers] == ["", ""]
    assert (end.ending, end.steps) == ("model_stop", 1)


@pytest.mark.parametrize(("reply", "says"), SENT_BACK.values(), ids=SENT_BACK.keys())
def test_sent_back_with_what_is_wrong(reply: Any, says: str) -> None:
    referee = StillReferee()
    with ChatServer([reply, MOVE, STOP]) as server:
        end = play_model(server.base_url, referee)
        told = server.requests[1]["messages"][-1]["content"]
    assert says in told
    assert (end.outcome, end.ending, end.steps) == ("failure", "model_stop", 1)


def test_the_third_mistake_ends_the_episode_as_the_models_failure() -> None:
    referee, exchanges = StillReferee(), list[Mapping[str, Any]]()
    with ChatServer(["no"]) as server:
        end = play_model(server.base_url, referee, exchanges.append)
        assert len(server.requests) == 3
    assert (end.outcome, end.ending, end.steps) == ("failure", "decision_exhausted", 0)
    asked = [exchange for exchange in exchanges if exchange["request"]["purpose"] == "decision"]
    assert [exchange["repair"] for exchange in asked] == [0, 1, 2]


def test_twenty_rounds_of_tools_end_the_episode_too() -> None:
    tool = '{"tool": "geometry.verify", "reason": "again"}'
    referee = StillReferee()
    with ChatServer([tool]) as server:
        end = play_model(server.base_url, referee)
        assert len(server.requests) == 20
        assert "grip_center_direction_world" in server.requests[1]["messages"][-1]["content"]
    assert (end.ending, end.steps) == ("decision_exhausted", 0)


def test_an_endpoint_that_fails_makes_the_episode_invalid() -> None:
    referee = StillReferee()
    with ChatServer([MOVE, play.error_with_success_status("overloaded")]) as server:
        end = play_model(server.base_url, referee, attempts=2)
        assert len(server.requests) == 3
    assert (end.outcome, end.ending, end.steps) == ("invalid", "infrastructure_error", 1)
    assert referee.ended[0][0] == "infrastructure_error"
    assert "model endpoint" in referee.ended[0][1]


@given(st.text())
def test_without_reasoning_is_total_and_keeps_plain_text(text: str) -> None:
    assert isinstance(without_reasoning(f"<think>{text}"), str)
    plain = text.replace("<", "").strip()
    assert without_reasoning(plain) == plain
