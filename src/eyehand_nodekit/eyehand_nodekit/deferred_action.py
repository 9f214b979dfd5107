"""Action servers whose work happens outside the spinning thread.

rclpy executes a goal in the thread that spins the node, where a long execution would block
cancel requests and every other callback. Here a goal is accepted, handed over, and finished
from any thread later.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rclpy.action import ActionServer, CancelResponse, GoalResponse
from rclpy.node import Node


class DeferredGoal:
    """One accepted goal; finish it exactly once."""

    def __init__(self, handle: Any) -> None:
        self._handle = handle

    @property
    def request(self) -> Any:
        """The goal message."""
        return self._handle.request

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
        refuse: returns why a goal message is rejected, or None to accept it.
        on_cancel: told when a goal is asked to cancel; every cancel request is accepted.
    """

    def __init__(
        self,
        node: Node,
        action_type: Any,
        name: str,
        *,
        on_goal: Callable[[DeferredGoal], None],
        refuse: Callable[[Any], str | None] = lambda goal: None,
        on_cancel: Callable[[], None] = lambda: None,
    ) -> None:
        self._node = node
        self._name = name
        self._refuse = refuse
        self._on_cancel = on_cancel
        self._server = ActionServer(
            node,
            action_type,
            name,
            execute_callback=lambda handle: handle,
            goal_callback=self._answer_goal,
            handle_accepted_callback=lambda handle: on_goal(DeferredGoal(handle)),
            cancel_callback=self._answer_cancel,
        )

    def _answer_goal(self, goal: Any) -> GoalResponse:
        reason = self._refuse(goal)
        if reason is None:
            return GoalResponse.ACCEPT
        self._node.get_logger().warning(f"rejected a goal of {self._name}: {reason}")
        return GoalResponse.REJECT

    def _answer_cancel(self, handle: Any) -> CancelResponse:
        self._on_cancel()
        return CancelResponse.ACCEPT
