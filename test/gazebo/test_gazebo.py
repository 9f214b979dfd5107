"""The stack's nodes on real Gazebo physics, with a stand-in for the simulator's ROS packages.

What is shown: scenes as Gazebo reads them, its physics, contacts and camera, and executor, camera,
referee, agent and world node on them. What is not: gazebo_ros and gazebo_ros2_control.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from diagnostic_msgs.msg import DiagnosticArray
from eyehand_bench.stack.domain import reserve_domain
from eyehand_bench.stack.running_stack import RunningStack
from eyehand_bench.stack.stack_process import StackProcess
from eyehand_nodekit.spinning_node import SpinningNode
from sensor_msgs.msg import CompressedImage

from eyehand_interfaces.msg import ObjectStates
from eyehand_nodekit import qos

pytestmark = [pytest.mark.gazebo, pytest.mark.ros, pytest.mark.sim]

LAUNCH = Path(__file__).with_name("bridge.launch.py")
MASS_N = 0.05 * 9.81


class Witness:
    """What a node besides the stack sees of it."""

    def __init__(self, node: Any) -> None:
        self.samples: list[Any] = []
        self.pictures: list[Any] = []
        self.facts: dict[str, str] = {}
        node.create_subscription(ObjectStates, "world/objects", self.samples.append, qos.STATES)
        node.create_subscription(
            CompressedImage, "active_camera/image/compressed", self.pictures.append, qos.IMAGES
        )
        node.create_subscription(DiagnosticArray, "/diagnostics", self._take_diagnostics, 10)

    def _take_diagnostics(self, message: Any) -> None:
        for status in message.status:
            if status.name == "eyehand: world":
                self.facts = {item.key: item.value for item in status.values}

    def contacts(self, first: str, second: str) -> list[Any]:
        return [
            contact
            for sample in self.samples
            for contact in sample.contacts
            if {contact.body_a, contact.body_b} == {first, second}
        ]


def red_pixels(picture: Any) -> int:
    image = cv2.imdecode(np.frombuffer(bytes(picture.data), np.uint8), cv2.IMREAD_COLOR)
    blue, green, red = (image[..., channel].astype(int) for channel in range(3))
    return int(((red > 2 * green) & (red > 2 * blue) & (red > 60)).sum())


def test_experts_solve_two_tasks_in_one_running_gazebo(gazebo: Path, tmp_path: Path) -> None:
    del gazebo
    with reserve_domain() as domain:
        stack = StackProcess(LAUNCH, {"agent": "expert"}, domain, tmp_path)
        node = SpinningNode("tester", domain.number)
        try:
            witness = Witness(node.node)
            bell = RunningStack(node, domain).play("click_bell", 1000)
            pressed = witness.contacts("bell", "right/finger1")
            witness.pictures.clear()
            witness.samples.clear()
            cube = RunningStack(node, domain).play("grasp_single_cube", 1000)
        finally:
            node.close()
            stack.stop()
    log = stack.log.read_text(errors="replace")[-3000:]
    assert (bell.outcome, cube.outcome) == ("success", "success"), (bell, cube, log)
    assert pressed

    # The scene is new: no bell, the cube first on the table with its weight, then in the gripper.
    names = {item.name for sample in witness.samples[-5:] for item in sample.objects}
    assert names == {"cube"}
    weights = [contact.normal_force for contact in witness.contacts("cube", "table")]
    assert np.median(weights) == pytest.approx(MASS_N, rel=0.1)
    for finger in ("finger1", "finger2"):
        grip = max(c.normal_force for c in witness.contacts("cube", f"right/{finger}"))
        assert 10.0 < grip < 40.0
    # A world that runs on shows what the old scene and the empty table looked like, too.
    objects = [item for sample in witness.samples for item in sample.objects]
    heights = [item.pose.position.z for item in objects if item.name == "cube"]
    assert heights[-1] > heights[0] + 0.05

    # The camera was moved and saw the cube from there.
    assert len({bytes(picture.data) for picture in witness.pictures}) > 3
    assert max(map(red_pixels, witness.pictures)) > 200

    # The record says what this world cannot give.
    assert (witness.facts["exact_repeat"], witness.facts["lock_step"]) == ("no", "no")
    assert "no gazebo_ros" in witness.facts["physics"]
