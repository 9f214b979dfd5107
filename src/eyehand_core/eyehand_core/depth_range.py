"""How a depth picture shows distances: linear grey between two bounds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

DEPTH_SUFFIX = "_depth"
"""Behind the name of a view, the name of its depth picture."""


@dataclass(frozen=True, kw_only=True)
class DepthRange:
    """Bounds of a depth picture.

    Attributes:
        near: depth along the viewing direction that is white, and all that is nearer [m].
        far: depth that is black, and all that is farther [m].
    """

    near: float
    far: float

    def grey(self, depth: NDArray[np.floating[Any]]) -> NDArray[np.uint8]:
        """Return the picture, shape (height, width, 3), of depths [m], shape (height, width)."""
        share = np.clip((self.far - depth) / (self.far - self.near), 0.0, 1.0)
        shade = np.rint(255.0 * share).astype(np.uint8)
        return np.repeat(shade[:, :, np.newaxis], 3, axis=2)

    @property
    def words(self) -> str:
        """How to read the picture, for an agent."""
        return (
            f"depth along the viewing direction in linear grey: {self.near:g} m and nearer is "
            f"white, {self.far:g} m and farther is black"
        )
