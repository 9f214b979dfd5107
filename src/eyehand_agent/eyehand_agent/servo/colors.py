"""Colours as hues of OpenCV's HSV space, where the circle has 180 steps."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

HUES = 180

COLORS: Mapping[str, float] = MappingProxyType(
    {
        "red": 0.0,
        "orange": 15.0,
        "yellow": 28.0,
        "green": 62.0,
        "cyan": 90.0,
        "blue": 110.0,
        "purple": 135.0,
        "pink": 160.0,
    }
)
"""Colour words of goal sentences and the middle of their hues."""


def hue_distance(a: float, b: float) -> float:
    """Return how far two hues are apart on the circle, 0 to 90."""
    apart = abs(a - b) % HUES
    return min(apart, HUES - apart)
