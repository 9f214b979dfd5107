"""What a simulated world does for a camera: pictures, depths, visibility, and time to travel."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
from eyehand_core.depth_range import DepthRange
from eyehand_core.errors import ConfigError, UnknownNameError
from eyehand_core.geometry.camera_model import CameraModel
from eyehand_core.robot import Robot
from eyehand_core.views import ACTIVE_CAMERA_FRAME
from eyehand_nodekit.image_messages import jpeg_to_message
from eyehand_nodekit.jpeg import encode_jpeg
from eyehand_nodekit.state_messages import (
    point_to_message,
    pose_from_message,
    vector_from_message,
)
from numpy.typing import NDArray

from eyehand_interfaces.srv import CarryCamera, MeasureVisibility, RenderDepth, RenderView
from eyehand_nodekit import stamps
from eyehand_world.renderer import Renderer
from eyehand_world.simulation import Simulation
from eyehand_world.snapshot import Snapshot
from eyehand_world.visibility import target_and_fingers, visible_shares

LONGEST_TRAVEL_S = 120.0
"""World time; the referee waits no longer for the world to come to rest than this takes to pass."""


class CameraServices:
    """Serves one world.

    Args:
        node: the world's node.
        robot: robot file.
        simulation: the world.
        renderer: draws it.

    Attributes:
        drawing_seconds: wall time spent on answers so far [s].
    """

    def __init__(self, node: Any, robot: Robot, simulation: Simulation, renderer: Renderer) -> None:
        self._robot, self._simulation, self._renderer = robot, simulation, renderer
        self.drawing_seconds = 0.0
        node.create_service(RenderView, "render_view", self._serving(self._render))
        node.create_service(RenderDepth, "render_depth", self._serving(self._depth))
        node.create_service(MeasureVisibility, "measure_visibility", self._serving(self._measure))
        node.create_service(CarryCamera, "carry_camera", self._serving(self._carry))

    def _serving(self, work: Callable[[Any, Any], None]) -> Callable[[Any, Any], Any]:
        def handler(request: Any, response: Any) -> Any:
            begin = time.perf_counter()
            try:
                work(request, response)
            except Exception as error:  # noqa: BLE001 - a bad request must not end the world
                response.error = str(error) or repr(error)
                return response
            self.drawing_seconds += time.perf_counter() - begin
            response.ok = True
            return response

        return handler

    def _render(self, request: Any, response: Any) -> None:
        snapshot = self._simulation.snapshot()
        pose = pose_from_message(request.optical_pose)
        picture = self._renderer.render(snapshot, _camera(request), pose)
        response.image = _image(picture, request.jpeg_quality, snapshot)

    def _depth(self, request: Any, response: Any) -> None:
        if not 0.0 <= request.near < request.far:
            raise ConfigError(
                f"depth from {request.near:g} to {request.far:g} m cannot be drawn; "
                "near must be at least 0 and below far"
            )
        snapshot = self._simulation.snapshot()
        pose = pose_from_message(request.optical_pose)
        depth = self._renderer.depth(snapshot, _camera(request), pose)
        grey = DepthRange(near=request.near, far=request.far).grey(depth)
        response.image = _image(grey, request.jpeg_quality, snapshot)

    def _measure(self, request: Any, response: Any) -> None:
        objects = self._simulation.object_states()
        for name in request.objects:
            if name not in objects:
                raise UnknownNameError("object", name, objects)
        snapshot = self._simulation.snapshot()
        bodies = target_and_fingers(snapshot.model, request.objects, self._robot, request.arms)
        for message in request.optical_poses:
            pose = pose_from_message(message)
            shares = visible_shares(self._renderer, snapshot, _camera(request), pose, bodies)
            response.target_shares.append(shares[0])
            response.finger_shares.append(shares[1])
        positions = [objects[name].pose.position for name in request.objects]
        response.target = point_to_message(np.mean(positions, axis=0))
        response.stamp = stamps.from_nanoseconds(snapshot.stamp_ns)

    def _carry(self, request: Any, response: Any) -> None:
        if not 0.0 <= request.seconds <= LONGEST_TRAVEL_S:
            raise ConfigError(
                f"a travel of {request.seconds:g} s is not possible; "
                f"allowed: 0 to {LONGEST_TRAVEL_S:g} s; use a faster rig"
            )
        target = vector_from_message(request.target)
        passage = self._simulation.carry_camera(target, request.clearance, request.seconds)
        response.obstacle = passage.obstacle
        response.arrival = stamps.from_nanoseconds(passage.arrival_ns)


def _camera(request: Any) -> CameraModel:
    return CameraModel(
        width=request.width, height=request.height, vertical_fov=request.vertical_fov
    )


def _image(picture: NDArray[np.uint8], quality: int, snapshot: Snapshot) -> Any:
    stamp = stamps.from_nanoseconds(snapshot.stamp_ns)
    return jpeg_to_message(encode_jpeg(picture, quality), stamp, ACTIVE_CAMERA_FRAME)
