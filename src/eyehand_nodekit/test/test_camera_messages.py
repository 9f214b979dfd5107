"""Requests to the camera survive the way through messages."""

from __future__ import annotations

from typing import Any

import pytest
from eyehand_core.camera_motion import CameraRequest
from eyehand_core.camera_rig import CameraRig
from eyehand_core.capture_request import CaptureRequest
from eyehand_core.depth_range import DepthRange
from eyehand_nodekit.camera_messages import (
    capture_from_message,
    capture_to_message,
    rig_from_message,
    rig_to_message,
)
from rclpy.serialization import deserialize_message, serialize_message

VIEWS = tuple(CameraRequest(action=name, anchor="both") for name in ("view_side", "view_topdown"))
RIG = CameraRig(
    speed=0.25,
    turn_speed=1.5,
    mount=(0.0, -0.65, 0.9),
    shortest_reach=0.35,
    longest_reach=1.15,
    clearance=0.08,
    position_deviation=0.003,
    angle_deviation=0.01,
).of_episode("task", 1000)


def sent(message: Any) -> Any:
    return deserialize_message(serialize_message(message), type(message))


@pytest.mark.parametrize(
    "request_",
    [
        CaptureRequest(),
        CaptureRequest(views=VIEWS, target=("cube", "bowl")),
        CaptureRequest(views=VIEWS, depth=DepthRange(near=0.0, far=2.0)),
    ],
)
def test_capture_round_trip(request_: CaptureRequest) -> None:
    assert capture_from_message(sent(capture_to_message(request_))) == request_


def test_rig_round_trip() -> None:
    assert rig_from_message(sent(rig_to_message(RIG))) == RIG
    assert rig_from_message(sent(rig_to_message(None))) is None
