"""The digest tells episodes apart, and only by what matters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from cube_game import MOVE
from eyehand_core.episode.action_report import ActionReport
from eyehand_core.episode.digest import EpisodeDigest
from eyehand_core.geometry.pose import Pose
from eyehand_core.predicates.judge import Verdict
from eyehand_core.world_state import WorldState
from hypothesis import given
from hypothesis import strategies as st

SLOW = ActionReport(action_valid=True, plan_success=True, planning_time=9.0, detail="other words")
NewGame = Callable[..., Any]


def of_state(state: WorldState) -> str:
    digest = EpisodeDigest()
    digest.add_state(state)
    return digest.hexdigest()


def with_cube(state: WorldState, **changes: Any) -> WorldState:
    return replace(state, objects={"cube": replace(state.objects["cube"], **changes)})


def test_same_play_same_digest(new_game: NewGame) -> None:
    first, second = new_game(), new_game()
    assert first.episode.digest == second.episode.digest
    start = first.episode.digest
    for game in (first, second):
        game.play(MOVE, height=0.01)
    assert first.episode.digest == second.episode.digest != start


def test_clocks_ids_and_messages_do_not_matter(new_game: NewGame) -> None:
    first, second = new_game(), new_game()
    second.world.stamp += 1000.0
    first.play(MOVE)
    second.play(MOVE, SLOW)
    assert first.episode.digest == second.episode.digest


def test_spelling_of_a_decision_does_not_matter(new_game: NewGame) -> None:
    first, second = new_game(), new_game()
    first.play(MOVE)
    second.play("I will move: " + MOVE.replace('"-"', '"neg"').replace("35", "35.0"))
    assert first.episode.digest == second.episode.digest


def test_other_decision_other_digest(new_game: NewGame) -> None:
    first, second = new_game(), new_game()
    first.play(MOVE)
    second.play(MOVE.replace("35", "36"))
    assert first.episode.digest != second.episode.digest


def test_the_last_bit_of_a_state_matters(game: Any) -> None:
    state = game.settled
    pose = state.objects["cube"].pose
    nudged = pose.position.copy()
    nudged[1] = np.nextafter(nudged[1], 1.0)
    assert of_state(with_cube(state, pose=Pose(nudged, pose.quaternion))) != of_state(state)
    arm = state.arms["left"]
    joints = arm.joint_positions.copy()
    joints[5] = np.nextafter(0.0, 1.0)
    arms = {**state.arms, "left": replace(arm, joint_positions=joints)}
    assert of_state(replace(state, arms=arms)) != of_state(state)


def test_order_of_names_does_not_matter(game: Any) -> None:
    state = game.settled
    backwards = replace(state, arms=dict(reversed(state.arms.items())))
    assert of_state(backwards) == of_state(state)
    other = {**state.objects, "ball": replace(state.objects["cube"], name="ball")}
    turned = dict(reversed(other.items()))
    assert of_state(replace(state, objects=other)) == of_state(replace(state, objects=turned))
    assert of_state(replace(state, objects=other)) != of_state(state)


@given(
    values=st.lists(st.booleans(), min_size=1, max_size=4),
    flipped=st.integers(0, 3),
)
def test_every_predicate_value_matters(values: list[bool], flipped: int) -> None:
    def of(bits: list[bool]) -> str:
        digest = EpisodeDigest()
        terms = tuple((f"term {index}", bit) for index, bit in enumerate(bits))
        digest.add_verdict(Verdict(success=False, terms=terms, subtasks=()))
        return digest.hexdigest()

    other = list(values)
    index = flipped % len(values)
    other[index] = not other[index]
    assert of(values) != of(other)


@given(st.lists(st.text(), max_size=4), st.lists(st.text(), max_size=4))
def test_decisions_never_run_together(first: list[str], second: list[str]) -> None:
    def of(texts: list[str]) -> str:
        digest = EpisodeDigest()
        for text in texts:
            digest.add_decision(text)
        return digest.hexdigest()

    assert (of(first) == of(second)) == (first == second)
