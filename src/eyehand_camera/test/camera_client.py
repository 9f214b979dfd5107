"""A client of the camera that also knows the truth about the scene."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from eyehand_nodekit.callers import ActionCaller, ServiceCaller
from eyehand_nodekit.deadline import Deadline
from eyehand_nodekit.mailbox import Mailbox
from eyehand_nodekit.spinning_node import SpinningNode
from sensor_msgs.msg import CameraInfo, CompressedImage
from tf2_msgs.msg import TFMessage

from eyehand_interfaces.action import MoveCamera
from eyehand_interfaces.msg import ArmStates, CameraCommand, ObjectStates
from eyehand_interfaces.srv import Capture, ResetWorld
from eyehand_nodekit import qos

CONFIG = Path(__file__).parents[3] / "config"


class CameraClient(SpinningNode):
    """Moves the camera and takes pictures.

    Args:
        domain: ROS domain id.
    """

    def __init__(self, domain: int) -> None:
        super().__init__("camera_client", domain)
        self.objects: Mailbox[Any] = Mailbox("world/objects")
        self.arms: Mailbox[Any] = Mailbox("arms")
        self.images: list[Any] = []
        self.infos: list[Any] = []
        self.frames: list[Any] = []
        subscribe = self.node.create_subscription
        subscribe(ObjectStates, "world/objects", self.objects.put, qos.STATES)
        subscribe(ArmStates, "arms", self.arms.put, qos.STATES)
        subscribe(CompressedImage, "active_camera/image/compressed", self.images.append, qos.IMAGES)
        subscribe(CameraInfo, "active_camera/camera_info", self.infos.append, qos.IMAGES)
        subscribe(TFMessage, "tf", lambda message: self.frames.extend(message.transforms), 100)
        self._move = ActionCaller(self.node, MoveCamera, "move_camera", "camera")
        self._capture = ServiceCaller(self.node, Capture, "capture", "camera")
        self._reset = ServiceCaller(self.node, ResetWorld, "reset_world", "world")

    def reset(self, task: str, seed: int) -> None:
        """Reset the world once all nodes are there, and wait for the grip centres."""
        deadline = Deadline(60.0)
        while not (self._move.ready() and self.node.count_publishers("arms")):
            assert not deadline.expired, "the nodes did not start"
            time.sleep(0.1)
        response = self._reset.call(ResetWorld.Request(task=task, seed=seed), 60.0)
        assert response.ok, response.error
        self.arms.wait_for(lambda message: True, Deadline(10.0))

    def move(self, action: str, anchor: str = "") -> Any:
        """Move the camera."""
        command = CameraCommand(action=action, anchor=anchor)
        return self._move.call(MoveCamera.Goal(command=command), 30.0)

    def capture(self, *views: str, anchor: str = "right", not_before: Any = None) -> Any:
        """Take pictures of named views, or of the current one."""
        commands = [CameraCommand(action=view, anchor=anchor) for view in views]
        request = Capture.Request(views=commands)
        if not_before is not None:
            request.not_before = not_before
        return self._capture.call(request, 60.0)
