"""How much of some bodies a camera sees, by comparing depths with and without everything else."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

import mujoco
import numpy as np
from eyehand_core.errors import UnknownNameError
from eyehand_core.geometry.camera_model import CameraModel
from eyehand_core.geometry.pose import Pose
from eyehand_core.robot import Robot
from numpy.typing import NDArray

from eyehand_world.renderer import Renderer
from eyehand_world.snapshot import Snapshot

_WIDER = 2.0


def geoms_of(model: mujoco.MjModel, bodies: Iterable[str]) -> frozenset[int]:
    """Return the ids of all geometries of some bodies."""
    wanted = {model.body(name).id for name in bodies}
    return frozenset(geom for geom in range(model.ngeom) if model.geom_bodyid[geom] in wanted)


def target_and_fingers(
    model: mujoco.MjModel, objects: Iterable[str], robot: Robot, arms: Iterable[str]
) -> tuple[frozenset[int], frozenset[int]]:
    """Return the geometries of some objects together and of the fingers of some arms.

    Raises:
        UnknownNameError: the robot has no such arm.
    """
    arms = list(arms)
    for arm in arms:
        if arm not in robot.arms:
            raise UnknownNameError("arm", arm, robot.arms)
    links = [link for arm in arms for link in robot.arms[arm].gripper.finger_links]
    return geoms_of(model, objects), geoms_of(model, links)


def visible_shares(
    renderer: Renderer,
    snapshot: Snapshot,
    camera: CameraModel,
    optical_pose: Pose,
    bodies: Sequence[frozenset[int]],
) -> tuple[float, ...]:
    """Return visible pixels of each body by those that it has with nothing before it.

    A pixel shows a body where the body drawn alone is as deep as the whole scene. What lies beyond
    the border of the picture counts as hidden, up to the border of a lens twice as wide.

    Args:
        renderer: draws.
        snapshot: the scene.
        camera: lens and size.
        optical_pose: of the camera in the world.
        bodies: ids of the geometries of each.

    Returns:
        Shares from 0 to 1; 0 for a body outside the picture.

    Raises:
        WorldError: the machine cannot draw, or not in time.
    """
    scene = renderer.depth(snapshot, camera, optical_pose)
    shares = []
    for geoms in bodies:
        alone = renderer.depth(snapshot, camera, optical_pose, geoms)
        drawn = np.isfinite(alone)
        seen = int((drawn & (alone <= scene)).sum())
        whole = float(drawn.sum())
        if _touches_border(drawn):
            wide = renderer.depth(snapshot, _widened(camera), optical_pose, geoms)
            whole = max(whole, _WIDER**2 * float(np.isfinite(wide).sum()))
        shares.append(seen / whole if seen else 0.0)
    return tuple(shares)


def _touches_border(mask: NDArray[np.bool_]) -> bool:
    return bool(mask[[0, -1]].any() or mask[:, [0, -1]].any())


def _widened(camera: CameraModel) -> CameraModel:
    """Return a lens of the same size that shows ``_WIDER`` times as much in both directions."""
    half = math.atan(_WIDER * math.tan(camera.vertical_fov / 2.0))
    return replace(camera, vertical_fov=2.0 * half)
