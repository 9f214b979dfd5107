"""How far primitive parts reach, for objects that lie or lean."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from eyehand_core.geometry import rotation
from eyehand_core.geometry.rotation import Array
from eyehand_core.scene import Part


def part_reach(part: Part, axes: Array) -> Array:
    """Return half the edges [m], shape (3,), of the upright box around a part.

    Args:
        part: a primitive.
        axes: the part's axes as columns, in the frame of the box.
    """
    if part.kind == "box":
        return np.abs(axes) @ (np.asarray(part.size) / 2)
    if part.kind == "sphere":
        return np.full(3, part.size[0])
    radius, length = part.size
    along = np.abs(axes[:, 2])
    round_part = (
        radius if part.kind == "capsule" else radius * np.sqrt(1.0 - np.minimum(along, 1) ** 2)
    )
    return np.asarray(along * length / 2 + round_part)


def extent(parts: Iterable[Part], turn: Array) -> tuple[Array, Array]:
    """Return lowest and highest corner [m], each (3,), of the box around turned colliding parts.

    Args:
        parts: primitives in the object's frame.
        turn: orientation of the object, w x y z; the corners are relative to its origin.
    """
    matrix = rotation.to_matrix(turn)
    corners = []
    for part in parts:
        if part.collides:
            axes = matrix @ rotation.to_matrix(rotation.normalized(part.quaternion))
            middle, reach = matrix @ np.asarray(part.position), part_reach(part, axes)
            corners.append((middle - reach, middle + reach))
    lower, upper = zip(*corners, strict=True)
    return np.min(lower, axis=0), np.max(upper, axis=0)
