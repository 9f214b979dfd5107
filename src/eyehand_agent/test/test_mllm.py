"""The policy mllm plays turns against a local endpoint."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from eyehand_agent.policies.mllm import MllmPolicy
from eyehand_agent.policies.policy import POLICIES, PolicyContext
from eyehand_agent.testing import chat_behaviors as play
from eyehand_agent.testing.chat_server import ChatServer
from eyehand_core.decisions import Decision, DecisionError
from eyehand_core.episode.condition import ACTIVE
from eyehand_core.episode.conditions import condition_paths, read_condition
from eyehand_core.episode.kinds import EPISODE_KINDS
from eyehand_core.errors import ConfigError, EndpointError
from eyehand_core.observation import Feedback, View
from eyehand_core.tasks.library import Library
from jsonschema import Draft202012Validator
from observations import SETTINGS, observation

CONFIG = Path(__file__).parents[3] / "config"
OPEN = '{"action":"gripper.open","reason":"let go"}'
TASK = Library(CONFIG).load("grasp_single_cube")
GRAMMAR = EPISODE_KINDS[TASK.kind].grammar(TASK, ACTIVE)
KEY = "sk-known-to-the-test-0987654321"


def policy(
    base_url: str,
    exchanges: list[Mapping[str, Any]] | None = None,
    views_per_turn: int = 1,
    **changes: Any,
) -> MllmPolicy:
    """Return a policy for one episode."""
    context = PolicyContext(
        kind=TASK.kind,
        grammar=GRAMMAR,
        views_per_turn=views_per_turn,
        chance=77_001,
        settings={**SETTINGS, "base_url": base_url, **changes},
        transcript=(exchanges if exchanges is not None else []).append,
    )
    built = POLICIES["mllm"].build(context)
    assert isinstance(built, MllmPolicy)
    return built


def texts(message: Mapping[str, Any]) -> str:
    """Return all text of a message."""
    content = message["content"]
    if isinstance(content, str):
        return content
    return "\n".join(part.get("text", "") for part in content)


def images(message: Mapping[str, Any]) -> int:
    """Count the images of a message."""
    content = message["content"]
    return 0 if isinstance(content, str) else sum(part["type"] == "image_url" for part in content)


def test_a_turn_is_system_prompt_and_turn_with_image() -> None:
    with ChatServer([f"Let me see.\n```json\n{OPEN}\n```"]) as server:
        text = policy(server.base_url).decide(observation(), "")
        (request,) = server.requests
    assert isinstance(GRAMMAR.parse(text), Decision)
    system, user = request["messages"]
    assert (system["role"], user["role"]) == ("system", "user")
    assert "gripper.rotate_local" in system["content"]
    assert "Task: Lift the cube." in texts(user)
    assert images(user) == 1
    assert "response_format" not in request


def test_a_repair_shows_answer_and_mistake_with_the_same_images() -> None:
    with ChatServer(["I shall open it.", "", OPEN]) as server:
        player = policy(server.base_url)
        error = ""
        for _ in range(3):
            answer = GRAMMAR.parse(player.decide(observation(), error))
            error = answer.message if isinstance(answer, DecisionError) else ""
        last = server.requests[-1]["messages"]
    assert isinstance(answer, Decision)
    roles = ["system", "user", "assistant", "user", "assistant", "user"]
    assert [message["role"] for message in last] == roles
    assert last[2]["content"] == "I shall open it."
    assert "found no JSON object" in last[3]["content"]
    assert last[4]["content"] == "(empty answer)"
    assert [images(message) for message in last] == [0, 1, 0, 0, 0, 0]


def test_earlier_turns_come_along_as_text_within_the_limit() -> None:
    with ChatServer([OPEN]) as server:
        player = policy(server.base_url)
        for step in range(6):
            feedback = Feedback(plan_success=step != 5)
            player.decide(observation(step=step, feedback=feedback), "")
        last = server.requests[-1]["messages"]
    assert len(last) == 1 + 2 * 3 + 1
    assert texts(last[1]).startswith(
        "(2 earlier turns are left out; executed actions are listed)\n"
    )
    assert "Step 2 of 30" in texts(last[1])
    assert sum(map(images, last)) == 1
    assert '"last_planner_success":false' in texts(last[-1])


def test_long_answers_are_cut_in_history_but_judged_in_full() -> None:
    with ChatServer(["x" * 100_000, OPEN]) as server:
        player = policy(server.base_url)
        answer = GRAMMAR.parse(player.decide(observation(), ""))
        assert isinstance(answer, DecisionError)
        assert answer.code == "too_long"
        player.decide(observation(step=1), "")
        assert len(server.requests[-1]["messages"][2]["content"]) == SETTINGS["history_characters"]


@pytest.mark.parametrize("path", condition_paths(CONFIG).values(), ids=lambda path: path.stem)
def test_every_view_of_a_turn_is_sent_or_the_episode_refused(path: Path) -> None:
    count = read_condition(path).views_per_turn
    views = tuple(View(name=f"view_{i}", jpeg=b"%d" % i, stamp=0.0) for i in range(count))
    with ChatServer([OPEN]) as server:
        player = policy(server.base_url, views_per_turn=count, images=count)
        player.decide(observation(views=views), "")
        user = server.requests[0]["messages"][-1]
        with pytest.raises(ConfigError, match=f"has {count} views; set images to {count}"):
            policy(server.base_url, views_per_turn=count, images=count - 1)
    assert images(user) == count
    assert all(f"View {view.name}:\n" in texts(user) for view in views)


def test_structured_output_asks_for_the_schema_of_the_turn_and_unwraps() -> None:
    with ChatServer([f'{{"decision": {OPEN}}}', OPEN, "nonsense"]) as server:
        player = policy(server.base_url, output="schema")
        offered = ("gripper.open", "gripper.move_world")
        answers = [player.decide(observation(allowed_actions=offered), "") for _ in range(3)]
        request = server.requests[0]
    assert answers == [OPEN, OPEN, "nonsense"]
    asked = request["response_format"]["json_schema"]
    assert asked["strict"] is True
    schema = Draft202012Validator(asked["schema"])
    assert schema.is_valid({"decision": json.loads(OPEN)})
    assert not schema.is_valid({"decision": {"action": "gripper.close", "reason": "r"}})
    assert not schema.is_valid(json.loads(OPEN))


def test_exchanges_are_numbered_like_the_texts_of_the_episode() -> None:
    exchanges: list[Mapping[str, Any]] = []
    with ChatServer([play.error(500, "once"), "no", OPEN, OPEN]) as server:
        player = policy(server.base_url, exchanges)
        player.decide(observation(), "")
        player.decide(observation(), "found no JSON object")
        player.decide(observation(step=1), "")
    numbers = [(e["index"], e["repair"], e["attempt"]) for e in exchanges]
    assert numbers == [(0, 0, 0), (0, 0, 0), (0, 0, 1), (1, 1, 0), (2, 0, 0)]
    assert exchanges[0]["request"]["purpose"] == "setup"


def test_prompts_and_records_hold_neither_seed_nor_key(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("EYEHAND_TEST_KEY", KEY)
    exchanges: list[Mapping[str, Any]] = []
    with caplog.at_level(0), ChatServer([f"{KEY} {OPEN}", OPEN]) as server:
        player = policy(server.base_url, exchanges)
        first = player.decide(observation(), "")
        player.decide(observation(step=1), "")
        sent = json.dumps(server.requests)
        assert server.headers[0]["authorization"].endswith(KEY)
    everything = json.dumps(exchanges) + first + caplog.text
    assert KEY not in everything
    assert KEY not in sent
    assert "77001" not in sent
    assert "episode-4242" not in sent


def test_a_dead_endpoint_is_no_fault_of_the_model() -> None:
    with ChatServer([play.hang()]) as server:
        player = policy(server.base_url, attempts=2, request_timeout_s=0.2)
        with pytest.raises(EndpointError, match="test-model"):
            player.decide(observation(), "")


def test_an_endpoint_that_refuses_us_ends_the_episode_and_says_what_to_mend() -> None:
    with ChatServer([OPEN, play.error(401, "expired")]) as server:
        player = policy(server.base_url)
        player.decide(observation(), "")
        with pytest.raises(EndpointError, match="api_key_env") as caught:
            player.decide(observation(step=1), "")
    assert isinstance(caught.value, ConfigError)


def test_a_layout_is_played_with_its_own_words() -> None:
    task = Library(CONFIG).load("cup_right_of_table")
    grammar = EPISODE_KINDS[task.kind].grammar(task, ACTIVE)
    place = {"action": "place", "object": "cup", "category": "cup", "relation_target": "table"}
    answer = json.dumps({**place, "relation": "to_the_right_of"})
    turn = observation(
        kind="layout",
        active_arm="",
        arms={},
        scene_text="table: brown",
        allowed_actions=grammar.names,
    )
    with ChatServer([answer]) as server:
        context = PolicyContext(
            kind=task.kind,
            grammar=grammar,
            views_per_turn=1,
            chance=1,
            settings={**SETTINGS, "base_url": server.base_url, "output": "schema"},
        )
        text = POLICIES["mllm"].build(context).decide(turn, "")
        system, user = server.requests[0]["messages"]
    assert isinstance(grammar.parse(text), Decision)
    assert "to_the_right_of" in system["content"]
    assert "gripper" not in system["content"]
    assert "Scene: table: brown" in texts(user)


def test_missing_endpoint_is_told_before_the_episode() -> None:
    with pytest.raises(ConfigError, match="--base-url"):
        policy("")
    with pytest.raises(ConfigError, match="EYEHAND_TEST_KEY"):
        policy("https://example.org/v1")


@pytest.mark.parametrize(
    "answer", ["{}", "[]", "null", '{"action": 5}', "\0", "{" * 9, "é\N{SNOWMAN}"]
)
def test_any_answer_reaches_the_parser(answer: str) -> None:
    with ChatServer([answer]) as server:
        text = policy(server.base_url).decide(observation(), "")
    assert isinstance(GRAMMAR.parse(text), DecisionError)
