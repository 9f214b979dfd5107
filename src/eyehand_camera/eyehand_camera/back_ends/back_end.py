"""What a source of pictures is, and the registry of all of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from eyehand_core.geometry.pose import Pose
from eyehand_core.registry import Registry
from eyehand_core.robot import ActiveCamera as CameraSettings


@dataclass(frozen=True, kw_only=True)
class Picture:
    """One encoded image.

    Attributes:
        jpeg: encoded image.
        stamp: world time of the rendered or exposed state [ns].
    """

    jpeg: bytes
    stamp: int


class CameraBackEnd(Protocol):
    """Takes pictures of the present state of a world. Rendering never changes that state."""

    def take(self, optical_pose: Pose, seconds: float) -> Picture:
        """Return a picture as seen from ``optical_pose`` (world frame).

        Args:
            optical_pose: camera in the world; z forward, x right, y down.
            seconds: deadline [s of wall time].

        Raises:
            StackError: the world did not answer in time.
            WorldError: the world cannot make the picture.
        """
        ...


BACK_ENDS: Registry[Callable[[Any, CameraSettings], CameraBackEnd]] = Registry("camera back end")
"""Each entry builds a back end from the ROS node that clients live on and the camera settings."""
