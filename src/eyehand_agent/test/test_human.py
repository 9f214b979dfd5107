"""A person's page: the forms of the grammar, the keyboard alone, and nobody else's pages."""

from __future__ import annotations

import json
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from eyehand_agent.episode_loop import EpisodeEnd, play
from eyehand_agent.human.page_server import PageServer
from eyehand_agent.human.turn_page import Told, turn_content
from eyehand_agent.policies.human import HumanPolicy
from eyehand_agent.policies.policy import POLICIES, build_policy
from eyehand_core.decisions import Decision, manipulation_grammar
from eyehand_core.episode.condition import ACTIVE, Condition
from eyehand_core.errors import StackError
from eyehand_core.layout.task import task_grammar
from eyehand_core.tasks.library import Library
from headless_browser import HeadlessBrowser, installed_browser
from still_table import CONFIG, HIDDEN, MOVE, ROBOT, TASK, StillReferee, picture, sample

STOP = '{"stop": true, "reason": "enough"}'
RECALL = '{"tool": "camera.history", "args": {"step": 0}, "reason": "compare"}'


@dataclass
class Game:
    """An episode that waits for a person."""

    url: str
    referee: StillReferee
    ends: list[EpisodeEnd]
    thread: threading.Thread

    def turn(self, number: int) -> dict[str, Any]:
        """Return the turn with this number once it is shown."""
        while True:
            turn = json.loads(self.get("turn"))
            if turn["turn"] >= number:
                return dict(turn)

    def get(self, path: str) -> bytes:
        with urllib.request.urlopen(self.url + path, timeout=10.0) as response:
            return bytes(response.read())

    def answer(self, number: int, text: str, **headers: str) -> None:
        request = urllib.request.Request(
            f"{self.url}answer/{number}", text.encode(), {"X-Eyehand": "page", **headers}
        )
        urllib.request.urlopen(request, timeout=10.0).close()

    def end(self) -> EpisodeEnd:
        self.thread.join(timeout=60.0)
        return self.ends[0]


def _policy(timeout: float, condition: Condition = ACTIVE) -> HumanPolicy:
    policy = build_policy(
        POLICIES["human"],
        task=TASK,
        seed=1,
        condition=condition,
        robot=ROBOT,
        world_state=lambda: sample(0),
        settings={"port": 0, "answer_timeout_s": timeout},
        transcript=lambda exchange: None,
    )
    assert isinstance(policy, HumanPolicy)
    return policy


@pytest.fixture
def game() -> Iterator[Game]:
    policy, referee, ends = _policy(60.0), StillReferee(), list[EpisodeEnd]()

    def run() -> None:
        ends.append(play(policy, referee, referee.observation(), lambda *_: None, lambda: False))

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    yield Game(url=policy.url, referee=referee, ends=ends, thread=thread)
    policy.close()


def test_a_person_sees_what_a_model_sees_and_plays_the_same_protocol(game: Game) -> None:
    first = game.turn(1)
    assert "Use the right arm to grasp the cube" in first["text"]
    assert "# Frames" in first["rules"]
    assert not any(hidden in json.dumps(first) for hidden in HIDDEN)
    assert game.get("image/0/1") == picture(0)
    game.answer(1, "prose")
    second = game.turn(2)
    assert "found no JSON object" in second["told"]
    assert (second["mistake"], second["result"]) == (True, "")
    game.answer(2, MOVE)
    third = game.turn(3)
    assert third["told"] == ""
    assert "could not be carried out" in third["result"]
    game.answer(3, RECALL)
    recalled = game.turn(4)
    assert recalled["views"] == ["center_high", "center_high, earlier"]
    assert not recalled["mistake"]
    assert game.get("image/1/4") == picture(0)
    game.answer(4, STOP)
    assert (game.end().ending, game.end().steps) == ("model_stop", 1)


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("answer/1", {}, 403),  # a form of another page
        ("answer/1", {"X-Eyehand": "page", "Host": "evil.example"}, 403),
        ("answer/7", {"X-Eyehand": "page"}, 409),  # not the turn that waits
        ("turn", {"Host": "evil.example"}, 403),
        ("image/9/1", {}, 404),
        ("image/../../etc/passwd", {}, 404),
    ],
)
def test_nobody_else_can_play(game: Game, path: str, headers: dict[str, str], status: int) -> None:
    game.turn(1)
    data = STOP.encode() if path.startswith("answer") else None
    request = urllib.request.Request(game.url + path, data, headers)
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(request, timeout=10.0)
    assert caught.value.code == status
    assert not game.ends


