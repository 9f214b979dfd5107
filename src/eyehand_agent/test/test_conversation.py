"""Requests stay within their limits, hold what they should, and nothing that is hidden."""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Mapping
from typing import Any

import pytest
from eyehand_agent.demonstrations.summary import Summary
from eyehand_agent.testing.chat_behaviors import completion
from eyehand_agent.testing.chat_server import ChatServer
from eyehand_core.episode.aids import AIDS
from eyehand_core.episode.conditions import conditions_of
from PIL import Image
from still_table import (
    CONFIG,
    HIDDEN,
    LOOK,
    MOVE,
    PLANNER_WORDS,
    STAGES,
    StillReferee,
    picture,
    play_model,
)

STOP = '{"stop": true, "reason": "enough"}'
RECALL = '{"tool": "camera.history", "args": {"step": 0}, "reason": "compare"}'


def pictures(request: Mapping[str, Any]) -> list[bytes]:
    """Return the images of a request in order."""
    return [
        base64.b64decode(part["image_url"]["url"].split(",", 1)[1])
        for message in request["messages"]
        for part in (message["content"] if isinstance(message["content"], list) else [])
        if part["type"] == "image_url"
    ]


def words(request: Mapping[str, Any]) -> str:
    """Return all text of a request without its images."""
    plain = json.loads(json.dumps(request))
    for message in plain["messages"]:
        if isinstance(message["content"], list):
            message["content"] = [p for p in message["content"] if p["type"] == "text"]
    return json.dumps(plain)


def play(referee: StillReferee, *script: Any, **changes: Any) -> list[Mapping[str, Any]]:
    """Play an episode; return its requests."""
    with ChatServer(script) as server:
        play_model(server.base_url, referee, **changes)
        return server.requests


def test_an_earlier_image_is_shown_again_and_costs_no_step() -> None:
    referee = StillReferee()
    requests = play(referee, MOVE, MOVE, RECALL, STOP)
    assert referee.episode.step == 2
    assert pictures(requests[3]) == [picture(14), picture(0)]
    assert "View center_high of step 0:" in words(requests[3])
    none_yet = play(StillReferee(), RECALL, STOP)[1]
    assert pictures(none_yet) == [picture(0)]
    assert "There is no earlier image of step 0" in words(none_yet)


def test_newest_earlier_images_come_along_and_never_more_than_a_request_may_hold() -> None:
    script = [MOVE, MOVE, MOVE, RECALL, STOP]
    last = play(StillReferee(), *script, history_images=2, images=3)[3]
    assert pictures(last) == [picture(7), picture(14), picture(21)]
    recalled = play(StillReferee(), *script, history_images=2, images=2)[4]
    assert pictures(recalled) == [picture(21), picture(0)]
    full = play(StillReferee(), *script, history_images=2, images=1)[4]
    assert pictures(full) == [picture(21)]
    assert "images left out" in words(full)


def test_fifty_steps_stay_within_the_token_budget_and_stop_growing() -> None:
    referee = StillReferee()
    long = MOVE.replace('"r"', json.dumps("because of this " * 100))
    limits = {"context_tokens": 24_000, "history_turns": 100, "history_images": 2}
    requests = play(referee, *[long, LOOK, long] * 20, **limits, history_characters=2000)
    assert referee.episode.step == len(requests) == 50
    sizes = [len(words(request)) for request in requests]
    assert max(sizes) / 3.5 < 24_000
    assert max(sizes[25:]) <= 1.1 * max(sizes[:25])
    assert all(len(pictures(request)) <= 3 for request in requests)
    assert "earlier turns are left out" in words(requests[-1])
    assert "Step 50" not in words(requests[0])


def test_token_counts_of_the_endpoint_correct_the_estimate() -> None:
    def counts(tokens: int) -> Any:
        usage = {"prompt_tokens": tokens, "completion_tokens": 1}
        return completion({"content": MOVE}, usage=usage)

    for tokens, turns in ((100, 7), (45_000, 2)):
        requests = play(StillReferee(budget=8), counts(tokens), history_turns=100)
        assert len(requests[-1]["messages"]) == 2 + 2 * turns


