"""Requests to the camera to and from messages."""

from __future__ import annotations

from typing import Any

import numpy as np
from eyehand_core.camera_motion import CameraRequest
from eyehand_core.camera_rig import CameraRig
from eyehand_core.capture_request import CaptureRequest
from eyehand_core.depth_range import DepthRange

from eyehand_interfaces.msg import CameraCommand
from eyehand_interfaces.msg import CameraRig as RigMessage
from eyehand_interfaces.srv import Capture
from eyehand_nodekit.state_messages import point_to_message, vector_from_message

_PLAIN_FIELDS = (
    "speed",
    "turn_speed",
    "shortest_reach",
    "longest_reach",
    "clearance",
    "position_deviation",
    "angle_deviation",
    "error_seed",
)


def command_to_message(request: CameraRequest) -> CameraCommand:
    """Return one camera command as a message."""
    return CameraCommand(action=request.action, anchor=request.anchor)


def command_from_message(message: Any) -> CameraRequest:
    """Return a CameraCommand message as a camera command."""
    return CameraRequest(action=message.action, anchor=message.anchor)


def capture_to_message(request: CaptureRequest) -> Capture.Request:
    """Return what is to be pictured as a message, without its age."""
    depth = request.depth
    return Capture.Request(
        views=[command_to_message(view) for view in request.views],
        target=list(request.target),
        depth_near=depth.near if depth else 0.0,
        depth_far=depth.far if depth else 0.0,
    )


def capture_from_message(message: Any) -> CaptureRequest:
    """Return a request of ``capture`` as what is to be pictured."""
    depth = DepthRange(near=message.depth_near, far=message.depth_far)
    return CaptureRequest(
        views=tuple(command_from_message(view) for view in message.views),
        target=tuple(message.target),
        depth=depth if depth.far > 0.0 else None,
    )


def rig_to_message(rig: CameraRig | None) -> RigMessage:
    """Return what carries the camera as a message; all zero for a camera without a body."""
    if rig is None:
        return RigMessage()
    plain = {name: getattr(rig, name) for name in _PLAIN_FIELDS}
    return RigMessage(mount=point_to_message(np.array(rig.mount)), **plain)


def rig_from_message(message: Any) -> CameraRig | None:
    """Return a CameraRig message as what carries the camera."""
    if message.speed <= 0.0:
        return None
    plain = {name: getattr(message, name) for name in _PLAIN_FIELDS}
    return CameraRig(mount=tuple(vector_from_message(message.mount)), **plain)
