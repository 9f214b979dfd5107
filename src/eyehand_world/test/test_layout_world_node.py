"""The layout world node through its services and topics."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.ros

rclpy = pytest.importorskip("rclpy")

from eyehand_core.tasks.places import task_paths  # noqa: E402
from eyehand_nodekit.callers import ServiceCaller  # noqa: E402
from eyehand_nodekit.stamps import to_nanoseconds  # noqa: E402
from rclpy.executors import SingleThreadedExecutor  # noqa: E402
from rosgraph_msgs.msg import Clock  # noqa: E402

from eyehand_interfaces.msg import CameraCommand, ObjectStates  # noqa: E402
from eyehand_interfaces.srv import ApplyLayout, Capture, ResetWorld  # noqa: E402
from eyehand_nodekit import qos  # noqa: E402

CONFIG = Path(__file__).parents[3] / "config"
PATH = next(name for name in task_paths(CONFIG / "tasks") if name.startswith("path_one"))
STRAIGHT = '{"action":"move","object":"robot","relation":"center_of","relation_target":"yard"}'
PROGRAM = "from eyehand_world.layout_world_node import main; main()"
PLACE = (
    '{"action":"place","category":"cup","object":"cup","relation":"to_the_right_of",'
    '"relation_target":"table"}'
)
DOMAIN = 93
TIMEOUT_S = 20.0


class Client:
    """Everything that others use of a layout world."""

    def __init__(self) -> None:
        self.node = rclpy.create_node("layout_world_tester")
        self.samples: list[Any] = []
        self.clocks: list[int] = []
        self.node.create_subscription(
            ObjectStates, "world/objects", self.samples.append, qos.STATES
        )
        self.node.create_subscription(
            Clock, "clock", lambda m: self.clocks.append(to_nanoseconds(m.clock)), qos.CLOCK
        )
        self._callers = {
            kind: ServiceCaller(self.node, kind, name, "layout_world")
            for kind, name in (
                (ResetWorld, "reset_world"),
                (ApplyLayout, "apply_layout"),
                (Capture, "capture"),
            )
        }

    def call(self, kind: Any, **fields: Any) -> Any:
        return self._callers[kind].call(kind.Request(**fields), TIMEOUT_S)

    def wait_for_samples(self, count: int) -> list[Any]:
        limit = time.monotonic() + TIMEOUT_S
        while len(self.samples) < count and time.monotonic() < limit:
            time.sleep(0.02)
        return self.samples


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    monkeypatch.setenv("ROS_DOMAIN_ID", str(DOMAIN))
    command = [sys.executable, "-c", PROGRAM, "--ros-args", "-p", f"config:={CONFIG}"]
    process = subprocess.Popen(command)
    rclpy.init(domain_id=DOMAIN)
    user = Client()
    executor = SingleThreadedExecutor()
    executor.add_node(user.node)
    stop = threading.Event()

    def spin() -> None:
        while not stop.is_set():
            executor.spin_once(timeout_sec=0.05)

    thread = threading.Thread(target=spin)
    thread.start()
    yield user
    stop.set()
    thread.join(5.0)
    executor.shutdown()
    user.node.destroy_node()
    rclpy.try_shutdown()
    process.terminate()
    assert process.wait(TIMEOUT_S) == 0


def test_an_episode_through_the_services(client: Client) -> None:
    early = client.call(Capture)
    assert not early.ok
    assert "reset it" in early.error
    unknown = client.call(ResetWorld, task="cup_rigth_of_table", seed=1)
    assert not unknown.ok
    assert "did you mean 'cup_right_of_table'" in unknown.error

    start = client.call(ResetWorld, task="cup_right_of_table", seed=1000)
    assert start.ok, start.error
    assert len(start.scene_digest) == 64
    first = client.call(Capture, not_before=start.stamp)
    assert first.ok, first.error

    illegal = client.call(ApplyLayout, action='{"action":"undo"}')
    assert (illegal.legal, illegal.code, illegal.stamp) == (False, "nothing_to_undo", start.stamp)
    legal = client.call(ApplyLayout, action=PLACE)
    assert legal.legal, legal.error

    samples = client.wait_for_samples(7)
    assert [sample.sequence for sample in samples] == list(range(7))
    assert [sample.at_rest for sample in samples] == [True, *[False] * 5, True]
    assert samples[0].header.stamp == start.stamp
    assert samples[-1].header.stamp == legal.stamp
    assert [item.name for item in samples[-1].objects] == ["table", "vase", "cup"]
    assert client.clocks == [to_nanoseconds(sample.header.stamp) for sample in samples]

    second = client.call(Capture, not_before=legal.stamp)
    assert second.images[0].header.stamp == legal.stamp
    assert second.names == ["scene"]
    assert (second.infos[0].width, second.infos[0].height) == (512, 512)
    assert bytes(second.images[0].data) != bytes(first.images[0].data)
    later = legal.stamp
    later.sec += 1
    assert not client.call(Capture, not_before=later).ok
    assert not client.call(Capture, views=[CameraCommand(action="view_topdown")]).ok

    assert client.call(ResetWorld, task=PATH, seed=1000).ok
    blocked = client.call(ApplyLayout, action=STRAIGHT)
    assert (blocked.legal, blocked.code) == (True, "path_blocked"), blocked.error
