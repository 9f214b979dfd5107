"""Grey values of depth pictures."""

from __future__ import annotations

import numpy as np
import pytest
from eyehand_core.depth_range import DepthRange
from hypothesis import given
from hypothesis import strategies as st

RANGE = DepthRange(near=0.3, far=2.0)


@given(st.floats(0.3, 2.0))
def test_grey_is_linear_and_can_be_read_back(depth: float) -> None:
    picture = RANGE.grey(np.array([[depth]]))
    assert picture.shape == (1, 1, 3)
    assert len(set(picture[0, 0])) == 1
    assert 2.0 - 1.7 * picture[0, 0, 0] / 255.0 == pytest.approx(depth, abs=1.7 / 255.0 / 1.9)


def test_beyond_the_bounds_it_is_white_and_black() -> None:
    picture = RANGE.grey(np.array([[0.0, 0.3, 2.0, 5.0, np.inf]]))
    assert picture[0, :, 0].tolist() == [255, 255, 0, 0, 0]
    assert "0.3 m and nearer is white, 2 m and farther is black" in RANGE.words
