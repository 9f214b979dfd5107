"""Nodes in processes of their own, for tests."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

from eyehand_nodekit.names import WATCH_PARENT

_STOP_S = 20.0


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
