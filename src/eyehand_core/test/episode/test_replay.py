"""An episode played again from its record comes out the same."""

from __future__ import annotations

from typing import Any

import pytest
from cube_game import DONE, LOOK, MOVE, REFUSED, STOP, Game
from eyehand_core.episode.action_report import INTERRUPTED, ActionReport
from eyehand_core.episode.ending import Ending
from eyehand_core.episode.replay import RecordedDecision, end_from_outside, replay
from eyehand_core.errors import RecordError
from eyehand_core.world_state import WorldState
from hypothesis import given
from hypothesis import strategies as st

turns = st.lists(
    st.tuples(
        st.sampled_from([MOVE, LOOK, STOP, "nonsense"]),
        st.sampled_from([DONE, REFUSED]),
        st.sampled_from([0.0, 0.03, 0.06]),
    ),
    max_size=12,
)


def record(played: list[tuple[str, ActionReport, float]]) -> tuple[Game, list[WorldState], Any]:
    """Play texts and keep what a bag would hold."""
    game = Game(budget=8)
    samples, decisions = [game.settled], []
    for text, report, height in played:
        if not game.episode.running:
            break
        ruling = game.episode.submit(text)
        if ruling.decision is not None and ruling.decision.kind.costs_step:
            moves = ruling.decision.kind.value == "robot" and report is DONE
            states = game.world.turn(height=height, held=height > 0.0) if moves else []
            for state in states:
                game.episode.witness(state)
            samples += states
            game.episode.conclude(report)
        stamp = samples[-1].stamp
        decisions.append(RecordedDecision(raw=text, stamp=stamp, report=report))
    return game, samples, decisions


@given(turns)
def test_replay_is_the_episode(played: list[tuple[str, ActionReport, float]]) -> None:
    game, samples, decisions = record(played)
    again = replay(game.make, samples, decisions)
    live = game.episode
    assert (again.ending, again.step, again.reason) == (live.ending, live.step, live.reason)
    assert again.digest == live.digest
    assert again.verdict == live.verdict


def test_a_missing_sample_makes_the_replay_invalid() -> None:
    game, samples, decisions = record([(MOVE, DONE, 0.06)])
    assert game.episode.ending is Ending.SUCCESS
    again = replay(game.make, [*samples[:3], *samples[4:]], decisions)
    assert again.ending is Ending.INFRASTRUCTURE_ERROR


def test_an_empty_or_overlong_record_is_damaged() -> None:
    game, samples, decisions = record([(STOP, DONE, 0.0)])
    with pytest.raises(RecordError, match="no sample"):
        replay(game.make, [], decisions)
    with pytest.raises(RecordError, match="after its end"):
        replay(game.make, samples, [*decisions, *decisions])


def test_only_endings_from_outside_are_taken_over() -> None:
    game, samples, decisions = record([(MOVE, DONE, 0.0)])
    again = replay(game.make, samples, decisions)
    end_from_outside(again, "success", "so it says")
    end_from_outside(again, "", "")
    assert again.running
    end_from_outside(again, "operator_abort", "stopped")
    assert again.ending is Ending.OPERATOR_ABORT


def test_an_interrupted_action_is_not_charged_again() -> None:
    game, samples, decisions = record([(MOVE, DONE, 0.0)])
    game.episode.submit(MOVE)
    states = game.world.turn()[:4]
    for state in states:
        game.episode.witness(state)
    game.episode.end(Ending.OPERATOR_ABORT, "stopped")
    report = ActionReport(action_valid=False, plan_success=False, code=INTERRUPTED)
    broken = RecordedDecision(raw=MOVE, stamp=states[-1].stamp, report=report)
    again = replay(game.make, [*samples, *states], [*decisions, broken])
    end_from_outside(again, "operator_abort", "stopped")
    assert (again.step, again.digest) == (game.episode.step, game.episode.digest)
    assert again.ending is Ending.OPERATOR_ABORT
    with pytest.raises(RecordError, match="after its end"):
        replay(game.make, [*samples, *states], [*decisions, broken, broken])
