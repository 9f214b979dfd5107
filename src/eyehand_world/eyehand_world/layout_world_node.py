"""Node of the layout world: services reset_world, apply_layout and capture, topics of a world."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from eyehand_core.errors import EyehandError
from eyehand_core.layout.actions import is_legal
from eyehand_core.layout.play import VIEW
from eyehand_core.layout.resolver import IllegalAction
from eyehand_core.layout.world import Applied, LayoutSample, LayoutWorld
from eyehand_core.tasks.library import Library
from eyehand_core.views import ACTIVE_CAMERA_FRAME
from eyehand_nodekit.image_messages import jpeg_to_message
from eyehand_nodekit.node_main import run_node
from eyehand_nodekit.parameters import CONFIG, Parameter
from eyehand_nodekit.stack_node import StackNode
from eyehand_nodekit.state_messages import objects_to_message
from geometry_msgs.msg import Pose
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import CameraInfo, CompressedImage
from std_msgs.msg import String

from eyehand_interfaces.msg import ObjectStates
from eyehand_interfaces.srv import ApplyLayout, Capture, ResetWorld
from eyehand_nodekit import qos, stamps
from eyehand_world.layout_render.picture import Shot
from eyehand_world.layout_render.renderers import DEFAULT_RENDERER, load_renderer


class LayoutWorldNode(StackNode):
    """Serves one layout world and its pictures; there is no camera to move."""

    def __init__(self) -> None:
        super().__init__("layout_world", [CONFIG, _RENDERER])
        config = Path(self.values["config"])
        self._world = LayoutWorld()
        self._renderer = load_renderer(config, self.values["renderer"])
        self._library = Library(config)
        self._instance = Shot()
        self._clock_topic = self.create_publisher(Clock, "clock", qos.CLOCK)
        self._objects = self.create_publisher(ObjectStates, "world/objects", qos.STATES)
        self._images = self.create_publisher(
            CompressedImage, "active_camera/image/compressed", qos.IMAGES
        )
        self._notes = self.create_publisher(String, "world/pictures", qos.EVENTS)
        self.create_service(ResetWorld, "reset_world", self._reset)
        self.create_service(ApplyLayout, "apply_layout", self._apply)
        self.create_service(Capture, "capture", self._capture)

    def _reset(self, request: Any, response: Any) -> Any:
        try:
            sample = self._world.reset(self._library.load(request.task), request.seed)
        except EyehandError as error:
            response.ok, response.error = False, str(error)
            return response
        self._instance = Shot(task=request.task, seed=request.seed)
        self._publish([sample])
        response.ok = True
        response.stamp = stamps.from_nanoseconds(sample.stamp_ns)
        response.scene_digest = self._world.scene.digest()
        return response

    def _apply(self, request: Any, response: Any) -> Any:
        try:
            result = self._world.apply(request.action)
        except EyehandError as error:
            result = IllegalAction("world_fault", str(error))
        if isinstance(result, Applied):
            self._publish(result.samples)
        response.legal, response.code = is_legal(result.code), result.code
        response.error = result.message
        response.stamp = stamps.from_nanoseconds(self._world.time_ns)
        return response

    def _capture(self, request: Any, response: Any) -> Any:
        if request.views:
            response.error = "a layout is seen from one side only; ask for the current view"
            return response
        if stamps.to_nanoseconds(request.not_before) > self._world.time_ns:
            response.error = "the picture asked for lies in the future; act first"
            return response
        try:
            shot = replace(self._instance, step=len(self._world.history.scenes) - 1)
            picture = self._renderer.render(self._world.scene, shot)
        except EyehandError as error:
            response.error = str(error)
            return response
        stamp = stamps.from_nanoseconds(self._world.time_ns)
        image = jpeg_to_message(picture.jpeg, stamp, ACTIVE_CAMERA_FRAME)
        self._images.publish(image)
        self._notes.publish(String(data=json.dumps(picture.note(), sort_keys=True)))
        # A drawing has no focal length: the matrices stay zero, as for an uncalibrated camera.
        info = CameraInfo(
            header=image.header, width=self._renderer.size, height=self._renderer.size
        )
        response.images, response.infos = [image], [info]
        response.optical_poses, response.names = [Pose()], [VIEW]
        response.ok = True
        return response

    def _publish(self, samples: Iterable[LayoutSample]) -> None:
        for sample in samples:
            self._clock_topic.publish(Clock(clock=stamps.from_nanoseconds(sample.stamp_ns)))
            self._objects.publish(objects_to_message(sample.state, sample.stamp_ns))


_RENDERER = Parameter(
    name="renderer",
    default=DEFAULT_RENDERER,
    description="File in config/layout_renderers; never changes geometry or scores.",
)


def main() -> None:
    """Run the layout world node."""
    sys.exit(run_node(LayoutWorldNode))
