"""Which pictures a camera is asked for."""

from __future__ import annotations

from dataclasses import dataclass

from eyehand_core.camera_motion import CameraRequest
from eyehand_core.depth_range import DepthRange


@dataclass(frozen=True, kw_only=True)
class CaptureRequest:
    """Pictures of one instant.

    Attributes:
        views: named views; empty for the current one.
        target: objects; if there are any, of the views only the one that shows them and the
            fingers best.
        depth: a depth picture with this range before each picture; None without.
    """

    views: tuple[CameraRequest, ...] = ()
    target: tuple[str, ...] = ()
    depth: DepthRange | None = None
