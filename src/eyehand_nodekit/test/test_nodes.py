"""Two real nodes: deferred actions, cancel, deadlines, blocking handlers, parameters."""

from __future__ import annotations

import threading
import time

import pytest

pytestmark = pytest.mark.ros

rclpy = pytest.importorskip("rclpy")

from action_msgs.msg import GoalStatusArray  # noqa: E402
from eyehand_core.errors import ConfigError, StackError, UnknownNameError  # noqa: E402
from eyehand_nodekit.callers import ActionCaller, ServiceCaller  # noqa: E402
from eyehand_nodekit.deadline import Deadline  # noqa: E402
from eyehand_nodekit.deferred_action import DeferredActionServer, DeferredGoal  # noqa: E402
from eyehand_nodekit.parameters import Parameter, declare  # noqa: E402
from eyehand_nodekit.stack_node import StackNode  # noqa: E402
from rclpy.node import Node  # noqa: E402

from eyehand_interfaces.action import MoveCamera  # noqa: E402
from eyehand_interfaces.srv import SaveState  # noqa: E402


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


def test_ended_goals_are_forgotten(
    nodes: tuple[StackNode, StackNode], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else each change of a goal is published with all goals there ever were."""
    monkeypatch.setattr("eyehand_nodekit.deferred_action._RESULT_KEPT_S", 1)
    server, client = nodes
    kept: list[int] = []
    client.io.create_subscription(
        GoalStatusArray, "look/_action/status", lambda m: kept.append(len(m.status_list)), 10
    )
    DeferredActionServer(
        server, MoveCamera, "look", on_goal=lambda goal: goal.succeed(MoveCamera.Result())
    )
    caller = ActionCaller(client.io, MoveCamera, "look", "server")
    for _ in range(3):
        caller.call(MoveCamera.Goal(), 5.0)
    deadline = Deadline(20.0)
    while not deadline.expired and not (kept and max(kept) >= 3 and kept[-1] == 1):
        time.sleep(1.5)
        caller.call(MoveCamera.Goal(), 5.0)
    assert max(kept) >= 3
    assert kept[-1] == 1


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
