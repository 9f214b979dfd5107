"""Blocking calls with deadlines, for threads other than the one that spins the client's node."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from eyehand_core.errors import StackError
from rclpy.action import ActionClient
from rclpy.node import Node

from eyehand_nodekit.deadline import Deadline
from eyehand_nodekit.stopping import STOPPING

_POLL_S = 0.1


class ServiceCaller:
    """Calls one service.

    Args:
        node: node spun in another thread.
        service_type: service class.
        name: service name.
        server: name of the node that serves it, for messages.
    """

    def __init__(self, node: Node, service_type: Any, name: str, server: str) -> None:
        self._client = node.create_client(service_type, name)
        self._name = name
        self._server = server

    def ready(self) -> bool:
        """Tell whether the server is there."""
        return bool(self._client.service_is_ready())

    def call(self, request: Any, seconds: float, *, farewell: bool = False) -> Any:
        """Return the response.

        Args:
            request: request message.
            seconds: deadline for server and answer together.
            farewell: wait even while this process is being stopped.

        Raises:
            StackError: no server or no answer in time; this process is being stopped.
        """
        deadline = Deadline(seconds)
        if not _there(self._client.wait_for_service, deadline):
            raise _silent(self._server, f"service {self._name!r} is not there", seconds)
        future = self._client.call_async(request)
        if not _done(future, deadline, farewell=farewell):
            self._client.remove_pending_request(future)
            raise _silent(self._server, f"service {self._name!r} did not answer", seconds)
        return future.result()


class RunningGoal:
    """An accepted goal."""

    def __init__(self, handle: Any, name: str, server: str) -> None:
        self._handle = handle
        self._result = handle.get_result_async()
        self._name = name
        self._server = server

    @property
    def done(self) -> bool:
        """True when the result has arrived."""
        return bool(self._result.done())

    def when_done(self, told: Callable[[], None]) -> None:
        """Call ``told``, from the spinning thread, when the result has arrived."""
        self._result.add_done_callback(lambda _: told())

    def wait(self, seconds: float | Deadline) -> Any:
        """Return the response (``status`` and ``result``).

        Raises:
            StackError: no result in time, or this process is being stopped; the goal may still
                be running.
        """
        deadline = seconds if isinstance(seconds, Deadline) else Deadline(seconds)
        if not _done(self._result, deadline):
            raise _silent(self._server, f"action {self._name!r} did not end", deadline.seconds)
        return self._result.result()

    def cancel(self, seconds: float) -> None:
        """Ask the server to cancel and wait until it has answered the request.

        Raises:
            StackError: no answer in time.
        """
        if not _done(self._handle.cancel_goal_async(), Deadline(seconds), farewell=True):
            raise _silent(self._server, f"cancelling {self._name!r} was not answered", seconds)


class ActionCaller:
    """Sends goals to one action server.

    Args:
        node: node spun in another thread.
        action_type: action class.
        name: action name.
        server: name of the node that serves it, for messages.
    """

    def __init__(self, node: Node, action_type: Any, name: str, server: str) -> None:
        self._client = ActionClient(node, action_type, name)
        self._name = name
        self._server = server

    def ready(self) -> bool:
        """Tell whether the server is there."""
        return bool(self._client.server_is_ready())

    def send(
        self, goal: Any, seconds: float, on_feedback: Callable[[Any], None] | None = None
    ) -> RunningGoal | None:
        """Return the running goal, or None if the server rejected it.

        Args:
            goal: goal message.
            seconds: deadline for server and acceptance together.
            on_feedback: takes each feedback message, in the spinning thread.

        Raises:
            StackError: no server or no answer in time.
        """
        deadline = Deadline(seconds)
        if not self.ready() and not _there(self._client.wait_for_server, deadline):
            raise _silent(self._server, f"action {self._name!r} is not there", seconds)
        callback = None if on_feedback is None else lambda m: on_feedback(m.feedback)
        future = self._client.send_goal_async(goal, feedback_callback=callback)
        if not _done(future, deadline):
            future.add_done_callback(_cancel_late)
            raise _silent(self._server, f"action {self._name!r} did not answer a goal", seconds)
        handle = future.result()
        if not handle.accepted:
            return None
        return RunningGoal(handle, self._name, self._server)

    def begin(self, goal: Any, seconds: float) -> RunningGoal:
        """Return the running goal; see ``send``.

        Raises:
            StackError: no server, goal rejected, or no answer in time.
        """
        running = self.send(goal, seconds)
        if running is None:
            raise StackError(
                f"node {self._server!r} rejected a goal of {self._name!r}; see its log"
            )
        return running

    def call(self, goal: Any, seconds: float) -> Any:
        """Send a goal and return its result message.

        Raises:
            StackError: no server, goal rejected, or no result in time.
        """
        deadline = Deadline(seconds)
        return self.begin(goal, deadline.remaining).wait(deadline.remaining).result


def _there(wait: Callable[..., bool], deadline: Deadline) -> bool:
    """Wait for a server with one of rclpy's waits, in short pieces."""
    while not wait(timeout_sec=min(_POLL_S, deadline.remaining)):
        if deadline.expired or STOPPING.is_set():
            return False
    return True


def _done(future: Any, deadline: Deadline, *, farewell: bool = False) -> bool:
    """Wait for a future; a farewell is waited for even while this process is being stopped."""
    event = threading.Event()
    future.add_done_callback(lambda _: event.set())
    while not (future.done() or event.wait(min(_POLL_S, deadline.remaining))):
        if deadline.expired or (STOPPING.is_set() and not farewell):
            return False
    return True


def _cancel_late(future: Any) -> None:
    """Cancel a goal that was accepted after its caller had given up."""
    handle = future.result()
    if handle is not None and handle.accepted:
        handle.cancel_goal_async()


def _silent(server: str, what: str, seconds: float) -> StackError:
    if STOPPING.is_set():
        return StackError(f"node {server!r}: {what} before this process was stopped")
    return StackError(f"node {server!r}: {what} within {seconds:g} s; is the node alive?")
