"""JPEG encoding of pictures."""

from __future__ import annotations

import cv2
import numpy as np
from eyehand_core.errors import WorldError
from numpy.typing import NDArray

_QUALITY = (1, 100)


def encode_jpeg(picture: NDArray[np.uint8], quality: int) -> bytes:
    """Return a picture, shape (height, width, 3), red green blue, as JPEG.

    Raises:
        WorldError: the quality is out of range, or encoding failed.
    """
    lowest, highest = _QUALITY
    if not lowest <= quality <= highest:
        raise WorldError(f"JPEG quality {quality}; allowed {lowest}-{highest}")
    ok, encoded = cv2.imencode(
        ".jpg", cv2.cvtColor(picture, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, quality]
    )
    if not ok:
        raise WorldError("the picture could not be encoded as JPEG")
    return bytes(encoded)
