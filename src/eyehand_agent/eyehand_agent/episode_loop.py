"""The loop of one episode: observe, decide, act, until the referee ends it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from eyehand_core.episode.ending import Ending
from eyehand_core.errors import EndpointError, EyehandError, StackError
from eyehand_core.observation import Observation

from eyehand_agent.endpoints.spending import SpendingLimitError
from eyehand_agent.policies.policy import Policy


@dataclass(frozen=True, kw_only=True)
class ActAnswer:
    """The referee's answer to one decision.

    Attributes:
        observation: the next turn; after an inadmissible decision the same turn again.
        admissible: False if nothing was charged and ``error`` says what is allowed.
        error: why the decision was inadmissible.
        action_valid: the action passed the geometric gate.
        plan_success: the action was planned and executed to the end.
        done: the episode is over.
        outcome: ``success``, ``failure`` or ``invalid`` once done.
        ending: how it ended.
        reason: one sentence.
        step: steps charged so far.
        budget: steps allowed.
    """

    observation: Observation
    admissible: bool
    error: str
    action_valid: bool
    plan_success: bool
    done: bool
    outcome: str
    ending: str
    reason: str
    step: int
    budget: int

    @property
    def in_words(self) -> str:
        """What became of the decision, for progress lines."""
        if not self.admissible:
            return f"not admissible: {self.error}"
        if not self.action_valid:
            return "refused"
        return "ok" if self.plan_success else "failed"


class Referee(Protocol):
    """The agent's only partner."""

    def act(self, decision: str) -> ActAnswer:
        """Carry out the decision text and answer."""
        ...

    def end(self, ending: str, reason: str) -> None:
        """End the episode as invalid from the agent's side."""
        ...


@dataclass(frozen=True, kw_only=True)
class EpisodeEnd:
    """How an episode ended; see ``ActAnswer`` for the fields."""

    outcome: str
    ending: str
    reason: str
    steps: int


def play(
    policy: Policy,
    referee: Referee,
    first: Observation,
    on_answer: Callable[[str, ActAnswer], None],
    stopped: Callable[[], bool],
) -> EpisodeEnd:
    """Play one started episode to its end.

    Args:
        policy: who decides.
        referee: who carries out and judges.
        first: the first observation.
        on_answer: told each decision text and the answer to it.
        stopped: True once a person has asked to stop.

    Raises:
        StackError: the referee is silent.
    """
    observation, error, steps = first, "", 0
    while not stopped():
        try:
            text = policy.decide(observation, error)
        except EyehandError as failure:
            if stopped():
                break
            return _end_invalid(referee, ending_after(failure), told(failure), steps)
        answer = referee.act(text)
        on_answer(text, answer)
        steps = answer.step
        if answer.done:
            return EpisodeEnd(
                outcome=answer.outcome, ending=answer.ending, reason=answer.reason, steps=steps
            )
        observation, error = answer.observation, "" if answer.admissible else answer.error
    return _end_invalid(referee, Ending.OPERATOR_ABORT, "stopped by the operator", steps)


def ending_after(failure: EyehandError) -> Ending:
    """Return how an episode ends whose agent cannot go on."""
    if isinstance(failure, SpendingLimitError):
        return Ending.SPENDING_LIMIT
    return Ending.INFRASTRUCTURE_ERROR


def told(failure: EyehandError) -> str:
    """Return what a record says about a failure; a model endpoint's is named as such."""
    return f"model endpoint: {failure}" if isinstance(failure, EndpointError) else str(failure)


def break_off(
    referee: Referee, reason: str, ending: Ending = Ending.INFRASTRUCTURE_ERROR
) -> EpisodeEnd:
    """Return the end of an episode that cannot go on, and tell the referee if it still listens.

    An episode that nobody ends keeps the referee from starting the next one.
    """
    with suppress(StackError):
        referee.end(ending.value, reason)
    return _ended(ending, reason, steps=0)


def _end_invalid(referee: Referee, ending: Ending, reason: str, steps: int) -> EpisodeEnd:
    referee.end(ending.value, reason)
    return _ended(ending, reason, steps)


def _ended(ending: Ending, reason: str, steps: int) -> EpisodeEnd:
    return EpisodeEnd(outcome=ending.outcome.value, ending=ending.value, reason=reason, steps=steps)
