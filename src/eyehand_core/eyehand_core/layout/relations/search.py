"""Displacements in the order in which resolvers try them."""

from __future__ import annotations

import math
from functools import lru_cache

from eyehand_core.layout.rules import SEARCH_STEP

Offset = tuple[float, float]


@lru_cache(maxsize=256)
def offsets_within(
    half_width: int, half_height: int, step: float = SEARCH_STEP
) -> tuple[Offset, ...]:
    """Return all raster points of a rectangle around zero, the nearest first.

    Args:
        half_width: largest displacement along x, in steps.
        half_height: largest displacement along y, in steps.
        step: raster [canvas units].
    """
    points = (
        (column * step, row * step)
        for column in range(-half_width, half_width + 1)
        for row in range(-half_height, half_height + 1)
    )
    return tuple(sorted(points, key=lambda point: (math.hypot(*point), point)))


def way_words(dx: float, dy: float, slack: float = 0.0) -> str:
    """Return the direction of a displacement (x right, y down) in words; empty within slack."""
    words = []
    if abs(dx) > slack:
        words.append("right" if dx > 0.0 else "left")
    if abs(dy) > slack:
        words.append("down" if dy > 0.0 else "up")
    return " and ".join(words)
