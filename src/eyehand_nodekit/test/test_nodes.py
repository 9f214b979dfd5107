"""Two real nodes: deferred actions, cancel, deadlines, blocking handlers, parameters, signals."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator

import pytest

pytestmark = pytest.mark.ros

rclpy = pytest.importorskip("rclpy")

from eyehand_core.errors import ConfigError, StackError, UnknownNameError  # noqa: E402
from eyehand_nodekit.callers import ActionCaller, ServiceCaller  # noqa: E402
from eyehand_nodekit.deferred_action import DeferredActionServer, DeferredGoal  # noqa: E402
from eyehand_nodekit.parameters import Parameter, declare  # noqa: E402
from eyehand_nodekit.stack_node import StackNode  # noqa: E402
from rclpy.executors import SingleThreadedExecutor  # noqa: E402
from rclpy.node import Node  # noqa: E402

from eyehand_interfaces.action import MoveCamera  # noqa: E402
from eyehand_interfaces.srv import SaveState  # noqa: E402


class Spinner:
    """Spins nodes, each in a thread of its own."""

    def __init__(self, *nodes: Node) -> None:
        self._stop = threading.Event()
        self._threads = [threading.Thread(target=self._run, args=(node,)) for node in nodes]
        for thread in self._threads:
            thread.start()

    def _run(self, node: Node) -> None:
        executor = SingleThreadedExecutor()
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


def test_goal_is_finished_from_another_thread(nodes: tuple[StackNode, StackNode]) -> None:
    server, client = nodes

    def work(goal: DeferredGoal) -> None:
        action = goal.request.command.action
        threading.Timer(
            0.05, lambda: goal.succeed(MoveCamera.Result(accepted=True, code=action))
        ).start()

    DeferredActionServer(server, MoveCamera, "look", on_goal=work)
    goal = MoveCamera.Goal()
    goal.command.action = "view_topdown"
    result = ActionCaller(client.io, MoveCamera, "look", "server").call(goal, 5.0)
    assert result.accepted
    assert result.code == "view_topdown"


def test_cancel_is_served_while_the_goal_runs(nodes: tuple[StackNode, StackNode]) -> None:
    server, client = nodes
    accepted: list[DeferredGoal] = []

    def wait_for_cancel(goal: DeferredGoal) -> None:
        accepted.append(goal)

        def work() -> None:
            while not goal.cancel_requested:
                time.sleep(0.01)
            goal.canceled(MoveCamera.Result(code="stopped"))

        threading.Thread(target=work).start()

    DeferredActionServer(server, MoveCamera, "look", on_goal=wait_for_cancel)
    running = ActionCaller(client.io, MoveCamera, "look", "server").send(MoveCamera.Goal(), 5.0)
    assert running is not None
    running.cancel(5.0)
    response = running.wait(5.0)
    assert response.result.code == "stopped"
    assert response.status == 5  # action_msgs/GoalStatus STATUS_CANCELED


def test_goal_accepted_too_late_is_cancelled(nodes: tuple[StackNode, StackNode]) -> None:
    server, client = nodes
    cancelled = threading.Event()

    def slow(_: object) -> str | None:
        time.sleep(0.5)
        return None

    DeferredActionServer(
        server,
        MoveCamera,
        "look",
        on_goal=lambda goal: None,
        refuse=slow,
        on_cancel=cancelled.set,
    )
    caller = ActionCaller(client.io, MoveCamera, "look", "camera")
    while not caller.ready():
        time.sleep(0.02)
    with pytest.raises(StackError, match="did not answer a goal"):
        caller.send(MoveCamera.Goal(), 0.1)
    assert cancelled.wait(5.0)


def test_refused_goal_is_reported(nodes: tuple[StackNode, StackNode]) -> None:
    server, client = nodes
    DeferredActionServer(
        server, MoveCamera, "look", on_goal=lambda goal: None, refuse=lambda goal: "not today"
    )
    caller = ActionCaller(client.io, MoveCamera, "look", "server")
    assert caller.send(MoveCamera.Goal(), 5.0) is None
    with pytest.raises(StackError, match="rejected"):
        caller.call(MoveCamera.Goal(), 5.0)


def test_missing_and_silent_servers_are_named(nodes: tuple[StackNode, StackNode]) -> None:
    server, client = nodes
    with pytest.raises(StackError, match="'world'.*save_state.*0.2 s"):
        ServiceCaller(client.io, SaveState, "save_state", "world").call(SaveState.Request(), 0.2)
    DeferredActionServer(server, MoveCamera, "look", on_goal=lambda goal: None)
    with pytest.raises(StackError, match="'camera'.*did not end"):
        ActionCaller(client.io, MoveCamera, "look", "camera").call(MoveCamera.Goal(), 1.0)


def test_handler_may_block_on_another_service(nodes: tuple[StackNode, StackNode]) -> None:
    server, client = nodes

    def answer(_: SaveState.Request, response: SaveState.Response) -> SaveState.Response:
        response.ok = True
        return response

    server.create_service(SaveState, "inner", answer)
    inner = ServiceCaller(client.io, SaveState, "inner", "server")
    client.create_service(SaveState, "outer", lambda request, _: inner.call(request, 5.0))
    outer = ServiceCaller(server.io, SaveState, "outer", "client")
    assert outer.call(SaveState.Request(), 5.0).ok


def _declare(overrides: list[str]) -> dict[str, object]:
    rclpy.init(args=["--ros-args", *overrides], domain_id=91)
    node = Node("tester", automatically_declare_parameters_from_overrides=True)
    try:
        return declare(
            node,
            [
                Parameter(name="rate", default=2.0, description="Rate [Hz].", lower=1.0, upper=9.0),
                Parameter(name="mode", default="a", description="Mode.", choices=("a", "b")),
            ],
        )
    finally:
        node.destroy_node()
        rclpy.try_shutdown()


def test_parameters_are_typed_and_ranged() -> None:
    assert _declare(["-p", "rate:=3"]) == {"rate": 3.0, "mode": "a"}
    with pytest.raises(UnknownNameError, match="'rat'.*did you mean 'rate'"):
        _declare(["-p", "rat:=3.0"])
    with pytest.raises(ConfigError, match=r"1\.0\.\.\.9\.0, got 10\.0"):
        _declare(["-p", "rate:=10.0"])
    with pytest.raises(ConfigError, match="expected float, got 'fast'"):
        _declare(["-p", "rate:=fast"])
    with pytest.raises(UnknownNameError, match="allowed: a, b"):
        _declare(["-p", "mode:=c"])


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
