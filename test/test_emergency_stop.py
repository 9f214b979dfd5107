"""A person stops both arms from another process while the model that plays hangs."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import numpy as np
import pytest

pytestmark = [pytest.mark.ros, pytest.mark.sim]

pytest.importorskip("rclpy")

from diagnostic_msgs.msg import DiagnosticStatus  # noqa: E402
from eyehand_agent.testing.chat_server import ChatServer  # noqa: E402
from eyehand_bench.stack.domain import reserve_domain  # noqa: E402
from eyehand_nodekit.callers import ActionCaller  # noqa: E402
from eyehand_nodekit.spinning_node import SpinningNode  # noqa: E402
from eyehand_nodekit.testing.node_process import NodeProcess  # noqa: E402
from sensor_msgs.msg import JointState  # noqa: E402

from eyehand_bench import library  # noqa: E402
from eyehand_interfaces.action import MoveArms, RunEpisode  # noqa: E402
from eyehand_interfaces.msg import ArmCommand, DecisionRecord  # noqa: E402
from eyehand_nodekit import qos  # noqa: E402

LONG_S = 120.0
TASK = "lift_pot"
UP = 2
DECISION = '{"action": "dual_gripper.open", "reason": "let go"}'


BUTTON = """
import sys, rclpy
from std_msgs.msg import Bool
rclpy.init()
node = rclpy.create_node("button")
topic = node.create_publisher(Bool, "emergency_stop", 10)
while topic.get_subscription_count() == 0:
    rclpy.spin_once(node, timeout_sec=0.05)
print("ready", flush=True)
for line in sys.stdin:
    topic.publish(Bool(data=line.strip() == "press"))
"""
"""An emergency stop button: a program of its own that tells its position."""


class Button:
    """The button's process."""

    def __init__(self, domain: int, parts: ExitStack) -> None:
        self._process = parts.enter_context(
            subprocess.Popen(
                [sys.executable, "-c", BUTTON],
                env={**os.environ, "ROS_DOMAIN_ID": str(domain)},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        )
        parts.callback(self._process.kill)
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == "ready\n"

    def tell(self, position: str) -> None:
        """Tell ``press`` or ``unlock``."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{position}\n")
        self._process.stdin.flush()


class Cell:
    """All nodes with a slow robot and a model that answers when it is told to."""

    def __init__(self, parts: ExitStack) -> None:
        self.domain = parts.enter_context(reserve_domain()).number
        self.answer = threading.Event()
        parts.callback(self.answer.set)
        self.server = parts.enter_context(ChatServer([self._hang]))
        robot = library.robot_files()["dual_x5"]
        for package, more in (
            ("world", {"profile": "fast"}),
            ("executor", {"speed_scale": 0.01}),
            ("camera", {}),
            ("monitor", {}),
            ("agent", {"agent": "mllm", "model": "test", "base_url": self.server.base_url}),
        ):
            node = NodeProcess(
                f"eyehand_{package}",
                f"{package}_node",
                self.domain,
                config=library.config_folder(),
                robot=robot,
                **more,
            )
            parts.callback(node.stop)
        self.button = Button(self.domain, parts)
        self.node = SpinningNode("operator_tester", self.domain)
        parts.callback(self.node.close)
        self.joints: list[Any] = []
        self.safety: list[dict[str, str]] = []
        self.decisions: list[Any] = []
        self._changed = threading.Condition()
        node = self.node.node
        for kind, topic, quality, keep in (
            (JointState, "joint_states", qos.STATES, self.joints.append),
            (DecisionRecord, "decisions", qos.EVENTS, self.decisions.append),
            (DiagnosticStatus, "safety", qos.LATCHED, self._keep_safety),
        ):
            node.create_subscription(kind, topic, self._noting(keep), quality)
        self.arms = ActionCaller(node, MoveArms, "move_arms", "executor")
        self.episodes = ActionCaller(node, RunEpisode, "run_episode", "agent")

    def wait_for(self, what: Any) -> None:
        """Wait until ``what()`` is true."""
        with self._changed:
            assert self._changed.wait_for(what, timeout=LONG_S)

    def lift(self, amount: float) -> Any:
        """Send both arms up by ``amount`` [m]."""
        kind, axis = ArmCommand.TRANSLATE, UP
        commands = [
            ArmCommand(arm=arm, kind=kind, axis=axis, amount=amount) for arm in ("left", "right")
        ]
        goal = self.arms.send(MoveArms.Goal(commands=commands), LONG_S)
        assert goal is not None
        return goal

    def speed(self, prefix: str = "") -> float:
        """Return the speed of the fastest joint whose name begins with ``prefix`` [rad/s]."""
        newest = self.joints[-1]
        speeds = zip(newest.name, newest.velocity, strict=True)
        return max(abs(speed) for name, speed in speeds if name.startswith(prefix))

    def eyehand(self, command: str) -> subprocess.CompletedProcess[str]:
        """Run ``eyehand`` in a process of its own."""
        return subprocess.run(
            [sys.executable, "-m", "eyehand_bench", command],
            env={**os.environ, "ROS_DOMAIN_ID": str(self.domain)},
            capture_output=True,
            text=True,
            check=False,
            timeout=LONG_S,
        )

    def _hang(self, _: Any) -> str:
        with self._changed:
            self._changed.notify_all()
        self.answer.wait(LONG_S)
        return DECISION

    def _keep_safety(self, message: Any) -> None:
        facts = {item.key: item.value for item in message.values}
        self.safety.append({**facts, "message": message.message})

    def _noting(self, keep: Any) -> Any:
        def note(message: Any) -> None:
            with self._changed:
                keep(message)
                self._changed.notify_all()

        return note


@pytest.fixture
def cell() -> Iterator[Cell]:
    with ExitStack() as parts:
        yield Cell(parts)


def test_stop_from_another_process_while_the_model_hangs(cell: Cell) -> None:
    episode = cell.episodes.send(RunEpisode.Goal(task=TASK, seed=1000), LONG_S)
    assert episode is not None
    cell.wait_for(lambda: cell.server.requests)

    motion = cell.lift(0.1)
    cell.wait_for(lambda: cell.joints and min(cell.speed("left"), cell.speed("right")) > 0.02)
    cell.button.tell("press")
    result = motion.wait(LONG_S).result
    assert (result.success, result.code) == (False, "emergency_stop")
    assert result.position_error > 0.005
    cell.wait_for(lambda: cell.safety[-1]["still"] == "true")
    assert cell.safety[-1]["code"] == "emergency_stop"
    assert np.abs(cell.joints[-1].velocity).max() < 0.01
    assert len(cell.server.requests) == 1  # it hangs on
    assert not episode.done

    assert cell.eyehand("stop").stdout == "was stopped already\n"
    refused = cell.lift(0.01).wait(LONG_S).result
    assert refused.code == "not_released"
    cell.answer.set()
    cell.wait_for(lambda: cell.decisions)
    assert cell.decisions[-1].code == "not_released"
    ended = episode.wait(LONG_S).result
    assert ended.outcome == "invalid"
    assert "emergency_stop" in ended.reason

    pressed = cell.eyehand("release")
    assert pressed.returncode == 3
    assert "button is pressed" in pressed.stdout
    cell.button.tell("unlock")
    cell.wait_for(lambda: cell.safety[-1]["button"] == "unlocked")
    released = cell.eyehand("release")
    assert (released.returncode, released.stdout) == (0, "the robot may move\n")
    assert cell.lift(0.01).wait(LONG_S).result.success
