"""Layout episodes: an unreadable decision costs a step after its repairs; words go both ways."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from cube_game import CONFIG
from eyehand_core.episode.action_report import ActionReport
from eyehand_core.episode.condition import ACTIVE, Condition
from eyehand_core.episode.ending import Ending
from eyehand_core.episode.episode import Episode
from eyehand_core.episode.kinds import make_episode
from eyehand_core.episode.observe import observe
from eyehand_core.errors import ConfigError
from eyehand_core.layout.projection import object_states
from eyehand_core.layout.scene import LayoutObject
from eyehand_core.layout.task import initial_scene
from eyehand_core.tasks.library import Library
from eyehand_core.world_state import WorldState

TASK = Library(CONFIG).load("cup_right_of_table")
START = initial_scene(TASK, 1000)
LEGAL = ActionReport(action_valid=True, plan_success=True)


def place(relation: str) -> str:
    """Return the text of a placement of the cup."""
    return json.dumps(
        {
            "action": "place",
            "object": "cup",
            "category": "cup",
            "relation_target": "table",
            "relation": relation,
            "reason": "r",
        }
    )


def sample(sequence: int, cup: tuple[float, float] | None = None) -> WorldState:
    """Return a sample with the cup so far [canvas units] from the table."""
    scene = START
    if cup is not None:
        x, y = START.objects[0].center
        looks = START.supply["cup"]
        scene = scene.added(
            LayoutObject(
                name="cup", category="cup", center=(x + cup[0], y + cup[1]), appearance=looks
            )
        )
    return WorldState(
        stamp=float(sequence), sequence=sequence, at_rest=True, objects=object_states(scene)
    )


def start() -> Episode:
    """Return a fresh episode."""
    return make_episode("e1", TASK, ACTIVE, None, sample(0))


def act(episode: Episode, text: str, report: ActionReport, *samples: WorldState) -> None:
    """Play one action."""
    assert episode.submit(text).admissible
    for state in samples:
        episode.witness(state)
    episode.conclude(report)


def test_the_third_unreadable_text_is_an_illegal_action() -> None:
    episode = start()
    assert [episode.submit("x").charged for _ in range(3)] == [False, False, True]
    assert episode.running
    assert episode.step == 1
    assert not episode.feedback.action_valid
    assert episode.feedback.text
    assert episode.executed == []


def test_illegal_actions_use_up_the_budget() -> None:
    episode = start()
    while episode.running:
        episode.submit("x")
    assert episode.ending is Ending.BUDGET
    assert episode.index == 3 * TASK.budget


def test_an_illegal_action_is_answered_with_its_reason() -> None:
    episode = start()
    report = ActionReport(action_valid=False, plan_success=False, code="x", detail="no such table")
    act(episode, place("above"), report, sample(1))
    assert episode.step == 1
    assert episode.feedback.text == "no such table"


def test_feedback_and_scene_are_words_without_numbers() -> None:
    episode = start()
    act(episode, place("above"), LEGAL, sample(1, cup=(0.0, -60.0)))
    observation = observe(episode, ())
    assert "right" in observation.feedback.text
    assert "cup" in observation.scene_text
    assert not any(mark.isdigit() for mark in observation.feedback.text + observation.scene_text)
    assert observation.arms == {}
    assert observation.active_arm == ""


def test_success() -> None:
    episode = start()
    solved = sample(1, cup=(60.0, 0.0))
    act(episode, place("to_the_right_of"), LEGAL, solved, replace(solved, sequence=2, stamp=2.0))
    assert episode.ending is Ending.SUCCESS


def test_conditions_of_the_camera_do_not_apply() -> None:
    passive = Condition(name="passive_five", kinds=("manipulation",))
    with pytest.raises(ConfigError, match="'passive_five' is made for tasks of kind manipulation"):
        make_episode("e1", TASK, passive, None, sample(0))
