"""How a thing's image moves with the hand, learned from moves that were made anyway.

A named view looks at the grip centre, so the middle of its picture is the grip centre and a thing
that does not move wanders through the picture as the hand moves. Seen along one direction from one
distance this is an affine map: pixel = A · hand + b. Its matrix is the image Jacobian, and the hand
is where the thing is, across the line of sight, when the pixel is zero. Neither focal length nor
distance nor the directions of the picture's axes are needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]

_FLAT = 0.05
"""Least ratio of singular values of the hand's positions: below, they are nearly on a line."""
_TELLING = 2500.0
"""Least sum of squared image shifts that tells a scale better than to the percent [pixel^2]."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Sample:
    """Where the hand was and where the thing was seen then.

    Attributes:
        hand: coordinates of the grip centre [m], shape (n,).
        pixel: relative to the middle of the picture, shape (n,).
    """

    hand: Array
    pixel: Array


@dataclass(frozen=True, kw_only=True, eq=False)
class ImageJacobian:
    """Learned map from hand to picture.

    Attributes:
        matrix: pixels per metre, shape (n, n).
        offset: pixel where the hand's coordinates are zero, shape (n,).
    """

    matrix: Array
    offset: Array

    @property
    def place(self) -> Array:
        """Where the hand sees the thing in the middle of the picture [m], shape (n,)."""
        return np.asarray(np.linalg.solve(self.matrix, -self.offset), dtype=np.float64)

    def to_world(self, pixels: ArrayLike) -> Array:
        """Return offsets in the world [m] of offsets in the picture, shape (..., n)."""
        inverse = np.linalg.inv(-self.matrix)
        return np.asarray(np.asarray(pixels, dtype=np.float64) @ inverse.T, dtype=np.float64)


def learn(samples: Sequence[Sample]) -> ImageJacobian | None:
    """Return the least-squares map; None if the samples do not span all directions."""
    hands = np.array([sample.hand for sample in samples])
    pixels = np.array([sample.pixel for sample in samples])
    if len(hands) <= hands.shape[-1] or not _spans(hands):
        return None
    design = np.column_stack([hands, np.ones(len(hands))])
    solution = np.linalg.lstsq(design, pixels, rcond=None)[0]
    return ImageJacobian(matrix=solution[:-1].T, offset=solution[-1])


def learn_like(other: ImageJacobian, samples: Sequence[Sample]) -> ImageJacobian | None:
    """Return the map of a thing at another depth: the other map, scaled; None without a sample.

    Samples from nearly the same place leave the scale as it is, others determine it.
    """
    if not samples:
        return None
    moved = np.array([other.matrix @ sample.hand for sample in samples])
    pixels = np.array([sample.pixel for sample in samples])
    spread, seen = moved - moved.mean(axis=0), pixels - pixels.mean(axis=0)
    power = float((spread * spread).sum())
    scale = float((spread * seen).sum()) / power if power > _TELLING else 1.0
    offset = pixels.mean(axis=0) - scale * moved.mean(axis=0)
    return ImageJacobian(matrix=scale * other.matrix, offset=offset)


def _spans(hands: Array) -> bool:
    sizes = np.linalg.svd(hands - hands.mean(axis=0), compute_uv=False)
    return bool(sizes[-1] > _FLAT * sizes[0] and sizes[-1] > 1e-4)
