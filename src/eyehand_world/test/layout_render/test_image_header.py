"""Sizes of pictures from their first bytes, against a real decoder and on damaged data."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from eyehand_world.layout_render.image_header import picture_size
from hypothesis import given
from hypothesis import strategies as st


@pytest.mark.parametrize("ending", [".png", ".jpg"])
@given(st.integers(1, 300), st.integers(1, 300))
def test_a_picture_has_the_size_that_it_declares(ending: str, width: int, height: int) -> None:
    ok, data = cv2.imencode(ending, np.zeros((height, width, 3), dtype=np.uint8))
    assert ok
    assert picture_size(bytes(data)) == (width, height)


def test_a_progressive_picture_too() -> None:
    picture = np.zeros((20, 30, 3), dtype=np.uint8)
    ok, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])
    assert ok
    assert picture_size(bytes(data)) == (30, 20)


@given(st.sampled_from([b"", b"\x89PNG\r\n\x1a\n", b"\xff\xd8", b"\xff\xd8\xff"]), st.binary())
def test_any_bytes_are_answered(start: bytes, rest: bytes) -> None:
    size = picture_size(start + rest)
    assert size is None or min(size) >= 0
