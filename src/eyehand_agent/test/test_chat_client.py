"""The client against a real local server that plays every known way of failing."""

from __future__ import annotations

import base64
import hashlib
import json
import socket
import threading

import pytest
from asked import Asked
from eyehand_agent.endpoints.wire import WIRES
from eyehand_agent.testing import chat_behaviors as play
from eyehand_agent.testing.chat_server import ChatServer
from eyehand_core.errors import ConfigError, EndpointError
from observations import JPEG

KEY = "sk-test-do-not-tell-0123456789"


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set a known key, and a proxy that must not be used for this machine."""
    monkeypatch.setenv("EYEHAND_TEST_KEY", KEY)
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")


def test_an_answer_and_its_record() -> None:
    with ChatServer(['{"stop": true}']) as server:
        asked = Asked(server.base_url)
        reply = asked.ask()
    assert (reply.text, reply.finish_reason) == ('{"stop": true}', "stop")
    (exchange,) = asked.exchanges
    assert (exchange["index"], exchange["attempt"], exchange["repair"]) == (4, 0, 1)
    assert exchange["error"] == ""
    assert exchange["duration"] > 0.0
    assert exchange["request"]["host"] == server.base_url.split("/")[2]
    assert exchange["request"]["parameters"] == {"model": "test-model", "max_tokens": 4096}
    response = exchange["response"]
    assert response["status"] == 200
    assert response["model"] == "test-model-2"
    assert response["request_id"] == "req-test"
    assert response["usage"]["total_tokens"] == 120
    assert json.loads(response["body"])["choices"][0]["message"]["content"] == '{"stop": true}'
    json.dumps(exchange, allow_nan=False)


def test_images_go_into_the_user_message_and_only_their_digest_into_the_record() -> None:
    with ChatServer(["x"]) as server:
        asked = Asked(server.base_url)
        asked.ask()
        (request,) = server.requests
    text, label, image = request["messages"][1]["content"]
    assert (text["text"], label["text"]) == ("turn", "View center_high:")
    assert base64.b64decode(image["image_url"]["url"].split(",")[1]) == JPEG
    recorded = asked.exchanges[0]["request"]["messages"][1]["content"]
    assert recorded[2]["sha256"] == hashlib.sha256(JPEG).hexdigest()
    assert base64.b64encode(JPEG).decode() not in json.dumps(asked.exchanges)


def test_no_retry_of_its_own_hides_in_the_package() -> None:
    with ChatServer([play.error(500, "broken")]) as server:
        asked = Asked(server.base_url)
        with pytest.raises(EndpointError, match="attempt 3 of 3"):
            asked.ask()
        assert len(server.requests) == 3
    assert [exchange["attempt"] for exchange in asked.exchanges] == [0, 1, 2]


@pytest.mark.parametrize(
    "failure",
    [
        play.error(500, "broken"),
        play.error(503, "overloaded"),
        play.error(408, "slow"),
        play.error(409, "conflict"),
        play.error(429, "later"),
        play.error(429, "later", headers={"retry-after": "0.01"}),
        play.html(),
        play.html(502),
        play.empty_choices(),
        play.error_with_success_status("no vision"),
        play.half_json(),
        play.drop(),
        play.completion({}, choices=None),
        play.completion({}, choices=[None]),
        play.completion({}, choices=[{"message": "hello"}]),
        play.completion({}, choices={"0": {}}),
        play.Behavior(body=b"[1, 2]"),
        play.Behavior(body=b""),
        play.Behavior(body=b"\xff\xfe\x00"),
        play.Behavior(body=b"[" * 100_000),
    ],
)
def test_infrastructure_failures_are_tried_again(failure: play.Behavior) -> None:
    with ChatServer([failure, "good"]) as server:
        asked = Asked(server.base_url)
        assert asked.ask().text == "good"
    first, second = asked.exchanges
    assert first["error"].startswith("infrastructure: ")
    assert second["error"] == ""
    with ChatServer([failure]) as server, pytest.raises(EndpointError):
        Asked(server.base_url, attempts=2).ask()


@pytest.mark.parametrize(
    ("failure", "remedy"),
    [
        (play.error(400, "image input is not supported"), "takes images"),
        (play.error(401, "bad key"), "api_key_env"),
        (play.error(403, "no access"), "right to this model"),
        (play.error(404, "no such model"), "model id"),
        (play.error(413, "too large"), "smaller images"),
        (play.error(422, "unknown field"), "parameters"),
        (play.error(418, "teapot"), "base_url"),
        (play.error(429, "pay", code="insufficient_quota"), "credit"),
    ],
)
def test_configuration_failures_are_not_tried_again(failure: play.Behavior, remedy: str) -> None:
    with ChatServer([failure]) as server:
        asked = Asked(server.base_url)
        with pytest.raises(ConfigError, match=remedy) as caught:
            asked.ask()
        assert len(server.requests) == 1
    assert "test-model" in str(caught.value)
    assert asked.exchanges[0]["error"].startswith("configuration: ")


def test_a_wrong_path_is_a_configuration_failure() -> None:
    with ChatServer(["x"]) as server, pytest.raises(ConfigError, match="/v1"):
        Asked(server.base_url + "/chat").ask()


@pytest.mark.parametrize("wire", list(WIRES))
@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (play.without_content(), ""),
        (play.refusal("I cannot help with that."), "I cannot help with that."),
        (play.cut_off('{"action": "gripper.o'), '{"action": "gripper.o'),
        (play.completion({"content": [{"type": "text", "text": "a"}, {"text": "b"}]}), "ab"),
        (play.completion({"content": 5}), ""),
        (
            play.completion({"content": "half \ud800 and \0"}),
            "half ? and \N{REPLACEMENT CHARACTER}",
        ),
        (play.completion({"content": "x"}, usage=None, model=None, id=7), "x"),
    ],
)
def test_what_the_model_does_is_an_answer(answer: play.Behavior, text: str, wire: str) -> None:
    with ChatServer([answer]) as server:
        asked = Asked(server.base_url, wire=wire)
        assert asked.ask().text == text
        assert len(server.requests) == 1
    json.dumps(asked.exchanges, ensure_ascii=False).encode("utf-8")


def test_a_refused_connection_is_tried_again_and_named() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    asked = Asked(f"http://127.0.0.1:{port}/v1")
    with pytest.raises(EndpointError, match=f"127.0.0.1:{port}.*no connection.*; check"):
        asked.ask()
    assert [exchange["response"] for exchange in asked.exchanges] == [{}, {}, {}]


@pytest.mark.parametrize("failure", [play.hang(), play.drip("never complete", 0.05)])
def test_silence_and_dripping_end_at_the_limit(failure: play.Behavior) -> None:
    with ChatServer([failure, "good"]) as server:
        assert Asked(server.base_url, request_timeout_s=0.4).ask().text == "good"
        assert len(server.requests) == 2


def test_the_deadline_ends_all_attempts() -> None:
    slow = play.drip("would be complete within the limit of an attempt", 0.01)
    with ChatServer([slow]) as server:
        asked = Asked(server.base_url, attempts=20, request_timeout_s=60.0, deadline_s=0.4)
        with pytest.raises(EndpointError, match="deadline_s"):
            asked.ask()
        assert len(server.requests) == 1


def test_a_long_wait_asked_for_by_the_server_ends_the_request_at_once() -> None:
    later = play.error(429, "later", headers={"retry-after": "3600"})
    with ChatServer([later, "good"]) as server:
        with pytest.raises(EndpointError, match="3600 s"):
            Asked(server.base_url).ask()
        assert len(server.requests) == 1


def test_a_wait_asked_for_in_milliseconds_goes_before_seconds() -> None:
    soon = play.error(429, "soon", headers={"retry-after": "3600", "retry-after-ms": "20"})
    with ChatServer([soon, "good"]) as server:
        assert Asked(server.base_url).ask().text == "good"


@pytest.mark.parametrize(
    "failure", [play.hang(), play.error(429, "later", headers={"retry-after": "50"})]
)
def test_a_request_that_nobody_wants_any_more_is_given_up(failure: play.Behavior) -> None:
    """Whether an answer is waited for or the next attempt; the limits are far away."""
    with ChatServer([failure]) as server:
        patient = {"request_timeout_s": 50.0, "deadline_s": 60.0, "backoff_limit_s": 60.0}
        asked = Asked(server.base_url, unwanted=lambda: bool(server.requests), **patient)
        with pytest.raises(EndpointError):
            asked.ask()
        assert len(server.requests) == len(asked.exchanges) == 1


def test_abandoned_requests_leave_no_thread_behind() -> None:
    with ChatServer([play.drip("never complete", 0.05), "good"]) as server:
        Asked(server.base_url, request_timeout_s=0.3).ask()
        left = [thread for thread in threading.enumerate() if thread.name == "model request"]
        for thread in left:
            thread.join(timeout=5.0)
            assert not thread.is_alive()


def test_the_key_is_sent_and_never_told() -> None:
    echo = play.error(500, f"your key {KEY} is fine but we are not")
    told = play.completion({"content": f"the key is {KEY}"}, model=KEY)
    with ChatServer([echo, told]) as server:
        asked = Asked(server.base_url)
        reply = asked.ask()
        assert server.headers[0]["authorization"] == f"Bearer {KEY}"
    assert reply.text == "the key is [key]"
    recorded = json.dumps(asked.exchanges)
    assert KEY not in recorded
    assert "authorization" not in recorded.lower()
    bad_key = play.error(401, f"bad key {KEY}")
    with ChatServer([bad_key]) as server, pytest.raises(ConfigError) as caught:
        Asked(server.base_url).ask()
    assert KEY not in str(caught.value)


def test_further_fields_are_passed_on() -> None:
    with ChatServer(["x"]) as server:
        Asked(server.base_url).ask(fields={"response_format": {"type": "json_object"}})
        assert server.requests[0]["response_format"] == {"type": "json_object"}
