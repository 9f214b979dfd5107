"""Printed markers on the objects of a scene, for rehearsals of a physical cell."""

from __future__ import annotations

import mujoco
import numpy as np
from eyehand_core.cells.cell import Cell
from eyehand_core.cells.marker import Marker
from eyehand_core.cells.marker_image import (
    QUIET_MODULES,
    load_dictionary,
    marker_image,
    modules_across,
)
from eyehand_core.scene import Scene

from eyehand_world.robot_spec import VISUAL_GROUP

_MODULE_TEXELS = 40
"""A texture moves edges by a quarter of its pixels; with fewer of them that would be seen."""
_HALF_THICKNESS = 0.0002


def add_marker_plates(spec: mujoco.MjSpec, scene: Scene, cell: Cell) -> None:
    """Put the markers of the cell's objects on the bodies of a scene; they have no mass.

    Raises:
        ConfigError: the cell has no object that plays one of the scene's.
    """
    dictionary = load_dictionary(cell.dictionary)
    across = modules_across(dictionary)
    share = (across + 2 * QUIET_MODULES) / across
    for name, item in cell.cast(scene).items():
        for marker in item.markers:
            pixels = marker_image(dictionary, marker.id, _MODULE_TEXELS)
            _add_plate(spec, spec.body(name), marker, share, pixels)


def _add_plate(
    spec: mujoco.MjSpec,
    body: mujoco.MjsBody,
    marker: Marker,
    share: float,
    pixels: np.ndarray[tuple[int, ...], np.dtype[np.uint8]],
) -> None:
    name = f"marker {marker.id}"
    texture = spec.add_texture(
        name=name,
        type=mujoco.mjtTexture.mjTEXTURE_2D,
        width=pixels.shape[1],
        height=pixels.shape[0],
        nchannel=3,
    )
    texture.data = np.repeat(pixels[..., None], 3, axis=2).tobytes()
    material = spec.add_material(name=name, specular=0.0)
    material.textures[mujoco.mjtTextureRole.mjTEXROLE_RGB] = name
    half = 0.5 * share * marker.edge
    body.add_geom(
        type=mujoco.mjtGeom.mjGEOM_BOX,
        size=[half, half, _HALF_THICKNESS],
        pos=marker.pose.transform([0.0, 0.0, -_HALF_THICKNESS]).tolist(),
        quat=marker.pose.quaternion.tolist(),
        material=name,
        mass=0.0,
        contype=0,
        conaffinity=0,
        group=VISUAL_GROUP,
    )
