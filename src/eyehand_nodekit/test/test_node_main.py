"""How the process of a node ends: signals, failures, a dead parent, farewells."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time

import pytest

pytestmark = pytest.mark.ros

rclpy = pytest.importorskip("rclpy")

from eyehand_nodekit.stack_node import StackNode  # noqa: E402

from eyehand_interfaces.srv import SaveState  # noqa: E402

PROGRAM = textwrap.dedent(
    """
    import sys
    from eyehand_nodekit.node_main import run_node
    from eyehand_nodekit.stack_node import StackNode

    def build():
        node = StackNode("lonely")
        print("up", flush=True)
        return node

    sys.exit(run_node(build))
    """
)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signal_ends_a_node_cleanly(number: signal.Signals) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "ROS_DOMAIN_ID": "92"},
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "up\n"
    process.send_signal(number)
    _, errors = process.communicate(timeout=20)
    assert process.returncode == 0
    assert "Traceback" not in errors


LEAVING = textwrap.dedent(
    """
    import sys, threading
    from eyehand_core.errors import StackError
    from eyehand_nodekit.callers import ServiceCaller
    from eyehand_nodekit.node_main import run_node
    from eyehand_nodekit.stack_node import StackNode
    from eyehand_interfaces.srv import SaveState

    class Leaving(StackNode):
        def __init__(self):
            super().__init__("leaving")
            self.silent = ServiceCaller(self.io, SaveState, "silent", "nobody")
            self.goodbye = ServiceCaller(self.io, SaveState, "goodbye", "server")
            self.thread = threading.Thread(target=self.wait)
            self.thread.start()
            print("up", flush=True)

        def wait(self):
            try:
                self.silent.call(SaveState.Request(), 600.0)
            except StackError as error:
                print(error, flush=True)

        def close(self):
            self.thread.join()
            print(self.goodbye.call(SaveState.Request(), 10.0, farewell=True).error, flush=True)

    sys.exit(run_node(Leaving))
    """
)


def test_a_stopped_node_waits_for_nobody_but_may_say_goodbye(
    nodes: tuple[StackNode, StackNode],
) -> None:
    def answer(_: SaveState.Request, response: SaveState.Response) -> SaveState.Response:
        response.error = "farewell"
        return response

    nodes[0].create_service(SaveState, "goodbye", answer)
    process = subprocess.Popen(
        [sys.executable, "-c", LEAVING],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "ROS_DOMAIN_ID": "90"},
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "up\n"
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    first, second = output.splitlines()
    assert first.startswith("node 'nobody': service 'silent' is not there before this process was")
    assert second == "farewell"


@pytest.mark.parametrize("half", ["self", "self.io"])
def test_failing_handler_ends_the_node_with_its_traceback(half: str) -> None:
    program = textwrap.dedent(
        f"""
        import sys
        from eyehand_nodekit.node_main import run_node
        from eyehand_nodekit.stack_node import StackNode

        class Failing(StackNode):
            def __init__(self):
                super().__init__("failing")
                self.timer = {half}.create_timer(0.05, self.fail)

            def fail(self):
                raise RuntimeError("handler broke")

        sys.exit(run_node(Failing))
        """
    )
    process = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        env={**os.environ, "ROS_DOMAIN_ID": "92"},
        timeout=30,
        check=False,
    )
    assert process.returncode == 1
    assert "RuntimeError: handler broke" in process.stderr


def test_node_follows_its_dead_parent() -> None:
    starter = (
        "import subprocess, sys, os\n"
        f"child = subprocess.Popen([sys.executable, '-c', {PROGRAM!r}], stdout=subprocess.PIPE,"
        " text=True)\n"
        "child.stdout.readline()\n"
        "print(child.pid, flush=True)\n"
        "os.kill(os.getpid(), 9)\n"
    )
    environment = {**os.environ, "ROS_DOMAIN_ID": "92", "EYEHAND_WATCH_PARENT": "1"}
    process = subprocess.run(
        [sys.executable, "-c", starter],
        capture_output=True,
        text=True,
        env=environment,
        timeout=30,
        check=False,
    )
    child = int(process.stdout)
    deadline = time.monotonic() + 10.0
    while os.path.exists(f"/proc/{child}") and time.monotonic() < deadline:
        time.sleep(0.1)
    outlived = os.path.exists(f"/proc/{child}")
    if outlived:
        os.kill(child, signal.SIGKILL)
    assert not outlived
