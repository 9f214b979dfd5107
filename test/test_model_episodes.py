"""A model plays through all nodes: each rung, each kind of failure, and what it is never told."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from eyehand_agent.testing.chat_behaviors import completion, hang
from eyehand_agent.testing.chat_server import ChatServer
from eyehand_agent.testing.failures import FAILURES, MOVE, STOP
from eyehand_agent.testing.probe_answers import Skills
from eyehand_bench.stack.running_stack import RunningStack, running_stack
from hidden_values import HiddenValues, leaks

from eyehand_bench import library
from eyehand_interfaces.msg import ModelExchange
from eyehand_nodekit import qos

pytestmark = [pytest.mark.ros, pytest.mark.sim]

TASK, SEED = "grasp_single_cube", 1_648_151_623
"""A seed that is a canary as well: no other number looks like it."""

IMPATIENT = {"request_timeout_s": 1.5, "deadline_s": 4, "attempts": 2, "backoff_s": 0.05}
ALLOWED_TOKENS = 20_000
DOWN = MOVE.replace('"distance_mm": 9', '"distance_mm": 100')
RECALL = '{"tool": "camera.history", "args": {"step": 0}, "reason": "compare"}'
VERIFY = '{"tool": "geometry.verify", "reason": "where am I"}'


@dataclass
class Play:
    """The nodes with a model behind a local endpoint."""

    stack: RunningStack
    server: ChatServer
    hidden: HiddenValues = field(default_factory=HiddenValues)
    exchanges: list[Any] = field(default_factory=list)

    def episode(
        self, *script: Any, skills: Skills | None = None, condition: str = "active"
    ) -> tuple[Any, list[Mapping[str, Any]]]:
        """Play one; return its result and what was asked for decisions."""
        self.server.begin(script, skills or Skills())
        self.hidden.begin()
        self.exchanges.clear()
        result = self.stack.play(TASK, SEED, condition)
        return result, list(self.server.requests)

    @property
    def record(self) -> str:
        """The transcript of the last episode."""
        return "\n".join(f"{m.error} {m.request} {m.response}" for m in self.exchanges)


@pytest.fixture(scope="module")
def play(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Play]:
    settings = (library.config_folder() / "agents" / "mllm.yaml").read_text()
    changes = {**IMPATIENT, "probe": "always", "episode_tokens": ALLOWED_TOKENS}
    for name, value in changes.items():
        (line,) = (line for line in settings.splitlines() if line.startswith(f"{name}:"))
        settings = settings.replace(line, f"{name}: {value}")
    file = tmp_path_factory.mktemp("settings") / "impatient.yaml"
    file.write_text(settings)
    with ChatServer([STOP]) as server:
        further = {"model": "test-model", "base_url": server.base_url, "settings": str(file)}
        with running_stack("mllm", "fast", **further) as stack:
            found = Play(stack, server)
            found.hidden.listen(stack.node)
            stack.node.create_subscription(
                ModelExchange, "transcript", found.exchanges.append, qos.EVENTS
            )
            yield found


@pytest.mark.parametrize(
    ("rung", "skills"),
    [
        ("schema", Skills()),
        ("tool", Skills(schema="ignored")),
        ("prompted", Skills(schema="refused", tools="ignored")),
    ],
)
def test_an_episode_ends_with_each_rung(play: Play, rung: str, skills: Skills) -> None:
    result, requests = play.episode(MOVE, STOP, skills=skills)
    assert (result.outcome, result.ending, result.steps) == ("failure", "model_stop", 1)
    assert f'"rung": "{rung}"' in play.record
    asked = {"schema": "response_format", "tool": "tools"}
    for name, request_field in asked.items():
        assert all((request_field in request) == (name == rung) for request in requests)


@pytest.mark.parametrize(
    "name",
    [
        "hangs",
        "status 429 with a short wait",
        "error body with status 200",
        "key refused",
        "two objects",
        "refusal",
        "endless",
    ],
)
def test_a_failure_ends_as_specified_and_the_record_says_so(play: Play, name: str) -> None:
    """Each case is also the proof that the nodes have got over the one before it."""
    case = FAILURES[name]
    result, _ = play.episode(*case.script)
    assert (result.ending, result.outcome) == (case.ending.value, case.ending.outcome.value)
    assert case.says in result.reason + play.record


def test_an_episode_after_failures_is_played_as_if_nothing_had_been(play: Play) -> None:
    play.episode(*FAILURES["key refused"].script)
    result, _ = play.episode(MOVE, STOP)
    assert (result.outcome, result.ending, result.steps) == ("failure", "model_stop", 1)


def test_a_spending_limit_ends_an_episode_under_its_own_name(play: Play) -> None:
    """The answer that passes the limit is carried out; no further one is asked for."""
    usage = {"prompt_tokens": ALLOWED_TOKENS - 1, "completion_tokens": 1}
    result, requests = play.episode(completion({"content": MOVE}, usage=usage))
    assert (result.outcome, result.ending, result.steps) == ("invalid", "spending_limit", 1)
    assert "episode_tokens" in result.reason
    assert len(requests) == 1


def test_an_episode_that_nobody_wants_is_given_up_though_the_endpoint_hangs(play: Play) -> None:
    play.server.begin([MOVE, hang()])
    running = play.stack.begin(TASK, SEED)
    deadline = time.monotonic() + 60.0
    while len(play.server.requests) < 2:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    running.cancel(5.0)
    result = running.wait(60.0).result
    assert (result.outcome, result.ending, result.steps) == ("invalid", "operator_abort", 1)
    assert play.episode(STOP)[0].ending == "model_stop"


CONDITIONS = ("active", "oracle_view+expert_summary", "attended", "depth+subgoal_hints")


@pytest.mark.parametrize("condition", CONDITIONS)
def test_no_request_holds_anything_hidden(play: Play, condition: str) -> None:
    """Into the table, so that the planner has something to say; a mistake, and both tools."""
    script = [DOWN, DOWN, "prose", VERIFY, RECALL, DOWN, STOP]
    result, requests = play.episode(*script, condition=condition)
    assert (result.ending, len(requests)) == ("model_stop", len(script))
    hidden = play.hidden
    assert {"pose of cube", "cube from the right hand"} <= set(hidden.positions)
    assert hidden.words["seed"] == str(SEED)
    assert any("lifted" in word for word in hidden.words.values())
    assert hidden.planner_messages, "nothing was refused"
    found = {leak for request in requests for leak in leaks(request, hidden)}
    declared = {
        "attended": hidden.planner_messages.keys(),
        "depth+subgoal_hints": {"predicate fingers straddle the cube"},
    }
    if condition in declared:
        assert found
        found -= declared[condition]
    assert not found


def test_the_search_finds_what_is_planted(play: Play) -> None:
    """In any of the forms in which a careless program would tell it."""
    _, (request,) = play.episode(STOP)
    assert not leaks(request, play.hidden)
    x, y = play.hidden.positions["pose of cube"]
    for told in (
        f"cube at [{x}, {y}, 0.765]",
        f"cube: x={x:.3f} y={y:.3f}",
        f"{1000 * x:.0f} mm to the right and {1000 * y:.0f} mm ahead",
        json.dumps({"cube": {"x_mm": 1000 * x, "y_mm": 1000 * y}}),
    ):
        assert "pose of cube" in leaks(spoiled(request, told), play.hidden), told
    for what, word in play.hidden.words.items():
        assert what in leaks(spoiled(request, f"({word})"), play.hidden)


def spoiled(request: Mapping[str, Any], told: str) -> dict[str, Any]:
    """Return the request with a text more."""
    return {**request, "messages": [*request["messages"], {"role": "user", "content": told}]}
