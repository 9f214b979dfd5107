"""Every rule and every ending of an episode."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from cube_game import LOOK, MOVE, REFUSED, STOP
from eyehand_core.episode.action_report import INFRASTRUCTURE_CODES, SAFETY_STOPS, ActionReport
from eyehand_core.episode.ending import Ending, Outcome
from hypothesis import given
from hypothesis import strategies as st

NewGame = Callable[..., Any]


def test_success_after_the_hold_time(game: Any) -> None:
    game.play(MOVE, height=0.06, held=True)
    assert game.episode.ending is Ending.SUCCESS
    assert game.episode.outcome is Outcome.SUCCESS
    assert game.episode.step == 1


def test_a_goal_that_holds_too_briefly_is_no_success(game: Any) -> None:
    game.play(MOVE, height=0.06, held=True, count=3)
    assert game.episode.running


def test_success_is_not_transient(game: Any) -> None:
    """VA-Bench ended at the first true tick; here the state at rest counts."""
    episode = game.episode
    episode.submit(MOVE)
    for state in [*game.world.turn(height=0.06, held=True), *game.world.turn()]:
        episode.witness(state)
    episode.conclude(ActionReport(action_valid=True, plan_success=True))
    assert episode.running


def test_success_in_the_last_step_beats_the_budget(new_game: NewGame) -> None:
    game = new_game(budget=1)
    game.play(MOVE, height=0.06, held=True)
    assert game.episode.ending is Ending.SUCCESS


def test_budget(new_game: NewGame) -> None:
    game = new_game(budget=2)
    game.play(MOVE)
    assert game.episode.running
    game.play(LOOK)
    assert game.episode.ending is Ending.BUDGET
    assert game.episode.outcome is Outcome.FAILURE
    assert game.episode.step == 2


def test_stop_without_success_is_a_failure_and_free(game: Any) -> None:
    game.play(MOVE)
    assert game.episode.submit(STOP).admissible
    assert game.episode.ending is Ending.MODEL_STOP
    assert game.episode.outcome is Outcome.FAILURE
    assert game.episode.step == 1


def test_a_refused_action_costs_a_step_and_gives_two_bits_only(game: Any) -> None:
    game.play(MOVE, REFUSED)
    assert game.episode.step == 1
    feedback = game.episode.feedback
    assert (feedback.action_valid, feedback.plan_success, feedback.text) == (False, False, "")


def test_an_attended_agent_is_told_why(new_game: NewGame) -> None:
    game = new_game(condition="attended")
    game.play(MOVE, REFUSED)
    assert game.episode.feedback.text == "too far"


def test_two_repairs_are_free_and_the_third_mistake_ends(game: Any) -> None:
    for _ in range(2):
        ruling = game.episode.submit("no json")
        assert not ruling.admissible
        assert ruling.error
        assert game.episode.running
    game.episode.submit("still none")
    assert game.episode.ending is Ending.DECISION_EXHAUSTED
    assert game.episode.outcome is Outcome.FAILURE
    assert game.episode.step == 0


def test_an_action_renews_the_repairs(game: Any) -> None:
    for _ in range(3):
        game.episode.submit("no json")
        game.episode.submit("no json")
        game.play(MOVE)
    assert game.episode.running


def test_the_sixth_camera_action_in_a_row_is_inadmissible_and_free(game: Any) -> None:
    """VA-Bench has this limit in its prompt only."""
    for _ in range(5):
        game.play(LOOK)
    assert "camera.view_topdown" not in game.episode.allowed_actions
    ruling = game.episode.submit(LOOK)
    assert ruling.code == "too_many_looks"
    assert "gripper.move_world" in ruling.error
    assert game.episode.step == 5
    game.play(MOVE, REFUSED)
    assert "camera.view_topdown" in game.episode.allowed_actions
    game.play(LOOK)
    assert game.episode.step == 7


def test_camera_is_not_offered_without_an_active_camera(new_game: NewGame) -> None:
    game = new_game(condition="passive_five")
    offered = [name for name in game.episode.allowed_actions if name.startswith("camera.")]
    assert offered == ["camera.history"]
    assert not game.episode.submit(LOOK).admissible


@pytest.mark.parametrize("code", sorted(SAFETY_STOPS))
def test_safety_stop_counts_as_a_failure(code: str, game: Any) -> None:
    report = ActionReport(action_valid=True, plan_success=False, code=code, detail="force")
    game.play(MOVE, report)
    assert game.episode.ending is Ending.SAFETY_STOP
    assert game.episode.outcome is Outcome.FAILURE


@pytest.mark.parametrize("code", sorted(INFRASTRUCTURE_CODES))
def test_failures_of_the_stack_are_nobodys_failure(code: str, game: Any) -> None:
    report = ActionReport(action_valid=False, plan_success=False, code=code, detail="executor")
    game.play(MOVE, report)
    assert game.episode.ending is Ending.INFRASTRUCTURE_ERROR
    assert game.episode.outcome is Outcome.INVALID
    assert game.episode.step == 0
    assert code in game.episode.reason


def test_goal_reached_at_reset_is_invalid(game: Any) -> None:
    game.task = replace(game.task, success={"closed_on": {"arm": "right", "object": "cube"}})
    held = game.world.sample(held=True, rest=True)
    episode = game.make(replace(held, sequence=0))
    assert episode.ending is Ending.INVALID_RESET
    assert episode.outcome is Outcome.INVALID


def test_lost_samples_are_an_infrastructure_error(game: Any) -> None:
    game.episode.submit(MOVE)
    game.world.sample()
    game.episode.witness(game.world.sample(rest=True))
    assert game.episode.ending is Ending.INFRASTRUCTURE_ERROR
    assert "after number 0 came number 2" in game.episode.reason


def test_a_lost_first_sample_is_noticed(game: Any) -> None:
    episode = game.make(replace(game.settled, sequence=1))
    assert episode.ending is Ending.INFRASTRUCTURE_ERROR


def test_a_failing_predicate_is_never_false(game: Any) -> None:
    game.episode.submit(MOVE)
    game.episode.witness(replace(game.world.sample(rest=True), objects={}))
    assert game.episode.ending is Ending.INFRASTRUCTURE_ERROR
    assert "KeyError" in game.episode.reason


def test_operator_abort_is_invalid_and_the_first_ending_stands(game: Any) -> None:
    game.episode.end(Ending.OPERATOR_ABORT, "stopped by hand")
    game.episode.end(Ending.SUCCESS, "too late")
    assert game.episode.outcome is Outcome.INVALID
    assert game.episode.reason == "stopped by hand"


def test_one_text_at_a_time(game: Any) -> None:
    game.episode.submit(MOVE)
    with pytest.raises(RuntimeError, match="one text"):
        game.episode.submit(MOVE)
    with pytest.raises(RuntimeError, match="submit one"):
        game.make(game.settled).conclude(REFUSED)


def test_an_abort_during_an_action_charges_nothing(game: Any) -> None:
    game.episode.submit(MOVE)
    game.episode.end(Ending.OPERATOR_ABORT, "stopped")
    game.episode.conclude(ActionReport(action_valid=True, plan_success=True))
    assert game.episode.step == 0


words = st.sampled_from([MOVE, LOOK, STOP, "no json", '{"tool": "geometry.verify"}', "{}", ""])


@given(texts=st.lists(st.one_of(words, st.text()), max_size=40), budget=st.integers(1, 6))
def test_any_texts_keep_the_accounts_right(
    new_game: NewGame, texts: list[str], budget: int
) -> None:
    game = new_game(budget=budget)
    episode, charged = game.episode, 0
    for index, text in enumerate(texts):
        if not episode.running:
            break
        assert episode.index == index
        ruling = episode.submit(text)
        assert ruling.admissible == (ruling.error == "")
        if ruling.decision is not None and ruling.decision.kind.costs_step:
            episode.conclude(REFUSED)
            charged += 1
        assert episode.step == charged <= budget
        assert len(episode.executed) == charged
    assert episode.running == (episode.outcome is None)
    assert (episode.step == budget) == (episode.ending is Ending.BUDGET)


def test_true_terms_are_counted_at_step_200_and_at_the_end(new_game: NewGame) -> None:
    game = new_game(budget=202)
    for step in range(1, 203):
        game.play(MOVE, height=0.06 if 150 <= step <= 200 else 0.0, count=1)
    assert game.episode.ending is Ending.BUDGET
    assert game.episode.term_counts == {
        "lifted": {"of": 1, "at_step_200": 1, "at_end": 0},
        "closed_on": {"of": 1, "at_step_200": 0, "at_end": 0},
    }
