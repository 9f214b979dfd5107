"""The Responses form says and fails as the chat form does."""

from __future__ import annotations

import json
from typing import Any

import pytest
from asked import Asked
from eyehand_agent.endpoints.responses_wire import read_response
from eyehand_agent.endpoints.wire import WIRES
from eyehand_agent.testing import chat_behaviors as play
from eyehand_agent.testing.chat_server import ChatServer
from eyehand_core.errors import EndpointError
from hypothesis import given, settings
from hypothesis import strategies as st


def test_the_responses_form_says_the_same() -> None:
    """What is asked and what is answered come through unchanged, and the server keeps nothing."""
    schema = {"type": "object", "properties": {}}
    function = {"name": "decide", "description": "d", "parameters": schema}
    fields = {
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "turn", "strict": True, "schema": schema},
        },
        "tools": [{"type": "function", "function": function}],
        "tool_choice": {"type": "function", "function": {"name": "decide"}},
        "reasoning_effort": "low",
    }
    call = {
        "content": None,
        "tool_calls": [{"id": "1", "function": {"name": "decide", "arguments": "{}"}}],
    }
    usage = {
        "prompt_tokens": 10,
        "completion_tokens": 2,
        "prompt_tokens_details": {"cached_tokens": 4},
    }
    replies, requests = [], []
    for wire in WIRES:
        with ChatServer([play.completion(call, usage=usage), play.cut_off("cut")]) as server:
            asked = Asked(server.base_url, wire=wire, seed=5, temperature=0.0)
            replies += [[asked.ask(fields=fields), asked.ask()]]
            requests.append(server.requests)
    (chat, chat_cut), (other, other_cut) = replies
    assert (other.calls, other.text, other.usage) == (chat.calls, "", chat.usage)
    assert (other_cut.text, other_cut.finish_reason) == (chat_cut.text, chat_cut.finish_reason)
    (chat_request, _), (request, _) = requests
    assert request.pop("store") is False
    assert request == chat_request


@pytest.mark.parametrize(
    ("failure", "kind"),
    [
        (play.error(500, "broken"), "infrastructure"),
        (play.html(), "infrastructure"),
        (play.half_json(), "infrastructure"),
        (play.empty_choices(), "infrastructure"),
        (play.error_with_success_status("no vision"), "infrastructure"),
        (play.Behavior(body=b'{"output": "text"}'), "infrastructure"),
        (play.Behavior(body=b'{"output": [], "status": "failed"}'), "infrastructure"),
        (play.error(400, "image input is not supported"), "configuration"),
        (play.error(429, "pay", code="insufficient_quota"), "configuration"),
    ],
)
def test_failures_of_the_responses_form_are_of_the_same_kinds(
    failure: play.Behavior, kind: str
) -> None:
    with ChatServer([failure]) as server:
        asked = Asked(server.base_url, wire="responses", attempts=1)
        with pytest.raises(EndpointError):
            asked.ask()
    assert asked.exchanges[0]["error"].startswith(f"{kind}: ")


KEYS = ("content", "type", "text", "arguments", "status", "reason", "input_tokens")


@settings(max_examples=60)
@given(
    st.recursive(
        st.none() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(KEYS), inner),
        max_leaves=8,
    )
)
def test_reading_a_response_is_total(value: Any) -> None:
    body = json.dumps({"output": [value], "usage": value, "incomplete_details": value})
    assert isinstance(read_response(body).text, str)
