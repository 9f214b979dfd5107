"""From the canvas to pixels: straight from the front, or with perspective."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from eyehand_core.layout.polygon import Point
from eyehand_core.layout.rules import CANVAS
from numpy.typing import NDArray

# Width of the upper edge and height of the canvas in perspective, as shares of the image.
_FAR_WIDTH = 0.62
_FAR_HEIGHT = 0.16


@dataclass(frozen=True, kw_only=True)
class Viewpoint:
    """Where a scene is looked at from.

    Attributes:
        size: edge length of the square image [pixel]; never changes geometry.
        perspective: what is further up in the canvas looks smaller, as on a floor.
    """

    size: int
    perspective: bool = False

    def pixels(self, points: tuple[Point, ...]) -> NDArray[np.float64]:
        """Return points of the canvas in the image, shape (n, 2)."""
        flat = np.array(points, dtype=np.float64)
        if not self.perspective:
            return flat * self.size / CANVAS
        grown = np.column_stack([flat, np.ones(len(flat))]) @ _floor_view().T
        return np.asarray(grown[:, :2] / grown[:, 2:] * self.size)


def _floor_view() -> NDArray[np.float64]:
    """Return the homography from canvas units to shares of the image.

    The near edge of the canvas fills the lower edge of the image. Depth t = 1 at the far edge
    divides by w = 1 + t (1 / far width - 1), which keeps straight lines straight.
    """
    k = 1.0 / _FAR_WIDTH - 1.0
    # With t = 1 - y / CANVAS: w = 1 + k t, x' = (x - 1/2) / w + 1/2,
    # y' = 1 - (1 - far height) t (1 + k) / w.
    per = 1.0 / CANVAS
    depth = np.array([0.0, -per, 1.0])
    weight = np.array([0.0, 0.0, 1.0]) + k * depth
    column = np.array([per, 0.0, -0.5]) + 0.5 * weight
    row = weight - (1.0 - _FAR_HEIGHT) * (1.0 + k) * depth
    return np.array([column, row, weight])
