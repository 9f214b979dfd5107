"""JPEG encoding: colours in the right order, bad quality refused."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from eyehand_core.errors import WorldError
from eyehand_nodekit.jpeg import encode_jpeg


def test_red_stays_red() -> None:
    picture = np.zeros((48, 64, 3), np.uint8)
    picture[..., 0] = 200
    decoded = cv2.imdecode(np.frombuffer(encode_jpeg(picture, 95), np.uint8), cv2.IMREAD_COLOR)
    assert decoded.shape == (48, 64, 3)
    blue, green, red = decoded.reshape(-1, 3).mean(axis=0)
    assert red > 190 and green < 10 and blue < 10


@pytest.mark.parametrize("quality", [0, 101, -5])
def test_quality_out_of_range_is_refused(quality: int) -> None:
    with pytest.raises(WorldError, match="allowed 1-100"):
        encode_jpeg(np.zeros((8, 8, 3), np.uint8), quality)
