"""Start, spin and stop a node: signals, parent watch, clean exit codes."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
from collections.abc import Callable

import rclpy
from eyehand_core.errors import ConfigError, EyehandError
from rclpy.executors import ExternalShutdownException
from rclpy.node import Node
from rclpy.signals import SignalHandlerOptions

from eyehand_nodekit.names import WATCH_PARENT
from eyehand_nodekit.printing import escape_what_cannot_be_printed
from eyehand_nodekit.spinning import make_executor
from eyehand_nodekit.stack_node import StackNode
from eyehand_nodekit.stopping import STOPPING

_SPIN_TIMEOUT_S = 0.2
_JOIN_TIMEOUT_S = 5.0
_SWITCH_INTERVAL_S = 0.0002
"""Python's default of 5 ms is how long a message may wait for a thread that computes."""


def run_node(build: Callable[[], StackNode]) -> int:
    """Run one node until a signal or the death of its parent; return the exit status.

    0 after a clean stop, 2 for wrong settings, 3 when the machine lacks something.
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: STOPPING.set())
    escape_what_cannot_be_printed()
    sys.setswitchinterval(_SWITCH_INTERVAL_S)
    parent = os.getppid()
    rclpy.init(signal_handler_options=SignalHandlerOptions.NO)
    try:
        node = build()
        gc.freeze()  # what is loaded by now stays; collections need not walk it again
        try:
            _spin(node, lambda: STOPPING.is_set() or _orphaned(parent))
        finally:
            node.io.destroy_node()
            node.destroy_node()
    except EyehandError as error:
        print(f"error: {error}", file=sys.stderr, flush=True)
        return 2 if isinstance(error, ConfigError) else 3
    finally:
        rclpy.try_shutdown()
    return 0


def _spin(node: StackNode, done: Callable[[], bool]) -> None:
    """Spin both halves until ``done``, then close the node while it still hears answers."""
    stop_io = threading.Event()
    failures: list[BaseException] = []

    def spin_io() -> None:
        try:
            _spin_one(node.io, stop_io.is_set)
        except Exception as error:  # noqa: BLE001 - raised again in the main thread
            failures.append(error)

    thread = threading.Thread(target=spin_io, name=f"{node.get_name()}-io", daemon=True)
    thread.start()
    try:
        _spin_one(node, lambda: done() or bool(failures))
    finally:
        STOPPING.set()
        try:
            node.close()
        finally:
            stop_io.set()
            thread.join(_JOIN_TIMEOUT_S)
    if failures:
        raise failures[0]


def _spin_one(node: Node, done: Callable[[], bool]) -> None:
    executor = make_executor()
    executor.add_node(node)
    try:
        while not done():
            executor.spin_once(timeout_sec=_SPIN_TIMEOUT_S)
    except ExternalShutdownException:
        return
    finally:
        executor.remove_node(node)
        executor.shutdown()


def _orphaned(parent: int) -> bool:
    return WATCH_PARENT in os.environ and os.getppid() != parent
