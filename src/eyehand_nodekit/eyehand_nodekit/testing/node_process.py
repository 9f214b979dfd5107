"""Nodes in processes of their own and a client to talk to them, for tests and measurements."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from typing import Any

import rclpy
from rclpy.node import Node

from eyehand_nodekit.node_main import WATCH_PARENT
from eyehand_nodekit.spinning import make_executor

_STOP_S = 20.0
_JOIN_S = 5.0


class NodeProcess:
    """One node of the stack in a process of its own; it dies with this process.

    Args:
        package: package of the node.
        name: executable, for example ``"camera_node"``.
        domain: ROS domain id.
        parameters: values by name.
    """

    def __init__(self, package: str, name: str, domain: int, **parameters: Any) -> None:
        code = f"import sys; from {package}.{name} import main; sys.exit(main())"
        arguments = ["--ros-args"] if parameters else []
        for key, value in parameters.items():
            arguments += ["-p", f"{key}:={value}"]
        environment = {**os.environ, "ROS_DOMAIN_ID": str(domain), WATCH_PARENT: "1"}
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, *arguments], env=environment, start_new_session=True
        )

    def stop(self) -> int:
        """Ask it to end and return its exit status; kill it if it does not."""
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


class SpinningNode:
    """A node for clients and subscriptions, spun in a background thread.

    Args:
        name: node name.
        domain: ROS domain id.
    """

    def __init__(self, name: str, domain: int) -> None:
        self._context = rclpy.Context()
        rclpy.init(context=self._context, domain_id=domain)
        self.node = Node(name, context=self._context)
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
