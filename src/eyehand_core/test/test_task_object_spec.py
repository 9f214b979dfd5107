"""Declared objects: which alternative an observed object is."""

from __future__ import annotations

import numpy as np
import pytest
from world_states import library

BELL = library().load("click_bell").objects["bell"]


@pytest.mark.parametrize("height", [0.05, 0.068])
def test_points_are_those_of_the_alternative_that_was_drawn(height: float) -> None:
    """The scene's size picks it."""
    sizes = {shape.size[2]: shape.size for shape in BELL.shapes}
    assert BELL.points(sizes[height])["top"] == (0.0, 0.0, height)


@pytest.mark.parametrize(
    ("size", "height"), [((0.1, 0.1, 0.05), 0.05), ((0.12, 0.13, 0.07), 0.068)]
)
def test_a_measured_size_need_not_be_exact(size: tuple[float, ...], height: float) -> None:
    """A tracker is off by millimetres; the nearest alternative is meant."""
    assert BELL.points(np.array(size))["top"][2] == height


def test_only_points_of_all_alternatives_have_names() -> None:
    """An expression must work for every seed."""
    assert BELL.point_names == ("base", "top")
