"""Between layout scenes and world states, so that one referee judges both halves.

A vertical canvas stands in the x-z plane of the world (x right, z up), a ground canvas lies in
the x-y plane (x right, y away from the viewer). The lower left corner of the canvas is the origin.
Layers lie one thickness apart towards the viewer. A turn is one about the line of sight.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from eyehand_core.geometry.pose import Pose
from eyehand_core.layout.facing import normalized
from eyehand_core.layout.plane import Plane
from eyehand_core.layout.rules import CANVAS, DECIMALS, METRES_PER_UNIT
from eyehand_core.layout.scene import Appearance, LayoutObject, LayoutScene
from eyehand_core.world_state import ObjectState, WorldState


@dataclass(frozen=True, kw_only=True)
class _Axes:
    """How a plane lies in the world.

    Attributes:
        up: world axis that is up in the picture.
        depth: world axis along the line of sight.
        toward_viewer: sign of the way to the viewer along that axis; turns that are
            counter-clockwise as seen are right-handed about it.
    """

    up: int
    depth: int
    toward_viewer: float


_AXES: dict[Plane, _Axes] = {
    "vertical": _Axes(up=2, depth=1, toward_viewer=-1.0),
    "ground": _Axes(up=1, depth=2, toward_viewer=1.0),
}
UNKNOWN_COLOR = ""
# Extent of a drawn object along the line of sight [m].
_THICKNESS = METRES_PER_UNIT


def object_states(scene: LayoutScene) -> dict[str, ObjectState]:
    """Return every object of the scene as a body at rest in the world [m]."""
    return {thing.name: _object_state(scene, thing) for thing in scene.objects}


def measured_scene(template: LayoutScene, state: WorldState) -> LayoutScene:
    """Return the layout that a world state shows.

    Args:
        template: plane and supply; its objects lend category, colour and shape to those of the
            same name. Others have no known colour: whoever placed them has chosen it.
        state: bodies in the world [m].
    """
    objects = tuple(_measured(template, body) for body in state.objects.values())
    return replace(template, objects=objects)


def _object_state(scene: LayoutScene, thing: LayoutObject) -> ObjectState:
    axes = _AXES[scene.plane]
    position, size = np.zeros(3), np.full(3, _THICKNESS)
    width, height = thing.appearance.size
    position[0], position[axes.up] = thing.center[0], CANVAS - thing.center[1]
    position *= METRES_PER_UNIT
    position[axes.depth] = axes.toward_viewer * thing.layer * _THICKNESS
    size[0], size[axes.up] = width * METRES_PER_UNIT, height * METRES_PER_UNIT
    half = math.radians(thing.turn_deg) / 2.0
    quaternion = np.array([math.cos(half), 0.0, 0.0, 0.0])
    quaternion[1 + axes.depth] = axes.toward_viewer * math.sin(half)
    return ObjectState(
        name=thing.name,
        pose=Pose.of(position, quaternion),
        linear_velocity=np.zeros(3),
        angular_velocity=np.zeros(3),
        size=size,
        fixed=thing.fixed,
    )


def _measured(template: LayoutScene, body: ObjectState) -> LayoutObject:
    axes = _AXES[template.plane]
    position, size = body.pose.position / METRES_PER_UNIT, body.size / METRES_PER_UNIT
    known = template.find(body.name)
    placed = replace(template.supply.get(body.name, Appearance()), color=UNKNOWN_COLOR)
    looks = known.appearance if known else placed
    quaternion = body.pose.quaternion
    turn = 2.0 * math.atan2(axes.toward_viewer * quaternion[1 + axes.depth], quaternion[0])
    depth = axes.toward_viewer * body.pose.position[axes.depth]
    return LayoutObject(
        name=body.name,
        category=known.category if known else body.name,
        center=(float(position[0]), float(CANVAS - position[axes.up])),
        appearance=replace(looks, size=(float(size[0]), float(size[axes.up]))),
        fixed=body.fixed,
        turn_deg=normalized(round(math.degrees(turn), DECIMALS)),
        layer=round(depth / _THICKNESS),
    )
