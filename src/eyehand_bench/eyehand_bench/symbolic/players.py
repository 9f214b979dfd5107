"""The agents of the command line as players of episodes without ROS."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any

from eyehand_agent.episode_loop import ending_after, told
from eyehand_agent.layout_memory import memory_for
from eyehand_agent.policies.policy import POLICIES, build_policy
from eyehand_core.decisions.decision import Decision, Stop
from eyehand_core.episode.condition import Condition
from eyehand_core.errors import ConfigError, EyehandError
from eyehand_core.layout.chance import random_action
from eyehand_core.layout.play import Decide, PlayerError, Table
from eyehand_core.layout.solver import solve, steady_plan
from eyehand_core.layout.task import initial_scene, task_grammar
from eyehand_core.observation import Observation
from eyehand_core.registry import Registry
from eyehand_core.tasks.task import Task

from eyehand_agent import policies

Player = Callable[[Task, int, Table], Decide]
"""Makes what plays one episode."""

BASELINES: Registry[Player] = Registry("baseline")
"""Players that look at the true scene; references and floors, never scores of a model."""


def player(agent: str, settings: Mapping[str, Any], condition: Condition) -> Player:
    """Return an agent or a baseline as a player.

    Args:
        agent: name of a baseline or a policy.
        settings: settings of the policy; not used by baselines.
        condition: observation condition.

    Raises:
        UnknownNameError: neither a baseline nor a policy.

    What it makes raises ConfigError if the settings do not do; other failures, such as those of an
    endpoint, end the episode.
    """
    if agent in BASELINES:
        return BASELINES[agent]
    policies.load()
    kind = POLICIES[agent]

    def make(task: Task, seed: int, table: Table) -> Decide:
        try:
            policy = build_policy(
                kind,
                task=task,
                seed=seed,
                condition=condition,
                robot=None,
                world_state=lambda: table.world.state,
                settings=settings,
                transcript=lambda exchange: None,
                memory=memory_for(condition, task, seed, settings),
            )
        except ConfigError:  # what is wrong with the command is wrong with every episode
            raise
        except EyehandError as failure:
            return _unable(failure)
        return _ending_the_episode(policy.decide)

    return make


def _ending_the_episode(decide: Decide) -> Decide:
    """Return what plays, with its failures as ends of its episode alone."""

    def guarded(observation: Observation, error: str) -> str:
        try:
            return decide(observation, error)
        except EyehandError as failure:
            raise PlayerError(ending_after(failure), told(failure)) from failure

    return guarded


def _unable(failure: EyehandError) -> Decide:
    def decide(observation: Observation, error: str) -> str:
        raise failure

    return _ending_the_episode(decide)


@BASELINES.register("solver")
def _solver(task: Task, seed: int, table: Table) -> Decide:
    """Search for a solution in the task file and play it."""
    return _following(solve(task, seed) or ())


@BASELINES.register("steady_solver")
def _steady_solver(task: Task, seed: int, table: Table) -> Decide:
    """Search for a solution that bears the errors of a hand, the larger the better, and play it."""
    start = initial_scene(task, seed)
    return _following(steady_plan(task, start, start, task.budget) or ())


def _following(plan: Iterable[Decision]) -> Decide:
    rest = iter(plan)

    def decide(observation: Observation, error: str) -> str:
        return next(rest, Stop(reason="the plan has ended")).to_json()

    return decide


@BASELINES.register("random_legal")
def _random_legal(task: Task, seed: int, table: Table) -> Decide:
    """Draw actions until one is legal on the true scene."""
    grammar = task_grammar(task).restricted(task.layout["actions"])
    rng = Random(f"random_legal/{task.id}/{seed}")

    def decide(observation: Observation, error: str) -> str:
        return random_action(grammar, table.world.history, rng).action.to_json()

    return decide
