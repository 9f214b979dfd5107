"""The loop hands on decisions, mistakes and ends, and ends in every case."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from eyehand_agent.episode_loop import ActAnswer, EpisodeEnd, break_off, play
from eyehand_core.errors import ConfigError, EndpointError, EyehandError, StackError
from eyehand_core.observation import Observation
from observations import observation


class ScriptedPolicy:
    """Answers with texts in turn; notes what it was told."""

    def __init__(self, *texts: str | Exception) -> None:
        self._texts = list(texts)
        self.errors: list[str] = []

    def decide(self, observation: Observation, error: str) -> str:
        self.errors.append(error)
        text = self._texts.pop(0)
        if isinstance(text, Exception):
            raise text
        return text


class BudgetReferee:
    """Admits texts that begin with "go"; ends after two of them."""

    def __init__(self) -> None:
        self.steps = 0
        self.ended: list[tuple[str, str]] = []

    def act(self, decision: str) -> ActAnswer:
        admissible = decision.startswith("go")
        self.steps += admissible
        done = self.steps == 2
        return ActAnswer(
            observation=observation(step=self.steps),
            admissible=admissible,
            error="" if admissible else "say go",
            action_valid=True,
            plan_success=True,
            done=done,
            outcome="failure" if done else "",
            ending="budget" if done else "",
            reason="",
            step=self.steps,
            budget=2,
        )

    def end(self, ending: str, reason: str) -> None:
        self.ended.append((ending, reason))


def _play(
    policy: ScriptedPolicy, referee: BudgetReferee, stopped: Callable[[], bool] = lambda: False
) -> tuple[EpisodeEnd, list[str]]:
    played: list[str] = []
    end = play(policy, referee, observation(), lambda text, _: played.append(text), stopped)
    return end, played


def test_mistakes_come_back_once_and_cost_nothing() -> None:
    policy, referee = ScriptedPolicy("go 1", "left", "go 2"), BudgetReferee()
    end, played = _play(policy, referee)
    assert (end.outcome, end.ending, end.steps) == ("failure", "budget", 2)
    assert policy.errors == ["", "", "say go"]
    assert played == ["go 1", "left", "go 2"]
    assert referee.ended == []


@pytest.mark.parametrize("kind", [EndpointError, StackError, ConfigError])
def test_a_policy_that_fails_makes_the_episode_invalid(kind: type[EyehandError]) -> None:
    """Whatever kept the policy from deciding, the referee has to hear of it."""
    referee = BudgetReferee()
    end, _ = _play(ScriptedPolicy("go 1", kind("no answer within 5 s")), referee)
    assert (end.outcome, end.ending, end.steps) == ("invalid", "infrastructure_error", 1)
    assert "no answer within 5 s" in end.reason
    assert [ending for ending, _ in referee.ended] == ["infrastructure_error"]


@pytest.mark.parametrize("after", [0, 1])
def test_operator_stops_between_turns(after: int) -> None:
    referee = BudgetReferee()
    end, played = _play(ScriptedPolicy("go 1", "go 2"), referee, lambda: referee.steps >= after)
    assert (end.outcome, end.ending) == ("invalid", "operator_abort")
    assert len(played) == after
    assert [ending for ending, _ in referee.ended] == ["operator_abort"]


def test_a_decision_that_was_given_up_is_no_failure_of_the_endpoint() -> None:
    class GivenUp:
        def decide(self, observation: Observation, error: str) -> str:
            wanted.clear()
            raise EndpointError("the answer is not wanted any more")

    wanted, referee = [True], BudgetReferee()
    end, _ = _play(GivenUp(), referee, lambda: not wanted)
    assert (end.outcome, end.ending) == ("invalid", "operator_abort")


def test_an_episode_that_breaks_off_is_ended_with_the_referee() -> None:
    referee = BudgetReferee()
    end = break_off(referee, "KeyError('cube')")
    assert (end.outcome, end.ending) == ("invalid", "infrastructure_error")
    assert referee.ended == [("infrastructure_error", "KeyError('cube')")]


def test_an_episode_breaks_off_even_if_the_referee_is_silent() -> None:
    class Silent(BudgetReferee):
        def end(self, ending: str, reason: str) -> None:
            raise StackError("node 'monitor' did not answer")

    assert break_off(Silent(), "why").reason == "why"
