"""A client node that spins by itself, for measurements and tests."""

from __future__ import annotations

import threading

import rclpy
from rclpy.node import Node

from eyehand_nodekit.spinning import make_executor

_JOIN_S = 5.0


class SpinningNode:
    """A node for clients and subscriptions, spun in a background thread.

    Args:
        name: node name.
        domain: ROS domain id.
    """

    def __init__(self, name: str, domain: int) -> None:
        self._context = rclpy.Context()
        rclpy.init(context=self._context, domain_id=domain)
        self.node = Node(name, context=self._context, enable_rosout=False)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._spin, name=name, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop spinning and leave the graph."""
        self._stop.set()
        self._thread.join(_JOIN_S)
        self.node.destroy_node()
        rclpy.shutdown(context=self._context)

    def _spin(self) -> None:
        executor = make_executor(self._context)
        executor.add_node(self.node)
        while not self._stop.is_set():
            executor.spin_once(timeout_sec=0.05)
        executor.shutdown()
