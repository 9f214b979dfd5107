"""The referee as the agent node reaches it: the monitor's services and its act action."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from eyehand_core.errors import StackError
from eyehand_core.observation import Observation
from eyehand_nodekit.callers import ActionCaller, ServiceCaller
from eyehand_nodekit.observation_messages import observation_from_message
from rclpy.node import Node

from eyehand_agent.episode_loop import ActAnswer
from eyehand_interfaces.action import Act
from eyehand_interfaces.srv import EndEpisode, StartEpisode

_END_TIMEOUT_S = 5.0


@dataclass(frozen=True, kw_only=True)
class Started:
    """A started episode.

    Attributes:
        observation: the first turn.
        ending: ``invalid_reset`` if the goal already held after the reset; else empty.
    """

    observation: Observation
    ending: str


class RefereeClient:
    """Speaks to the monitor; one episode at a time.

    Args:
        node: node that another thread spins.
        start_timeout: longest wait for the start of an episode [s].
        act_timeout: longest wait for the end of a decision [s].

    Attributes:
        episode_id: of the episode started last; empty before.
        observed_stamp: world time of the newest image that the agent was given [s].
    """

    def __init__(self, node: Node, *, start_timeout: float, act_timeout: float) -> None:
        self._start = ServiceCaller(node, StartEpisode, "start_episode", "monitor")
        self._end = ServiceCaller(node, EndEpisode, "end_episode", "monitor")
        self._act = ActionCaller(node, Act, "act", "monitor")
        self._start_timeout = start_timeout
        self._act_timeout = act_timeout
        self.episode_id = ""
        self.observed_stamp = 0.0

    def start(self, request: StartEpisode.Request) -> Started:
        """Start an episode.

        Raises:
            StackError: the monitor is silent or could not start it.
        """
        response = self._start.call(request, self._start_timeout)
        self.episode_id = response.episode_id
        if not response.ok:
            raise StackError(response.error)
        return Started(observation=self._observed(response.observation), ending=response.ending)

    def act(self, decision: str) -> ActAnswer:
        """Carry out one decision.

        Raises:
            StackError: the monitor is silent.
        """
        goal = Act.Goal(episode_id=self.episode_id, decision=decision)
        result = self._act.call(goal, self._act_timeout)
        return ActAnswer(
            observation=self._observed(result.observation),
            admissible=result.admissible,
            error=result.error,
            action_valid=result.action_valid,
            plan_success=result.plan_success,
            done=result.done,
            outcome=result.outcome,
            ending=result.ending,
            reason=result.reason,
            step=result.step,
            budget=result.budget,
        )

    def end(self, ending: str, reason: str) -> None:
        """End the episode as invalid.

        Raises:
            StackError: the monitor is silent or knows no such episode.
        """
        request = EndEpisode.Request(episode_id=self.episode_id, ending=ending, reason=reason)
        response = self._end.call(request, _END_TIMEOUT_S, farewell=True)
        if not response.ok:
            raise StackError(response.error)

    def _observed(self, message: Any) -> Observation:
        observation = observation_from_message(message)
        if observation.views:
            self.observed_stamp = max(view.stamp for view in observation.views)
        return observation
