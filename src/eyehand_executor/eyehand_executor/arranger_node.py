"""Node that has the robot carry out layout actions: service apply_layout."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from eyehand_core.errors import EyehandError
from eyehand_core.layout.actions import is_legal
from eyehand_core.layout.embodied.world import TableWorld
from eyehand_core.robot import load_robot
from eyehand_core.tasks.library import library_for
from eyehand_core.tasks.task import Task
from eyehand_core.world_state import STAMP_TOLERANCE, WorldState
from eyehand_nodekit.deadline import Deadline
from eyehand_nodekit.mailbox import Mailbox
from eyehand_nodekit.node_main import run_node
from eyehand_nodekit.parameters import CONFIG, ROBOT, Parameter
from eyehand_nodekit.stack_node import StackNode
from eyehand_nodekit.world_samples import subscribe_world

from eyehand_executor.arranging.commanded_hands import CommandedHands
from eyehand_executor.arranging.ros_mover import RosMover
from eyehand_executor.arranging.top_down_reach import TopDownReach, resting
from eyehand_executor.executor_parameters import PLANNER
from eyehand_executor.kinematics import Clearances, KinematicsCache
from eyehand_interfaces.msg import EpisodeState
from eyehand_interfaces.srv import ApplyLayout
from eyehand_nodekit import qos, stamps

_MOVE_TIMEOUT = Parameter(
    name="move_timeout",
    default=90.0,
    description="Longest wait for one motion of the arms [s].",
    lower=0.1,
    upper=600.0,
)
_STATE_TIMEOUT = Parameter(
    name="state_timeout",
    default=10.0,
    description="Longest wait for a state of the world at rest [s].",
    lower=0.1,
    upper=600.0,
)


class ArrangerNode(StackNode):
    """Carries out the layout actions of the episode that runs, by requests to the executor.

    The referee resets the world and judges it; this node learns from the topics ``episode`` and
    ``world/objects`` what stands where.
    """

    def __init__(self) -> None:
        super().__init__("arranger", [ROBOT, CONFIG, PLANNER, _MOVE_TIMEOUT, _STATE_TIMEOUT])
        robot = load_robot(Path(self.values["robot"]))
        self._library = library_for(Path(self.values["config"]), robot)
        cache = KinematicsCache(self.values["planner"], robot, Clearances())
        kinematics = cache.for_arms(tuple(robot.arms))
        self._reach = TopDownReach(kinematics, resting(robot, kinematics))
        self._states: Mailbox[WorldState] = Mailbox("world/objects")
        self._episode: Mailbox[EpisodeState] = Mailbox("episode")
        self._mover = RosMover(self.io, self.values["move_timeout"], self._is_running)
        self._table = TableWorld(self._hands)
        self._arranged = ""
        subscribe_world(self.io, self._states.put, with_arms=True)
        self.io.create_subscription(EpisodeState, "episode", self._episode.put, qos.LATCHED)
        self.create_service(ApplyLayout, "apply_layout", self._apply)

    def _apply(self, request: Any, response: Any) -> Any:
        try:
            self._begin()
            result = self._table.apply(request.action)
            response.code, response.error = result.code, result.message
        except EyehandError as error:
            response.code, response.error = "world_fault", str(error)
        response.legal = is_legal(response.code)
        newest = self._states.newest
        response.stamp = stamps.from_seconds(newest.stamp if newest else 0.0)
        return response

    def _begin(self) -> None:
        """Learn what stands on the table, once per episode."""
        episode = self._episode.wait_for(_runs, self._deadline())
        if episode.episode_id != self._arranged:
            task = self._library.load_instance(episode.task, episode.seed)
            self._table.reset(task, episode.seed)
            self._arranged = episode.episode_id

    def _hands(self, task: Task, seed: int) -> CommandedHands:
        settled = self._states.wait_for(self._is_first, self._deadline())
        return CommandedHands(settled, self._mover.move, self._rest, self._reach)

    def _is_first(self, state: WorldState) -> bool:
        episode = self._episode.newest
        reset = stamps.to_seconds(episode.header.stamp) if episode else 0.0
        return state.sequence == 0 and state.stamp >= reset - STAMP_TOLERANCE

    def _rest(self, since: float) -> WorldState:
        oldest = since - STAMP_TOLERANCE
        return self._states.wait_for(
            lambda state: state.at_rest and state.stamp >= oldest, self._deadline()
        )

    def _is_running(self) -> bool:
        episode = self._episode.newest
        return episode is not None and _runs(episode) and episode.episode_id == self._arranged

    def _deadline(self) -> Deadline:
        return Deadline(self.values["state_timeout"])


def _runs(episode: EpisodeState) -> bool:
    return bool(episode.phase == EpisodeState.RUNNING)


def main() -> None:
    """Run the arranger node."""
    sys.exit(run_node(ArrangerNode))


if __name__ == "__main__":
    main()
