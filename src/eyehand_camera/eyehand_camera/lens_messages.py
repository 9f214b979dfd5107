"""Lenses as messages."""

from __future__ import annotations

from eyehand_core.geometry.lens import Lens
from sensor_msgs.msg import CameraInfo


def lens_to_message(lens: Lens) -> CameraInfo:
    """Return a lens as camera_info without header."""
    k = lens.matrix
    projection = [*k[0], 0.0, *k[1], 0.0, *k[2], 0.0]
    return CameraInfo(
        width=lens.width,
        height=lens.height,
        distortion_model="plumb_bob",
        d=list(lens.distortion),
        k=[float(value) for value in k.ravel()],
        r=[1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0],
        p=[float(value) for value in projection],
    )
