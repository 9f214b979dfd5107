"""What the referee publishes about an episode."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from eyehand_core.episode.action_report import ActionReport
from eyehand_core.episode.condition import DEFAULT_CONDITION
from eyehand_core.episode.ending import Ending
from eyehand_core.episode.episode import Episode

from eyehand_interfaces.action import Act
from eyehand_interfaces.msg import (
    DecisionRecord,
    EpisodeState,
    PredicateStates,
    PredicateValue,
)
from eyehand_interfaces.srv import StartEpisode
from eyehand_monitor.director import Turn
from eyehand_nodekit import stamps


@dataclass(frozen=True, kw_only=True)
class Identity:
    """Who plays what.

    Attributes:
        episode_id: identifies the episode; says nothing about task or seed.
        task: task id.
        seed: seed of the instance.
        condition: observation condition.
        robot: name of the robot file; empty without a robot.
        agent: policy name.
        model: model id; empty without a model.
    """

    episode_id: str
    task: str
    seed: int
    condition: str
    robot: str
    agent: str
    model: str

    @staticmethod
    def of_request(request: StartEpisode.Request, robot: str) -> Identity:
        """Return the identity of a new episode with a new id."""
        return Identity(
            episode_id=uuid.uuid4().hex[:12],
            task=request.task,
            seed=int(request.seed),
            condition=request.condition or DEFAULT_CONDITION,
            robot=robot,
            agent=request.agent,
            model=request.model,
        )

    def message(self) -> EpisodeState:
        """Return an EpisodeState with these fields."""
        return EpisodeState(
            episode_id=self.episode_id,
            task=self.task,
            seed=self.seed,
            condition=self.condition,
            robot=self.robot,
            agent=self.agent,
            model=self.model,
        )


def episode_message(identity: Identity, episode: Episode) -> EpisodeState:
    """Return where an episode stands."""
    message = identity.message()
    message.header.stamp = stamps.from_seconds(episode.state.stamp)
    message.phase = EpisodeState.RUNNING if episode.running else EpisodeState.ENDED
    message.step, message.budget = episode.step, episode.task.budget
    message.outcome = episode.outcome.value if episode.outcome else ""
    message.ending = episode.ending.value if episode.ending else ""
    message.reason, message.digest = episode.reason, episode.digest
    return message


def failed_start_message(identity: Identity, reason: str) -> EpisodeState:
    """Return the state of an episode that never began because the stack failed."""
    message = identity.message()
    message.phase = EpisodeState.ENDED
    message.ending = Ending.INFRASTRUCTURE_ERROR.value
    message.outcome = Ending.INFRASTRUCTURE_ERROR.outcome.value
    message.reason = reason
    return message


def decision_message(episode: Episode, turn: Turn) -> DecisionRecord:
    """Return what was decided and what became of it."""
    ruling = turn.ruling
    report = turn.report or ActionReport(action_valid=False, plan_success=False, fraction=0.0)
    message = DecisionRecord(
        episode_id=episode.id,
        step=episode.step,
        index=episode.index - 1,
        decision=ruling.decision.to_json() if ruling.decision else "",
        raw=turn.text,
        admissible=ruling.admissible,
        error=ruling.error,
        action_valid=report.action_valid,
        plan_success=report.plan_success,
        code=report.code or ruling.code,
        detail=report.detail,
        fraction=report.fraction,
        position_error=report.position_error,
        orientation_error=report.orientation_error,
        planning_time=report.planning_time,
        execution_time=report.execution_time,
    )
    message.header.stamp = stamps.from_seconds(episode.state.stamp)
    return message


def predicates_message(episode: Episode) -> PredicateStates:
    """Return the newest verdict: the terms of the goal, then the stages of the task."""
    verdict = episode.verdict
    message = PredicateStates(
        episode_id=episode.id, success=verdict.success, progress=verdict.progress
    )
    message.header.stamp = stamps.from_seconds(episode.state.stamp)
    message.terms = [
        PredicateValue(term=term, value=value)
        for term, value in (*verdict.terms, *verdict.subtasks)
    ]
    return message


def fill_act_result(result: Act.Result, episode: Episode) -> None:
    """Write where the episode stands into the answer to a decision."""
    result.action_valid = episode.feedback.action_valid
    result.plan_success = episode.feedback.plan_success
    result.done = not episode.running
    result.outcome = episode.outcome.value if episode.outcome else ""
    result.success = episode.ending is Ending.SUCCESS
    result.ending = episode.ending.value if episode.ending else ""
    result.reason = episode.reason
    result.step, result.budget = episode.step, episode.task.budget
