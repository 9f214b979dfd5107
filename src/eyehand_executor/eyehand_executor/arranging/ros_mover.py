"""Requests to the action move_arms, one after the other, as long as somebody wants them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from eyehand_core.decisions.arm_motion import ArmMotion
from eyehand_core.errors import StackError
from eyehand_nodekit.callers import ActionCaller, RunningGoal
from eyehand_nodekit.command_messages import arms_goal
from eyehand_nodekit.deadline import Deadline
from eyehand_nodekit.stopping import STOPPING
from rclpy.node import Node

from eyehand_executor.arranging.commanded_hands import Moved
from eyehand_interfaces.action import MoveArms
from eyehand_nodekit import stamps

_LOOK_S = 0.1
"""How often it is asked whether a motion is still wanted [s]."""
_CANCEL_S = 2.0


class RosMover:
    """Has the executor carry out motions.

    Args:
        node: node spun in another thread.
        timeout: longest time for one request [s].
        wanted: tells whether motions are still wanted; a running one is cancelled if not.
    """

    def __init__(self, node: Node, timeout: float, wanted: Callable[[], bool]) -> None:
        self._action = ActionCaller(node, MoveArms, "move_arms", "executor")
        self._timeout, self._wanted = timeout, wanted

    def move(self, motions: Sequence[ArmMotion], not_before: float) -> Moved:
        """Carry out one motion per arm, together, planned from a state at least that new [s].

        Raises:
            StackError: the executor does not answer, or the motion is not wanted any more.
        """
        self._check()
        deadline = Deadline(self._timeout)
        running = self._action.begin(arms_goal(motions, not_before), deadline.remaining)
        try:
            result = self._result(running, deadline)
        except StackError:
            running.cancel(_CANCEL_S)
            raise
        return Moved(
            success=result.success,
            code=result.code,
            message=result.message,
            end=stamps.to_seconds(result.end),
        )

    def _result(self, running: RunningGoal, deadline: Deadline) -> MoveArms.Result:
        ended = threading.Event()
        running.when_done(ended.set)
        while not (ended.wait(_LOOK_S) or deadline.expired or STOPPING.is_set()):
            self._check()
        return running.wait(deadline).result

    def _check(self) -> None:
        if not self._wanted():
            raise StackError("the episode has ended; nothing is carried any more")
