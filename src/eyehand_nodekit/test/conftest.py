"""Two real nodes that are spun in the background."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
import rclpy
from eyehand_nodekit.spinning import make_executor
from eyehand_nodekit.stack_node import StackNode
from rclpy.node import Node


class Spinner:
    """Spins nodes, each in a thread of its own."""

    def __init__(self, *nodes: Node) -> None:
        self._stop = threading.Event()
        self._threads = [threading.Thread(target=self._run, args=(node,)) for node in nodes]
        for thread in self._threads:
            thread.start()

    def _run(self, node: Node) -> None:
        executor = make_executor()
        executor.add_node(node)
        while not self._stop.is_set():
            executor.spin_once(timeout_sec=0.05)
        executor.shutdown()

    def stop(self) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join(5.0)


@pytest.fixture
def nodes() -> Iterator[tuple[StackNode, StackNode]]:
    rclpy.init(domain_id=90)
    server, client = StackNode("server"), StackNode("client")
    spinner = Spinner(server, server.io, client, client.io)
    yield server, client
    spinner.stop()
    for node in (server, client):
        node.io.destroy_node()
        node.destroy_node()
    rclpy.try_shutdown()