@pytest.mark.parametrize("condition", ["passive_labelled", "physical_camera"])
def test_a_person_reads_what_a_condition_says_to_a_model(condition: str) -> None:
    referee = StillReferee(condition=condition)
    policy = _policy(20.0, referee.shown)
    answer = threading.Thread(target=lambda: policy.decide(referee.observation(), ""))
    answer.start()
    shown = Game(url=policy.url, referee=referee, ends=[], thread=answer)
    turn = shown.turn(1)
    assert all("seen from" in view for view in turn["views"]) == referee.shown.explains_views
    assert all(rule in turn["rules"] for rule in referee.shown.rules)
    assert referee.shown.explains_views or referee.shown.rules
    shown.answer(1, STOP)
    answer.join()
    policy.close()


def test_a_person_who_does_not_answer_makes_the_episode_invalid() -> None:
    policy, referee = _policy(0.1), StillReferee()
    play(policy, referee, referee.observation(), lambda *_: None, lambda: False)
    policy.close()
    ((ending, reason),) = referee.ended
    assert ending == "infrastructure_error"
    assert "no answer within" in reason


def test_nobody_waits_for_a_person_when_the_episode_shall_end() -> None:
    page = PageServer(0, lambda: page.content == b"the turn")
    with pytest.raises(StackError):
        page.ask(1, "the turn", (), 3600.0)
    page.close()


in_browser = pytest.mark.skipif(installed_browser() is None, reason="no Chromium on this machine")
FILL = """(form => {
  forms = [form]; $("action").replaceChildren(new Option(form.name)); choose();
  const pair = form.schema.properties.relation_target?.type === "array";
  const given = input => input.list ? input.list.options[0].value
    : input.type === "number" ? input.min
    : input.name === "relation_target" ? (pair ? "cup, table" : "table") : "cup";
  $("fields").querySelectorAll("input").forEach(input => { input.value = given(input); });
  return $("form").checkValidity() && JSON.stringify(read());
})"""


def test_a_person_reads_the_same_words_about_each_view_as_a_model() -> None:
    observation = StillReferee(condition="passive_labelled").observation()
    words = {"view_side": "seen from the side"}
    told = Told()
    turn = turn_content(1, observation, manipulation_grammar(("right",)), told, view_words=words)
    views = json.loads(turn)["views"]
    assert views[:2] == ["view_topdown", "view_side (seen from the side)"]


@pytest.mark.sim
@in_browser
def test_every_form_of_the_grammars_makes_a_decision(game: Game) -> None:
    grammars = (
        manipulation_grammar(("left", "right"), tools=("camera.history", "geometry.verify")),
        task_grammar(Library(CONFIG).load("cup_right_of_table")),
    )
    with HeadlessBrowser(str(installed_browser())) as page:
        page.open(game.url)
        page.wait_for("typeof shown !== 'undefined' && shown === 1")
        for grammar in grammars:
            turn = turn_content(1, game.referee.observation(), grammar, Told())
            for form in json.loads(turn)["forms"]:
                text = page.value(f"{FILL}({json.dumps(form)})")
                assert isinstance(grammar.parse(text), Decision), (text, grammar.parse(text))


@pytest.mark.sim
@in_browser
def test_the_keyboard_alone_is_enough(game: Game) -> None:
    with HeadlessBrowser(str(installed_browser())) as page:
        page.open(game.url)
        page.wait_for("document.activeElement && document.activeElement.id === 'action'")
        assert page.value("document.images[0].alt") == "View center_high"
        page.type("gripper.move")
        page.wait_for("document.getElementsByName('distance_mm').length === 1")
        page.press("Tab")  # arm
        page.press("Tab")  # axis
        page.type("z")
        page.press("Tab")  # sign
        page.type("-")
        page.press("Tab")  # distance
        page.type("35")
        page.press("Enter")
        page.wait_for("document.getElementById('title').textContent.includes('Step 1')")
        page.type("stop")
        page.press("Enter")
        page.wait_for("document.getElementById('title').textContent.includes('Carrying')")
    assert (game.end().ending, game.end().steps) == ("model_stop", 1)
    (move,) = game.referee.episode.executed
    assert json.loads(move)["distance_mm"] == 35
    assert json.loads(move)["sign"] == "-"
