"""What a simulated world does for a camera, as clients of its services."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from eyehand_core.depth_range import DepthRange
from eyehand_core.diagnostic_view import Visibility
from eyehand_core.errors import WorldError
from eyehand_core.geometry.pose import Pose
from eyehand_core.geometry.rotation import Array
from eyehand_core.robot import ActiveCamera as CameraSettings
from eyehand_nodekit.callers import ServiceCaller
from eyehand_nodekit.image_messages import jpeg_from_message
from eyehand_nodekit.stamps import to_nanoseconds
from eyehand_nodekit.state_messages import (
    point_to_message,
    pose_to_message,
    vector_from_message,
)

from eyehand_camera.back_ends.back_end import Passage, Picture, Seen
from eyehand_interfaces.srv import CarryCamera, MeasureVisibility, RenderDepth


class WorldClient:
    """See ``back_end.SimulatedWorld``.

    Args:
        node: node spun in another thread.
        settings: camera part of the robot file.
    """

    def __init__(self, node: Any, settings: CameraSettings) -> None:
        self._depth = ServiceCaller(node, RenderDepth, "render_depth", "world")
        self._measure = ServiceCaller(node, MeasureVisibility, "measure_visibility", "world")
        self._carry = ServiceCaller(node, CarryCamera, "carry_camera", "world")
        self._settings = settings
        self._lens = {
            "width": settings.width,
            "height": settings.height,
            "vertical_fov": settings.vertical_fov,
        }

    def depth(self, optical_pose: Pose, depth: DepthRange, seconds: float) -> Picture:
        """Return a depth picture as seen from ``optical_pose``."""
        request = RenderDepth.Request(
            optical_pose=pose_to_message(optical_pose),
            jpeg_quality=self._settings.jpeg_quality,
            near=depth.near,
            far=depth.far,
            **self._lens,
        )
        response = _checked(self._depth.call(request, seconds))
        return Picture(
            jpeg=jpeg_from_message(response.image),
            stamp=to_nanoseconds(response.image.header.stamp),
        )

    def look_for(
        self, poses: Sequence[Pose], target: tuple[str, ...], arms: tuple[str, ...], seconds: float
    ) -> Seen:
        """Return how much of a target and of the fingers of some arms each pose shows."""
        request = MeasureVisibility.Request(
            optical_poses=[pose_to_message(pose) for pose in poses],
            objects=list(target),
            arms=list(arms),
            **self._lens,
        )
        response = _checked(self._measure.call(request, seconds))
        pairs = zip(response.target_shares, response.finger_shares, strict=True)
        return Seen(
            shares=tuple(Visibility(target=shown, fingers=held) for shown, held in pairs),
            target=vector_from_message(response.target),
            stamp=to_nanoseconds(response.stamp),
        )

    def carry(
        self, position: Array, clearance: float, travel_time: float, seconds: float
    ) -> Passage:
        """Let time pass while the camera travels to a position, unless something is there."""
        request = CarryCamera.Request(
            target=point_to_message(position), clearance=clearance, seconds=travel_time
        )
        response = _checked(self._carry.call(request, seconds))
        return Passage(obstacle=response.obstacle, arrival=to_nanoseconds(response.arrival))


def _checked(response: Any) -> Any:
    if not response.ok:
        raise WorldError(f"the world could not serve the camera: {response.error}")
    return response
