"""What an episode was asked to be."""

from __future__ import annotations

from dataclasses import dataclass

ABORT = "operator_abort"
"""Ending of an episode that a person has stopped."""


@dataclass(frozen=True, kw_only=True)
class EpisodePlan:
    """One episode before it is played.

    Attributes:
        task: task id.
        seed: seed of the instance.
        condition: observation condition.
        agent: policy name.
        model: model id; empty without a model or for the agent's own default.
        robot: robot name; empty in a world without a robot.
        world: ``mujoco``, ``layout``, ``gazebo`` or ``cell``.
        profile: render profile.
    """

    task: str
    seed: int
    condition: str = "active"
    agent: str = "expert"
    model: str = ""
    robot: str = ""
    world: str = "mujoco"
    profile: str = ""


@dataclass(frozen=True, kw_only=True)
class EpisodeVerdict:
    """How an episode ended.

    Attributes:
        outcome: ``success``, ``failure`` or ``invalid``.
        ending: reason code, for example ``budget``.
        reason: one sentence.
        episode_id: identifies the episode; empty if it never began.
        steps: environment steps charged.
        budget: environment steps allowed.
        digest: SHA-256 over decisions, states and predicate values.
    """

    outcome: str
    ending: str
    reason: str
    episode_id: str = ""
    steps: int = 0
    budget: int = 0
    digest: str = ""


def invalid(reason: str, ending: str = "infrastructure_error") -> EpisodeVerdict:
    """Return the verdict of an episode that says nothing about the agent."""
    return EpisodeVerdict(outcome="invalid", ending=ending, reason=reason)
