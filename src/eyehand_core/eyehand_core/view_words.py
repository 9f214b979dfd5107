"""What a named view shows, in words: where it looks from, and which way right and up are."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from eyehand_core.geometry import rotation
from eyehand_core.views import ANCHOR_SIDES, NAMED_VIEWS

_SHARE = 0.3
"""Least share of a world axis in a direction for which it is named."""


def view_words(name: str, anchor: str) -> str:
    """Return a fixed sentence about a named view; it holds no distance and no angle.

    Args:
        name: a key of ``NAMED_VIEWS``.
        anchor: a key of ``ANCHOR_SIDES``.
    """
    pose = NAMED_VIEWS[name].pose(ANCHOR_SIDES[anchor], np.zeros(3))
    right, down, ahead = rotation.to_matrix(pose.quaternion).T
    return (
        f"seen from {_axes(-ahead)} of the grip centre; "
        f"right in the image is {_axes(right)}, up is {_axes(-down)} of the world"
    )


def _axes(direction: ArrayLike) -> str:
    """Return the world axes that a direction has a share in, the largest first."""
    parts = np.asarray(direction, dtype=np.float64)
    order = np.argsort(-np.abs(parts).round(6), kind="stable")
    named = [axis for axis in order if abs(parts[axis]) > _SHARE]
    return " and ".join(f"{'+' if parts[axis] > 0 else '-'}{'XYZ'[axis]}" for axis in named)
