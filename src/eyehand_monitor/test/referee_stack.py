"""Real nodes in their own processes, and a client that plays against the referee."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import rclpy
from eyehand_core.errors import StackError
from eyehand_nodekit.callers import ActionCaller, ServiceCaller
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node

from eyehand_interfaces.action import Act
from eyehand_interfaces.msg import DecisionRecord, EpisodeState, PredicateStates
from eyehand_interfaces.srv import EndEpisode, StartEpisode
from eyehand_nodekit import qos

ROOT = Path(__file__).parents[3]
CONFIG = ROOT / "config"
ROBOT = CONFIG / "robots" / "dual_x5.yaml"
DOMAIN = 15
_STOP_S = 10.0


class NodeProcess:
    """One node of the stack in a process of its own.

    Args:
        package: package of the node.
        name: module and executable without ``_node``.
        parameters: values by name.
    """

    def __init__(self, package: str, name: str, **parameters: Any) -> None:
        code = f"from {package}.{name}_node import main; main()"
        arguments = ["--ros-args"]
        for key, value in parameters.items():
            arguments += ["-p", f"{key}:={value}"]
        environment = {**os.environ, "ROS_DOMAIN_ID": str(DOMAIN), "EYEHAND_WATCH_PARENT": "1"}
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, *arguments], env=environment, start_new_session=True
        )

    def stop(self) -> int:
        """End it as a launch file would; return its exit status."""
        self.process.terminate()
        try:
            return self.process.wait(_STOP_S)
        except subprocess.TimeoutExpired:
            self.kill()
            raise

    def kill(self) -> None:
        """End it without warning."""
        self.process.kill()
        self.process.wait(_STOP_S)


class Player:
    """Plays against the referee and keeps everything it publishes."""

    def __init__(self) -> None:
        self.context = rclpy.Context()
        rclpy.init(context=self.context, domain_id=DOMAIN)
        self.node = Node("player", context=self.context)
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
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._spin)
        self._thread.start()

    def start(self, task: str, seed: int = 1000, condition: str = "") -> Any:
        """Start an episode."""
        request = StartEpisode.Request(task=task, seed=seed, condition=condition, agent="test")
        response = self._start.call(request, 90.0)
        self.episode_id = response.episode_id or self.episode_id
        return response

    def act(self, text: str) -> Any:
        """Carry out one decision."""
        return self.acts.call(Act.Goal(episode_id=self.episode_id, decision=text), 120.0)

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

    def close(self) -> None:
        """Stop spinning and leave the graph."""
        self._stop.set()
        self._thread.join(5.0)
        self.node.destroy_node()
        rclpy.shutdown(context=self.context)

    def _spin(self) -> None:
        executor = SingleThreadedExecutor(context=self.context)
        executor.add_node(self.node)
        while not self._stop.is_set():
            executor.spin_once(timeout_sec=0.05)
        executor.shutdown()
