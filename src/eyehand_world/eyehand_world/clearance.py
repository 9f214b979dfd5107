"""What stands in the way of a point in the world, by exact distances to its solid geometries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mujoco
import numpy as np
from eyehand_core.geometry.rotation import Array
from numpy.typing import ArrayLike


def obstacle_at(data: Any, labels: tuple[str, ...], point: ArrayLike, clearance: float) -> str:
    """Return the label of the solid nearest to a point, empty if none is as near as ``clearance``.

    Args:
        data: MuJoCo data of the scene.
        labels: per geometry, as contacts name it.
        point: in the world [m], shape (3,).
        clearance: [m].
    """
    model = data.model
    solid = np.flatnonzero(model.geom_contype | model.geom_conaffinity)
    distances = {int(geom): distance_to(data, int(geom), point) for geom in solid}
    nearest = min(distances, key=distances.__getitem__)
    return labels[nearest] if distances[nearest] < clearance else ""


def distance_to(data: Any, geom: int, point: ArrayLike) -> float:
    """Return the distance of a point from the surface of a geometry [m]; negative inside."""
    model = data.model
    frame = data.geom_xmat[geom].reshape(3, 3)
    local = frame.T @ (np.asarray(point, dtype=np.float64) - data.geom_xpos[geom])
    distance = _DISTANCES.get(int(model.geom_type[geom]))
    if distance is None:  # of meshes only the sphere around them is known here
        return float(np.linalg.norm(local) - model.geom_rbound[geom])
    return distance(local, model.geom_size[geom])


def _box(point: Array, size: Array) -> float:
    beyond = np.abs(point) - size
    return float(np.linalg.norm(np.maximum(beyond, 0.0)) + min(beyond.max(), 0.0))


def _cylinder(point: Array, size: Array) -> float:
    beyond = np.array([np.hypot(point[0], point[1]) - size[0], abs(point[2]) - size[1]])
    return float(np.linalg.norm(np.maximum(beyond, 0.0)) + min(beyond.max(), 0.0))


def _capsule(point: Array, size: Array) -> float:
    nearest = np.array([0.0, 0.0, np.clip(point[2], -size[1], size[1])])
    return float(np.linalg.norm(point - nearest) - size[0])


def _sphere(point: Array, size: Array) -> float:
    return float(np.linalg.norm(point) - size[0])


def _plane(point: Array, size: Array) -> float:
    return float(point[2])


_DISTANCES: dict[int, Callable[[Array, Array], float]] = {
    int(mujoco.mjtGeom.mjGEOM_BOX): _box,
    int(mujoco.mjtGeom.mjGEOM_CYLINDER): _cylinder,
    int(mujoco.mjtGeom.mjGEOM_CAPSULE): _capsule,
    int(mujoco.mjtGeom.mjGEOM_SPHERE): _sphere,
    int(mujoco.mjtGeom.mjGEOM_PLANE): _plane,
}
