"""What a policy is, and the registry of all of them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from eyehand_core.decisions.grammar import Grammar
from eyehand_core.depth_range import DEPTH_SUFFIX
from eyehand_core.episode.condition import KINDS, Condition
from eyehand_core.episode.kinds import EPISODE_KINDS
from eyehand_core.errors import ConfigError
from eyehand_core.observation import Observation
from eyehand_core.registry import Registry
from eyehand_core.robot import Robot
from eyehand_core.tasks.task import Task
from eyehand_core.view_words import view_words
from eyehand_core.views import VIEW_NAMES, anchor_of
from eyehand_core.world_state import WorldState

from eyehand_agent.demonstrations.summary import Summary
from eyehand_agent.endpoints.prices import Price
from eyehand_agent.prompts.system_prompt import system_prompt
from eyehand_agent.prompts.task_rules import task_rules


class Policy(Protocol):
    """Plays one episode. A policy sees observations only; errors it raises end the episode."""

    def decide(self, observation: Observation, error: str) -> str:
        """Return the text of the next decision.

        Args:
            observation: the turn; the same object again after an inadmissible decision.
            error: why the previous text was inadmissible; empty on a new turn.

        Raises:
            EndpointError: the policy's service failed; the episode is invalid.
        """
        ...


@dataclass(frozen=True, kw_only=True)
class Privilege:
    """What only a privileged policy is given.

    Attributes:
        task: the task file, success expression and expert routine included.
        robot: the robot file; None in a world without a robot.
        world_state: reads the true state that the current observation shows.
    """

    task: Task
    robot: Robot | None
    world_state: Callable[[], WorldState]


@dataclass(frozen=True, kw_only=True)
class PolicyContext:
    """What a policy is built from, once per episode; nothing hidden unless it is privileged.

    Attributes:
        kind: ``manipulation`` or ``layout``.
        grammar: everything that the episode may offer.
        views_per_turn: images attached to each turn.
        view_words: what the condition says about each view, by its name.
        chance: number that drawing policies start from; the same for equal task and seed, and
            tells neither.
        settings: the agent's settings file and launch arguments (model, base_url, ...).
        transcript: takes each exchange with a model as a mapping of plain values.
        hints: the prompt may give working rules.
        condition_rules: rules that the observation condition adds to those of the protocol.
        task_rules: rules that the task adds to the working rules.
        summary: what was learned from a demonstration; None without one.
        memory: similar layouts of earlier episodes in words; empty without them.
        prices: price table of hosted models.
        unwanted: tells that the episode shall end, so that nobody waits for a decision.
        privilege: None unless the policy declared itself privileged.
    """

    kind: str
    grammar: Grammar
    views_per_turn: int
    chance: int
    view_words: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    transcript: Callable[[Mapping[str, Any]], None] = lambda exchange: None
    hints: bool = True
    condition_rules: tuple[str, ...] = ()
    task_rules: tuple[str, ...] = ()
    summary: Summary | None = None
    memory: str = ""
    prices: tuple[Price, ...] = ()
    unwanted: Callable[[], bool] = lambda: False
    privilege: Privilege | None = None

    def rules(self) -> str:
        """Return what a model, or a person in its place, is told before the first turn."""
        return system_prompt(
            self.kind,
            self.grammar,
            hints=self.hints,
            condition_rules=self.condition_rules,
            task_rules=self.task_rules,
            summary=self.summary.text if self.summary else "",
            memory=self.memory,
        )


@dataclass(frozen=True, kw_only=True)
class PolicyKind:
    """A registered way of playing.

    Attributes:
        build: makes a policy for one episode.
        kinds: kinds of task that it plays.
        privileged: reads the true world state; never comparable with a model.
        close: frees what a built policy holds, once its episode has ended.
    """

    build: Callable[[PolicyContext], Policy]
    kinds: tuple[str, ...] = KINDS
    privileged: bool = False
    close: Callable[[Any], None] = lambda policy: None

    def check(self, task: Task) -> None:
        """Refuse a task of a kind that it does not play.

        Raises:
            ConfigError: it does not.
        """
        if task.kind not in self.kinds:
            raise ConfigError(
                f"the chosen agent plays tasks of kind {', '.join(self.kinds)}, and task "
                f"{task.id!r} is of kind {task.kind!r}; choose another agent or task"
            )


POLICIES: Registry[PolicyKind] = Registry("agent")


def build_policy(  # noqa: PLR0913 - the parts of an episode
    kind: PolicyKind,
    *,
    task: Task,
    seed: int,
    condition: Condition,
    robot: Robot | None,
    world_state: Callable[[], WorldState],
    settings: Mapping[str, Any],
    transcript: Callable[[Mapping[str, Any]], None],
    summary: Summary | None = None,
    memory: str = "",
    prices: tuple[Price, ...] = (),
    unwanted: Callable[[], bool] = lambda: False,
) -> Policy:
    """Return a policy for one episode. What is hidden reaches privileged policies alone.

    Raises:
        ConfigError: the settings or the task do not suit the policy.
    """
    kind.check(task)
    chance = hashlib.sha256(f"chance/{task.id}/{seed}".encode()).digest()
    privilege = Privilege(task=task, robot=robot, world_state=world_state)
    return kind.build(
        PolicyContext(
            kind=task.kind,
            grammar=EPISODE_KINDS[task.kind].grammar(task, condition),
            views_per_turn=condition.views_per_turn,
            view_words=_view_words(condition, task),
            chance=int.from_bytes(chance[:8], "big"),
            settings=settings,
            transcript=transcript,
            hints=condition.hints,
            condition_rules=condition.rules,
            task_rules=task_rules(task.id),
            summary=summary,
            memory=memory,
            prices=prices,
            unwanted=unwanted,
            privilege=privilege if kind.privileged else None,
        )
    )


def _view_words(condition: Condition, task: Task) -> dict[str, str]:
    words = {}
    if condition.explains_views:
        anchor = anchor_of(task.arms)
        words = {name: view_words(name, anchor) for name in condition.passive_views}
    if condition.depth is not None:
        words |= {f"{name}{DEPTH_SUFFIX}": condition.depth.words for name in VIEW_NAMES}
    return words
