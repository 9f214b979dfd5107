"""A client that plays against the referee and keeps everything it publishes."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from eyehand_core.errors import StackError
from eyehand_nodekit.callers import ActionCaller, RunningGoal, ServiceCaller
from eyehand_nodekit.spinning_node import SpinningNode
from eyehand_nodekit.testing.node_process import NodeProcess

from eyehand_interfaces.action import Act
from eyehand_interfaces.msg import DecisionRecord, EpisodeState, PredicateStates
from eyehand_interfaces.srv import EndEpisode, StartEpisode
from eyehand_nodekit import qos

CONFIG = Path(__file__).parents[3] / "config"
ROBOT = CONFIG / "robots" / "dual_x5.yaml"


class Player(SpinningNode):
    """Plays against the referee.

    Args:
        domain: ROS domain id.

    Attributes:
        nodes: the nodes it plays with, by name.
    """

    def __init__(self, domain: int) -> None:
        super().__init__("player", domain)
        self.nodes: dict[str, NodeProcess] = {}
        self.states: list[EpisodeState] = []
        self.decisions: list[DecisionRecord] = []
        self.predicates: list[PredicateStates] = []
        subscribe = self.node.create_subscription
        subscribe(EpisodeState, "episode", self.states.append, qos.LATCHED)
        subscribe(DecisionRecord, "decisions", self.decisions.append, qos.EVENTS)
        subscribe(PredicateStates, "predicates", self.predicates.append, qos.EVENTS)
        self._start = ServiceCaller(self.node, StartEpisode, "start_episode", "monitor")
        self._end = ServiceCaller(self.node, EndEpisode, "end_episode", "monitor")
        self.acts = ActionCaller(self.node, Act, "act", "monitor")
        self.episode_id = ""

    def start(self, task: str, seed: int = 1000, condition: str = "") -> Any:
        """Start an episode."""
        request = StartEpisode.Request(task=task, seed=seed, condition=condition, agent="test")
        response = self._start.call(request, 90.0)
        self.episode_id = response.episode_id or self.episode_id
        return response

    def act(self, text: str) -> Any:
        """Carry out one decision."""
        return self.acts.call(Act.Goal(episode_id=self.episode_id, decision=text), 120.0)

    def begin(self, text: str, on_feedback: Callable[[Any], None] | None = None) -> RunningGoal:
        """Have one decision carried out, without waiting for its end."""
        goal = Act.Goal(episode_id=self.episode_id, decision=text)
        running = self.acts.send(goal, 10.0, on_feedback)
        assert running is not None, "the referee rejected the decision"
        return running

    def end(self, ending: str, reason: str = "because") -> Any:
        """End the episode from outside."""
        request = EndEpisode.Request(episode_id=self.episode_id, ending=ending, reason=reason)
        return self._end.call(request, 10.0)

    def wait_for(self, true: Callable[[], bool], seconds: float = 10.0) -> None:
        """Wait until a condition on what was received holds."""
        end = time.monotonic() + seconds
        while not true():
            if time.monotonic() > end:
                raise StackError("the expected messages did not arrive")
            time.sleep(0.02)

    def last_state(self) -> EpisodeState:
        """Return the final state of the episode started last."""
        self.wait_for(
            lambda: (
                bool(self.states)
                and self.states[-1].episode_id == self.episode_id
                and self.states[-1].phase == EpisodeState.ENDED
            )
        )
        return self.states[-1]

    def records(self) -> list[DecisionRecord]:
        """Return the decisions of the episode started last."""
        return [record for record in self.decisions if record.episode_id == self.episode_id]