def test_a_turn_that_cannot_fit_says_what_to_change() -> None:
    referee = StillReferee()
    play(referee, MOVE, context_tokens=4096, compact_at=0.1)
    assert "raise context_tokens" in referee.ended[0][1]
    referee = StillReferee()
    play(referee, MOVE, request_bytes=1000)
    assert "request_bytes" in referee.ended[0][1]


def test_pictures_are_made_smaller_where_that_is_declared() -> None:
    request = play(StillReferee(), STOP, image_width=32)[0]
    with Image.open(io.BytesIO(pictures(request)[0])) as image:
        assert image.size == (32, 24)
    assert pictures(play(StillReferee(), STOP, image_width=64)[0]) == [picture(0)]


def conditions() -> list[str]:
    """Return every condition of a manipulation task, and every aid once."""
    views = [condition.name for condition in conditions_of(CONFIG, "manipulation")]
    aids = [name for name in AIDS if "manipulation" in AIDS[name].kinds]
    written = [f"{name}:someone" if AIDS[name].argument else name for name in aids]
    return [*views, *(f"active+{aid}" for aid in written)]


@pytest.mark.parametrize("condition", conditions())
def test_no_request_holds_anything_hidden(condition: str) -> None:
    """Executor's words and the next subtask, alone and only where the condition declares them."""
    fields = {"approach_strategy": "from above", "pre_close_checks": ["look from the side"]}
    summary = Summary(task="t", author="secret-author", fields=fields)
    script = [MOVE, "prose", RECALL, MOVE, STOP]
    requests = play(StillReferee(condition=condition), *script, summary=summary)
    sent = "".join(map(words, requests))
    declared = {"attended": {PLANNER_WORDS}, "active+subgoal_hints": {STAGES[0]}}
    assert {hidden for hidden in HIDDEN if hidden in sent} == declared.get(condition, set())
    assert "Use the right arm to grasp the cube" in sent
    assert "- pre_close_checks: look from the side" in sent
    assert "secret-author" not in sent


def test_views_are_explained_where_the_condition_says_so() -> None:
    said = "View view_topdown (seen from +Z of the grip centre; right in the image is +X, up is +Y"
    plain, labelled = (
        words(play(StillReferee(condition=name), STOP)[0])
        for name in ("passive_five", "passive_labelled")
    )
    assert "View view_topdown:" in plain
    assert said in labelled
    assert labelled.count("seen from") == plain.count("View view_")


def test_the_range_of_depth_pictures_is_written_beside_them() -> None:
    said = "View center_high_depth (depth along the viewing direction in linear grey: 0.3 m and"
    (request,) = play(StillReferee(condition="depth"), STOP)
    assert said in words(request)
    assert "View center_high:" in words(request)
    assert len(pictures(request)) == 2
    assert "grey" not in words(play(StillReferee(), STOP)[0])


def test_rules_of_a_condition_are_no_hints() -> None:
    told = "- The camera has a body: a look takes time"
    bodied = StillReferee(condition="physical_camera+no_hints")
    assert told in words(play(bodied, STOP)[0])
    assert told not in words(play(StillReferee(), STOP)[0])


def test_the_next_subtask_stands_in_every_turn() -> None:
    requests = play(StillReferee(condition="active+subgoal_hints"), MOVE, STOP)
    assert all(f"Next subtask: {STAGES[0]}" in words(request) for request in requests)


def test_without_hints_the_prompt_is_protocol_and_actions() -> None:
    full, bare = (
        words(play(StillReferee(condition=name), STOP)[0]) for name in ("active", "active+no_hints")
    )
    assert "# Working rules" in full
    assert "# Working rules" not in bare
    for section in ("# Frames", "# Budget", "# Actions", "# Answer"):
        assert section in bare
    untooled = words(play(StillReferee(condition="active+no_tools"), STOP)[0])
    assert "camera.history" in full
    assert "camera.history" not in untooled
