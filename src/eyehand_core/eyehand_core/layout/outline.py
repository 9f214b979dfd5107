"""Axis-parallel outlines on the canvas and what can be measured between them.

Canvas units: x to the right, y downwards, origin at the top left.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from eyehand_core.layout.rules import CANVAS, DECIMALS

Size = tuple[float, float]
"""Width, height [canvas units]."""


@dataclass(frozen=True)
class Outline:
    """A rectangle on the canvas.

    Attributes:
        center: x, y [canvas units].
        size: width, height [canvas units].
    """

    center: tuple[float, float]
    size: tuple[float, float]

    def low(self, axis: int) -> float:
        """Return the smaller edge along ``axis`` (0: x, 1: y)."""
        return round(self.center[axis] - self.size[axis] / 2.0, DECIMALS)

    def high(self, axis: int) -> float:
        """Return the larger edge along ``axis`` (0: x, 1: y)."""
        return round(self.center[axis] + self.size[axis] / 2.0, DECIMALS)

    @property
    def area(self) -> float:
        """Width times height [canvas units squared]."""
        return self.size[0] * self.size[1]

    def separation(self, other: Outline, axis: int) -> float:
        """Return the gap between both along ``axis`` (0: x, 1: y) [canvas units].

        It is negative when they overlap along that axis.
        """
        offset = abs(self.center[axis] - other.center[axis])
        return round(offset - (self.size[axis] + other.size[axis]) / 2.0, DECIMALS)

    def distance(self, other: Outline) -> float:
        """Return the smallest distance between the edges [canvas units], 0 when they meet."""
        (x, y), (width, height) = self.center, self.size
        across = abs(x - other.center[0]) - (width + other.size[0]) / 2.0
        along = abs(y - other.center[1]) - (height + other.size[1]) / 2.0
        return round(math.hypot(max(0.0, across), max(0.0, along)), DECIMALS)

    def overlap(self, other: Outline) -> float:
        """Return the common area as a share of the smaller outline, 0 to 1."""
        width, height = (max(0.0, -self.separation(other, axis)) for axis in (0, 1))
        width = min(width, self.size[0], other.size[0])
        height = min(height, self.size[1], other.size[1])
        return width * height / min(self.area, other.area)

    @property
    def on_canvas(self) -> bool:
        """True if the whole outline lies on the canvas."""
        for center, side in zip(self.center, self.size, strict=True):
            low, high = round(center - side / 2.0, DECIMALS), round(center + side / 2.0, DECIMALS)
            if low < 0.0 or high > CANVAS:
                return False
        return True
