"""Encoded images as messages."""

from __future__ import annotations

import array
from typing import Any

from sensor_msgs.msg import CompressedImage


def jpeg_to_message(jpeg: bytes, stamp: Any, frame: str) -> CompressedImage:
    """Return a JPEG as a message.

    The bytes go in as ``array.array``: generated messages check any other sequence element by
    element, which takes tens of milliseconds for an image.

    Args:
        jpeg: encoded image.
        stamp: builtin_interfaces/Time of render or exposure.
        frame: optical frame.
    """
    message = CompressedImage(format="jpeg")
    message.header.stamp = stamp
    message.header.frame_id = frame
    message.data = array.array("B", jpeg)
    return message


def jpeg_from_message(message: Any) -> bytes:
    """Return the bytes of a CompressedImage."""
    return bytes(message.data)
