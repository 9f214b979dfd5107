"""Action servers whose work happens outside the spinning thread.

rclpy executes a goal in the thread that spins the node, where a long execution would block
cancel requests and every other callback. Here a goal is accepted, handed over, and finished
from any thread later.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from rclpy.action import ActionServer, CancelResponse, GoalResponse
from rclpy.action.server import ServerGoalHandle
from rclpy.node import Node

_TAKES_RESULT = "response" in inspect.signature(ServerGoalHandle.succeed).parameters
"""Whether a goal can be finished by its own handle (rclpy of Jazzy on), which spares two passes
through the executor; before, only an execution can hand over a result."""

_RESULT_KEPT_S = 5
"""How long a result stands for clients that ask late [s]. Each change of a goal is published with
the states of all goals that are kept: at rclpy's 900 s, playing slows down with every action."""


class DeferredGoal:
    """One accepted goal; finish it exactly once.

    Args:
        handle: rclpy's.
        request: the goal as the server's ``read`` returned it.
    """

    def __init__(self, handle: Any, request: Any) -> None:
        self._handle = handle
        self.request = request

    @property
    def cancel_requested(self) -> bool:
        """True once a client has asked to cancel."""
        return bool(self._handle.is_cancel_requested)

    def feedback(self, message: Any) -> None:
        """Publish a feedback message."""
        self._handle.publish_feedback(message)

    def succeed(self, result: Any) -> None:
        """End the goal as succeeded."""
        self._finish("succeed", result)

    def abort(self, result: Any) -> None:
        """End the goal as aborted."""
        self._finish("abort", result)

    def canceled(self, result: Any) -> None:
        """End the goal as canceled; only after a cancel request."""
        self._finish("canceled", result)

    def _finish(self, ending: str, result: Any) -> None:
        if _TAKES_RESULT:
            if not self.cancel_requested:
                self._handle.executing()
            getattr(self._handle, ending)(result)
            return

        def conclude(handle: Any) -> Any:
            getattr(handle, ending)()
            return result

        self._handle.execute(conclude)


class DeferredActionServer:
    """Accepts goals and hands them over.

    Args:
        node: the serving node.
        action_type: action class.
        name: action name.
        on_goal: takes each accepted goal in the spinning thread; must return at once.
        read: turns a goal message into what ``refuse`` and ``on_goal`` get.
        refuse: returns why a goal is rejected, or None to accept it.
        on_cancel: told when a goal is asked to cancel; every cancel request is accepted.
    """

    def __init__(
        self,
        node: Node,
        action_type: Any,
        name: str,
        *,
        on_goal: Callable[[DeferredGoal], None],
        read: Callable[[Any], Any] = lambda message: message,
        refuse: Callable[[Any], str | None] = lambda goal: None,
        on_cancel: Callable[[], None] = lambda: None,
    ) -> None:
        self._node = node
        self._name = name
        self._read = read
        self._refuse = refuse
        self._on_goal = on_goal
        self._offered: Any = None
        self._on_cancel = on_cancel
        self._server = ActionServer(
            node,
            action_type,
            name,
            execute_callback=lambda handle: handle,
            goal_callback=self._answer_goal,
            handle_accepted_callback=self._take_goal,
            cancel_callback=self._answer_cancel,
            result_timeout=_RESULT_KEPT_S,
        )

    def _answer_goal(self, message: Any) -> GoalResponse:
        self._offered = self._read(message)
        reason = self._refuse(self._offered)
        if reason is None:
            return GoalResponse.ACCEPT
        self._node.get_logger().warning(f"rejected a goal of {self._name}: {reason}")
        return GoalResponse.REJECT

    def _take_goal(self, handle: Any) -> None:
        """Hand over a goal; rclpy calls this right after the answer that accepted it."""
        self._on_goal(DeferredGoal(handle, self._offered))

    def _answer_cancel(self, handle: Any) -> CancelResponse:
        self._on_cancel()
        return CancelResponse.ACCEPT
