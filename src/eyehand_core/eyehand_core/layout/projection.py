"""Between layout scenes and world states, so that one referee judges both halves.

A vertical canvas stands in the x-z plane of the world (x right, z up), a ground canvas lies in
the x-y plane (x right, y away from the viewer). The lower left corner of the canvas is the origin.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from eyehand_core.geometry.pose import Pose
from eyehand_core.layout.relations import Plane
from eyehand_core.layout.rules import CANVAS, METRES_PER_UNIT
from eyehand_core.layout.scene import Appearance, LayoutObject, LayoutScene
from eyehand_core.world_state import ObjectState, WorldState

# World axis that the canvas's vertical axis is drawn along.
_UP_AXIS: dict[Plane, int] = {"vertical": 2, "ground": 1}
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
    up = _UP_AXIS[scene.plane]
    position, size = np.zeros(3), np.full(3, _THICKNESS)
    width, height = thing.appearance.size
    position[0], position[up] = thing.center[0], CANVAS - thing.center[1]
    size[0], size[up] = width * METRES_PER_UNIT, height * METRES_PER_UNIT
    return ObjectState(
        name=thing.name,
        pose=Pose.of(position * METRES_PER_UNIT),
        linear_velocity=np.zeros(3),
        angular_velocity=np.zeros(3),
        size=size,
        fixed=thing.fixed,
    )


def _measured(template: LayoutScene, body: ObjectState) -> LayoutObject:
    up = _UP_AXIS[template.plane]
    position, size = body.pose.position / METRES_PER_UNIT, body.size / METRES_PER_UNIT
    known = template.find(body.name)
    looks = known.appearance if known else Appearance(color=UNKNOWN_COLOR)
    return LayoutObject(
        name=body.name,
        category=known.category if known else body.name,
        center=(float(position[0]), float(CANVAS - position[up])),
        appearance=replace(looks, size=(float(size[0]), float(size[up]))),
        fixed=body.fixed,
    )
