"""A stack without a recorder that plays any number of episodes, for measurements."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from eyehand_core.errors import StackError
from eyehand_nodekit.callers import ActionCaller, RunningGoal
from eyehand_nodekit.spinning_node import SpinningNode

from eyehand_bench import library
from eyehand_bench.stack.domain import Domain, reserve_domain
from eyehand_bench.stack.stack_process import StackProcess
from eyehand_interfaces.action import RunEpisode

_START_S = 90.0
_EPISODE_S = 600.0


class RunningStack:
    """Nodes without a recorder.

    Args:
        node: spinning node in the stack's domain.
        domain: where the nodes are.

    Attributes:
        node: for further subscriptions and clients.
        domain: where the nodes are.
    """

    def __init__(self, node: SpinningNode, domain: Domain) -> None:
        self.node, self.domain = node.node, domain
        self._episodes = ActionCaller(node.node, RunEpisode, "run_episode", "agent")

    def play(self, task: str, seed: int, condition: str = "") -> Any:
        """Play one episode and return its RunEpisode result.

        Args:
            task: task id.
            seed: of the instance.
            condition: observation condition; empty for the usual one.

        Raises:
            StackError: a node is silent, or the agent plays already.
        """
        return self.begin(task, seed, condition).wait(_EPISODE_S).result

    def begin(self, task: str, seed: int, condition: str = "") -> RunningGoal:
        """Begin one episode; arguments and errors as of ``play``."""
        goal = RunEpisode.Goal(task=task, seed=seed, condition=condition)
        running = self._episodes.send(goal, _START_S)
        if running is None:
            raise StackError("node 'agent' rejected the episode; see its log")
        return running


@contextmanager
def running_stack(
    agent: str,
    profile: str = "standard",
    robot: str = library.DEFAULT_ROBOT,
    **further: str,
) -> Iterator[RunningStack]:
    """Start the nodes of the MuJoCo world with one policy and robot; stop them at the end.

    Args:
        agent: policy that plays.
        profile: render profile.
        robot: robot file.
        further: launch arguments, for example ``base_url``.
    """
    launch_file = library.share_folder() / "launch" / "stack.launch.py"
    arguments = {"agent": agent, "profile": profile, "robot": robot, **further}
    with (
        tempfile.TemporaryDirectory() as folder,
        reserve_domain() as domain,
        StackProcess(launch_file, arguments, domain, Path(folder)),
    ):
        node = SpinningNode("benchmark", domain.number)
        try:
            yield RunningStack(node, domain)
        finally:
            node.close()
