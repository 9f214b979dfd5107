"""What a policy is, and the registry of all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from eyehand_core.observation import Observation
from eyehand_core.registry import Registry
from eyehand_core.robot import Robot
from eyehand_core.tasks.task import Task
from eyehand_core.world_state import WorldState


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
class PolicyContext:
    """What a policy is built from, once per episode.

    Attributes:
        task: the task file.
        seed: seed of the episode.
        condition: observation condition.
        robot: the robot file; None in a world without a robot.
        world_state: reads the newest privileged state; None unless the policy declared itself
            privileged.
        settings: the agent's settings file and launch arguments (model, base_url, ...).
        transcript: takes each exchange with a model as a mapping of plain values.
    """

    task: Task
    seed: int
    condition: str
    robot: Robot | None
    world_state: Callable[[], WorldState] | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    transcript: Callable[[Mapping[str, Any]], None] = lambda exchange: None


@dataclass(frozen=True, kw_only=True)
class PolicyKind:
    """A registered way of playing.

    Attributes:
        build: makes a policy for one episode.
        privileged: reads the true world state; never comparable with a model.
    """

    build: Callable[[PolicyContext], Policy]
    privileged: bool = False


POLICIES: Registry[PolicyKind] = Registry("agent")
