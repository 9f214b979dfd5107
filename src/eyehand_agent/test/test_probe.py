"""The probe against servers of known skills, and what is made of its findings."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from eyehand_agent.endpoints.capabilities import Ability, Capabilities
from eyehand_agent.endpoints.chat_client import ChatClient
from eyehand_agent.endpoints.endpoint_settings import EndpointSettings
from eyehand_agent.endpoints.probe import probe
from eyehand_agent.testing import chat_behaviors as play
from eyehand_agent.testing.chat_server import ChatServer
from eyehand_agent.testing.probe_answers import Skills
from eyehand_core.errors import ConfigError, EndpointError
from observations import ENDPOINT
from still_table import MOVE, StillReferee, play_model

STOP = '{"stop": true, "reason": "enough"}'


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give each test a cache folder of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path


def findings(skills: Skills, images: int = 3) -> Capabilities:
    """Probe a server."""
    with ChatServer([play.error(500, "no probe")], skills) as server:
        settings = EndpointSettings(**{**ENDPOINT, "base_url": server.base_url})
        return probe(ChatClient(settings, lambda exchange: None), images)


def test_an_able_endpoint() -> None:
    found = findings(Skills())
    assert {check.ability for check in found.checks.values()} == {Ability.YES}
    assert (found.images, found.rung, found.model) == (3, "schema", "test-model-2")
    assert Capabilities.from_json(json.loads(json.dumps(found.to_json()))) == found


@pytest.mark.parametrize(
    ("skills", "name", "ability", "rung"),
    [
        (Skills(schema="ignored"), "schema", "ignored", "tool"),
        (Skills(schema="refused", tools="ignored"), "tool", "ignored", "prompted"),
        (Skills(schema="refused", tools="refused"), "schema", "no", "prompted"),
        (Skills(system="ignored"), "system_role", "ignored", "schema"),
        (Skills(system="refused"), "system_role", "no", "schema"),
        (Skills(refused_fields=("seed",)), "seed", "no", "schema"),
        (Skills(refused_fields=("reasoning_effort",)), "reasoning_effort", "no", "schema"),
        (Skills(tells_usage=False), "usage", "no", "schema"),
        (Skills(sees=False), "image", "ignored", "schema"),
        (Skills(images=0), "image", "no", "schema"),
        (Skills(images=2), "images", "no", "schema"),
    ],
)
def test_what_is_missing_is_found(skills: Skills, name: str, ability: str, rung: str) -> None:
    found = findings(skills)
    assert found.checks[name].ability.value == ability
    assert found.rung == rung
    assert found.images == (0 if not skills.sees else min(3, skills.images))


def test_a_failure_of_the_server_leaves_an_ability_unknown_and_is_not_kept(cache: Path) -> None:
    def stumbles(request: Mapping[str, Any]) -> Any:
        return play.error(503, "busy") if "tools" in request else "ping"

    with ChatServer([stumbles], skills=None) as server:
        settings = EndpointSettings(**{**ENDPOINT, "base_url": server.base_url, "attempts": 1})
        found = probe(ChatClient(settings, lambda exchange: None), 1)
    assert found.checks["tool"].ability is Ability.UNKNOWN
    assert not list(cache.rglob("*.json"))


@pytest.mark.slow
def test_a_server_that_hangs_holds_the_whole_probe_no_longer_than_a_request() -> None:
    def hangs(request: Mapping[str, Any]) -> Any:
        return "ping" if "ping" in json.dumps(request) else play.hang()

    with ChatServer([hangs], skills=None) as server:
        changes = {"base_url": server.base_url, "request_timeout_s": 60.0, "deadline_s": 1.5}
        settings = EndpointSettings(**{**ENDPOINT, **changes})
        found = probe(ChatClient(settings, lambda exchange: None), 1)
        assert len(server.requests) <= 3
    unknown = [name for name, check in found.checks.items() if check.ability is Ability.UNKNOWN]
    assert len(unknown) == len(found.checks) - 1
    assert found.rung == "prompted"


def test_no_endpoint_no_findings() -> None:
    settings = EndpointSettings(**{**ENDPOINT, "base_url": "http://127.0.0.1:9/v1", "attempts": 1})
    with pytest.raises(EndpointError, match="no connection"):
        probe(ChatClient(settings, lambda exchange: None), 1)


@pytest.mark.parametrize("probe", ["always", "daily"])
def test_a_chosen_field_that_is_refused_is_left_out_and_the_record_says_so(probe: str) -> None:
    """Also when the finding was kept; the other fields are sent."""
    skills = Skills(refused_fields=("temperature",))
    with ChatServer([STOP], skills) as server:
        for _ in range(2):
            exchanges: list[Mapping[str, Any]] = []
            server.begin([STOP], skills)
            changes = {"probe": probe, "temperature": 0.0, "seed": 5}
            play_model(server.base_url, StillReferee(), exchanges.append, **changes)
            (request,) = server.requests
            assert "temperature" not in request
            assert request["seed"] == 5
            setup = next(e for e in exchanges if e["request"]["purpose"] == "setup")["response"]
            assert setup["capabilities"]["left_out"] == ["temperature"]
        assert bool(server.probes) == (probe == "always")


@pytest.mark.parametrize(
    ("chosen", "left_out"),
    [
        ({"temperature": 1.0}, ()),
        ({"temperature": 0.5}, ("temperature",)),
        ({"temperature": 0.5, "seed": 1}, ("temperature",)),
        ({"reasoning_effort": "low", "seed": 1}, None),
    ],
)
def test_the_chosen_value_is_what_is_asked_about(
    chosen: dict[str, Any], left_out: tuple[str, ...] | None
) -> None:
    """Here a temperature other than 1 is refused, and a seed together with an effort."""

    def server_of_taste(request: Mapping[str, Any]) -> Any:
        both = {"seed", "reasoning_effort"} <= set(request)
        refused = both or request.get("temperature", 1.0) != 1.0
        return play.error(400, "unsupported value") if refused else "ping"

    with ChatServer([server_of_taste], skills=None) as server:
        settings = EndpointSettings(**{**ENDPOINT, "base_url": server.base_url, **chosen})
        client = ChatClient(settings, lambda exchange: None)
        if left_out is None:
            with pytest.raises(ConfigError, match="unsupported value"):
                probe(client, 1)
        else:
            found = probe(client, 1)
            assert tuple(client.left_out) == found.left_out == left_out
            assert found.refuses("temperature") == ("temperature" in left_out)


@pytest.mark.parametrize(
    ("skills", "rung", "field"),
    [
        (Skills(), "schema", "response_format"),
        (Skills(schema="ignored"), "tool", "tools"),
        (Skills(schema="ignored", tools="ignored"), "prompted", ""),
    ],
)
def test_an_episode_on_each_rung(skills: Skills, rung: str, field: str) -> None:
    wrapped = [json.dumps({"decision": json.loads(text)}) for text in (MOVE, STOP)]

    def called(text: str) -> play.Behavior:
        function = {"name": "decide", "arguments": text}
        calls = [{"id": "1", "type": "function", "function": function}]
        return play.completion({"content": None, "tool_calls": calls})

    script = {"schema": wrapped, "tool": [called(w) for w in wrapped], "prompted": [MOVE, STOP]}
    exchanges: list[Mapping[str, Any]] = []
    with ChatServer(script[rung], skills) as server:
        end = play_model(
            server.base_url, StillReferee(), exchanges.append, output="auto", probe="always"
        )
        requests = server.requests
    assert (end.ending, end.steps) == ("model_stop", 1)
    structured = {"response_format", "tools"}
    assert all(structured & set(request) == ({field} - {""}) for request in requests)
    setup = next(e for e in exchanges if e["request"]["purpose"] == "setup")["response"]
    assert setup["rung"] == rung
    assert setup["settings"]["images"] == 8
    assert "base_url" not in setup["settings"]
    assert setup["capabilities"]["checks"]["image"]["ability"] == "yes"


@pytest.mark.parametrize(
    ("skills", "condition", "changes", "says"),
    [
        (Skills(sees=False), "active", {}, "does not see images"),
        (Skills(images=4), "passive_five", {}, "--limit-mm-per-prompt"),
        (Skills(schema="ignored"), "active", {"output": "schema"}, "set output to 'tool'"),
    ],
)
def test_an_endpoint_that_lacks_something_is_told_before_the_episode(
    skills: Skills, condition: str, changes: dict[str, str], says: str
) -> None:
    with ChatServer([MOVE], skills) as server, pytest.raises(ConfigError, match=says):
        play_model(server.base_url, StillReferee(condition=condition), probe="always", **changes)
    assert not server.requests


def test_findings_are_kept_for_a_day() -> None:
    with ChatServer([STOP]) as server:
        for _ in range(2):
            play_model(server.base_url, StillReferee(), output="auto", probe="daily")
        probes = len(server.probes)
        play_model(server.base_url, StillReferee(), output="auto", probe="always")
        assert len(server.probes) == 2 * probes > 0


def test_a_key_that_a_server_echoes_is_not_kept(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = "sk-known-to-the-test-24680"
    monkeypatch.setenv("EYEHAND_TEST_KEY", key)

    def echoes(request: Mapping[str, Any]) -> play.Behavior:
        if "tools" in request:
            return play.error(400, f"{key} may not use tools")
        changes = {"model": key, "system_fingerprint": key}
        return play.completion({"content": f"red {STOP}"}, **changes)

    exchanges: list[Mapping[str, Any]] = []
    with ChatServer([echoes], skills=None) as server:
        changes = {"probe": "daily", "output": "prompted", "images": 1}
        play_model(server.base_url, StillReferee(), exchanges.append, **changes)
    (kept,) = cache.rglob("*.json")
    assert "may not use tools" in kept.read_text()
    assert key not in kept.read_text() + json.dumps(exchanges)


def test_rules_reach_a_model_without_a_system_role() -> None:
    with ChatServer([STOP], Skills(system="refused")) as server:
        play_model(server.base_url, StillReferee(), probe="always")
        (request,) = server.requests
    assert [message["role"] for message in request["messages"]] == ["user"]
    assert "# Actions" in json.dumps(request)
