"""Volume, mass and inertia of objects made of primitive parts."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from eyehand_core.geometry import rotation
from eyehand_core.geometry.rotation import Array
from eyehand_core.scene import Part, SceneObject


def part_volume(part: Part) -> float:
    """Return the volume of a primitive [m^3]."""
    if part.kind == "box":
        return math.prod(part.size)
    radius = part.size[0]
    ball = 4.0 / 3.0 * math.pi * radius**3
    if part.kind == "sphere":
        return ball
    shaft = math.pi * radius**2 * part.size[1]
    return shaft + ball if part.kind == "capsule" else shaft


def part_inertia(part: Part, mass: float) -> Array:
    """Return the inertia of a solid primitive about its centre, its own axes, [kg m^2], (3, 3)."""
    if part.kind == "box":
        x, y, z = (edge**2 for edge in part.size)
        return np.diag([y + z, x + z, x + y]) * mass / 12.0
    radius = part.size[0]
    if part.kind == "sphere":
        return np.eye(3) * 0.4 * mass * radius**2
    length = part.size[1]
    if part.kind == "cylinder":
        across = mass * (3.0 * radius**2 + length**2) / 12.0
        return np.diag([across, across, 0.5 * mass * radius**2])
    ends = mass * (4.0 / 3.0 * math.pi * radius**3) / part_volume(part)
    shaft = mass - ends
    along = shaft * radius**2 / 2.0 + ends * 0.4 * radius**2
    # Two half balls, each with its centre of mass 3/8 of the radius beyond the shaft's end.
    across = shaft * (3.0 * radius**2 + length**2) / 12.0
    across += ends * (0.4 * radius**2 + length**2 / 4.0 + 3.0 / 8.0 * length * radius)
    return np.diag([across, across, along])


def mass_and_inertia(item: SceneObject) -> tuple[Array, Array]:
    """Return centre of mass [m], (3,), and inertia about it [kg m^2], (3, 3), object's frame.

    The mass is spread over the colliding parts by volume.
    """
    parts = [part for part in item.parts if part.collides]
    center = _center(parts)
    density = item.mass / sum(part_volume(part) for part in parts)
    inertia = np.zeros((3, 3))
    for part in parts:
        mass = density * part_volume(part)
        turn = rotation.to_matrix(rotation.normalized(part.quaternion))
        lever = np.asarray(part.position) - center
        inertia += turn @ part_inertia(part, mass) @ turn.T
        inertia += mass * (lever @ lever * np.eye(3) - np.outer(lever, lever))
    return center, inertia


def _center(parts: Iterable[Part]) -> Array:
    volumes = np.array([part_volume(part) for part in parts])
    places = np.array([part.position for part in parts], dtype=np.float64)
    return np.asarray(volumes @ places / volumes.sum())
