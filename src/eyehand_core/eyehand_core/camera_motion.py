"""What a camera command does to the optical pose, and when it is refused."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

import numpy as np

from eyehand_core.errors import UnknownNameError
from eyehand_core.geometry import rotation
from eyehand_core.geometry.pose import Pose
from eyehand_core.geometry.rotation import Array
from eyehand_core.robot import Box
from eyehand_core.views import NAMED_VIEWS, START_VIEW, anchor_point, view_pose

MOVE_STEP = 0.05
ZOOM_STEP = 0.08
TURN_STEP = math.radians(10.0)

OUTSIDE_BOX = "outside_camera_box"
UNKNOWN_ACTION = "unknown_camera_action"
UNKNOWN_ANCHOR = "unknown_anchor"

_RIGHT = (1.0, 0.0, 0.0)
_DOWN = (0.0, 1.0, 0.0)
_FORWARD = (0.0, 0.0, 1.0)


@dataclass(frozen=True, kw_only=True)
class CameraRequest:
    """One camera command.

    Attributes:
        action: a named view, the start view or an increment.
        anchor: arm name or ``both`` for a view; empty for an increment.
    """

    action: str
    anchor: str = ""


@dataclass(frozen=True, kw_only=True, eq=False)
class CameraMove:
    """What became of a camera command.

    Attributes:
        pose: optical pose from now on; the old one after a refusal.
        code: reason code of a refusal; empty when accepted.
        message: one sentence behind the code.
        travel_time: world time that a camera with a body takes [s].
        arrival: world time at the end of the travel [ns]; 0 if it takes no time.
    """

    pose: Pose
    code: str = ""
    message: str = ""
    travel_time: float = 0.0
    arrival: int = 0

    @property
    def accepted(self) -> bool:
        """True if the camera took the new pose."""
        return not self.code


def _shift(pose: Pose, axis: tuple[float, ...], distance: float) -> Pose:
    return pose.translated(pose.matrix @ np.array(axis) * distance)


def _yaw(pose: Pose, angle: float) -> Pose:
    turn = rotation.from_axis_angle([0.0, 0.0, 1.0], angle)
    return Pose.of(pose.position, rotation.multiply(turn, pose.quaternion))


def _pitch(pose: Pose, angle: float) -> Pose:
    return pose.rotated_about(pose.position, _RIGHT, angle)


# A turn to the left is positive about world z; looking up is positive about the image's right.
INCREMENTS: Mapping[str, Callable[[Pose], Pose]] = MappingProxyType(
    {
        "move_left.small": partial(_shift, axis=_RIGHT, distance=-MOVE_STEP),
        "move_right.small": partial(_shift, axis=_RIGHT, distance=MOVE_STEP),
        "move_up.small": partial(_shift, axis=_DOWN, distance=-MOVE_STEP),
        "move_down.small": partial(_shift, axis=_DOWN, distance=MOVE_STEP),
        "zoom_in": partial(_shift, axis=_FORWARD, distance=ZOOM_STEP),
        "zoom_out": partial(_shift, axis=_FORWARD, distance=-ZOOM_STEP),
        "yaw_left.small": partial(_yaw, angle=TURN_STEP),
        "yaw_right.small": partial(_yaw, angle=-TURN_STEP),
        "pitch_up.small": partial(_pitch, angle=TURN_STEP),
        "pitch_down.small": partial(_pitch, angle=-TURN_STEP),
    }
)


def is_view(action: str) -> bool:
    """Tell whether a camera action is a view with an anchor, not an increment."""
    return action == START_VIEW or action in NAMED_VIEWS


def move_camera(
    request: CameraRequest, pose: Pose, grip_centers: Mapping[str, Array], box: Box
) -> CameraMove:
    """Apply one command. Nothing is clamped: a target outside ``box`` is refused.

    Args:
        request: the command.
        pose: optical pose before it.
        grip_centers: grip centre per arm [m]; used by views only.
        box: positions that the camera may take.
    """
    if is_view(request.action):
        try:
            point = anchor_point(request.anchor, grip_centers)
            target = view_pose(request.action, request.anchor, point)
        except UnknownNameError as error:
            return CameraMove(pose=pose, code=UNKNOWN_ANCHOR, message=str(error))
    elif request.action in INCREMENTS:
        target = INCREMENTS[request.action](pose)
    else:
        allowed = [*NAMED_VIEWS, START_VIEW, *INCREMENTS]
        message = str(UnknownNameError("camera action", request.action, allowed))
        return CameraMove(pose=pose, code=UNKNOWN_ACTION, message=message)
    if not box.contains(target.position):
        message = (
            f"{request.action} would put the camera at {np.round(target.position, 3).tolist()} m; "
            f"allowed: {list(box.lower)} to {list(box.upper)}; choose another view or step"
        )
        return CameraMove(pose=pose, code=OUTSIDE_BOX, message=message)
    return CameraMove(pose=target)
