"""The information boundary: nothing privileged is in an observation, in whatever field."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Any

import numpy as np
import pytest
from cube_game import MOVE
from eyehand_core.episode.action_report import ActionReport
from eyehand_core.episode.kinds import EPISODE_KINDS, EpisodeKind
from eyehand_core.episode.observe import observe
from eyehand_core.geometry.pose import Pose
from eyehand_core.observation import View

SECRETS = ("0.7771", "0.7772", "0.7773", "0.7774", "0.7775", "0.7776", "7.777", "0.7778", "gossip")
NewGame = Callable[..., Any]
VIEW = View(name="center_high", jpeg=b"jpeg", stamp=5.0)


def plain(value: Any) -> Any:
    return value.tolist() if isinstance(value, np.ndarray) else repr(value)


def test_no_privileged_value_passes(new_game: NewGame) -> None:
    game = new_game()
    assert game.episode.submit(MOVE).admissible
    for state in game.world.turn(held=True):
        cube = replace(
            state.objects["cube"],
            pose=Pose.of([0.7771, 0.7772, 0.7773]),
            linear_velocity=np.full(3, 0.7774),
            size=np.full(3, 0.7775),
        )
        touch = replace(state.contacts[0], normal_force=7.777, position=np.full(3, 0.7776))
        hidden = replace(state.arms["left"], tcp=np.full(3, 0.7778))
        arms = {**state.arms, "left": hidden}
        game.episode.witness(replace(state, objects={"cube": cube}, contacts=(touch,), arms=arms))
    gossip = ActionReport(action_valid=True, plan_success=False, code="gossip", detail="gossip")
    game.episode.conclude(gossip)
    text = json.dumps(asdict(observe(game.episode, (VIEW,))), default=plain)
    for secret in SECRETS:
        assert secret not in text
    for term, _ in game.episode.verdict.terms:
        assert term not in text
    for name, _ in game.episode.verdict.subtasks:
        assert name not in text
    assert "finger1" not in text
    assert 'success"' not in text.replace('plan_success"', "")
    assert "0.306" in text, "the proprioception of the task's arm is shown"


def test_only_the_arms_of_the_task_are_shown(game: Any) -> None:
    observation = observe(game.episode, (VIEW,))
    assert list(observation.arms) == ["right"]
    assert observation.active_arm == "right"


def test_a_kind_that_does_not_say_so_shows_no_arms(
    game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = EPISODE_KINDS["manipulation"]
    third = EpisodeKind(rules=known.rules, grammar=known.grammar, voice=known.voice)
    monkeypatch.setitem(EPISODE_KINDS._entries, "third", third)
    game.episode.task = replace(game.episode.task, kind="third")
    observation = observe(game.episode, (VIEW,))
    assert (dict(observation.arms), observation.active_arm) == ({}, "")


def test_both_arms_of_a_two_arm_task(game: Any) -> None:
    game.task = replace(game.task, arms=("left", "right"))
    observation = observe(game.make(game.settled), (VIEW,))
    assert list(observation.arms) == ["left", "right"]
    assert observation.active_arm == "both"


def test_the_turn_is_told_as_it_is(game: Any) -> None:
    game.play(MOVE)
    observation = observe(game.episode, (VIEW,))
    assert (observation.step, observation.budget) == (1, 50)
    assert [json.loads(action)["distance_mm"] for action in observation.executed] == [35]
    assert observation.instruction == game.task.goal
    assert observation.views == (VIEW,)
    assert observation.scene_text == ""
    assert "gripper.close" in observation.allowed_actions


def test_a_grasp_is_not_revealed(game: Any) -> None:
    shown = []
    for aperture in (0.0, 0.45):
        closed = replace(game.episode.state.arms["right"], aperture=aperture, aperture_command=0.0)
        arms = {**game.episode.state.arms, "right": closed}
        game.episode.state = replace(game.episode.state, arms=arms)
        shown.append(json.dumps(asdict(observe(game.episode, (VIEW,))), default=plain))
    assert shown[0] == shown[1]
