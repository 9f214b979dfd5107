"""From bodies on the table to a layout: what stands on the canvas, and how it lies there.

A thing belongs to the scene if it stands on the surface with its middle on the canvas. What is held
in the air, stands on another thing or waits in the supply does not. A thing that has been knocked
over covers what its body covers.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from eyehand_core.geometry import rotation
from eyehand_core.geometry.pose import Pose
from eyehand_core.geometry.rotation import Array
from eyehand_core.layout.embodied.patch import Patch
from eyehand_core.layout.rules import CANVAS, METRES_PER_UNIT
from eyehand_core.world_state import ObjectState, WorldState

STANDING = 0.015
"""A thing stands on the surface if its lowest point is at most this high [m]."""
_UPRIGHT = math.cos(math.radians(5.0))


def canvas_state(state: WorldState, patch: Patch) -> WorldState:
    """Return a world state in which the canvas has its own origin and holds its things alone.

    Args:
        state: bodies in the world.
        patch: where the canvas lies.
    """
    things = {name: flat for name, body in state.objects.items() if (flat := _flat(body, patch))}
    return replace(state, objects=things)


def _flat(body: ObjectState, patch: Patch) -> ObjectState | None:
    axes = body.pose.matrix
    u, v = patch.to_canvas(*(float(value) for value in body.pose.position[:2]))
    lowest = _lowest(body, axes) - patch.height
    if not body.fixed and (abs(lowest) > STANDING or not (0 <= u <= CANVAS and 0 <= v <= CANVAS)):
        return None
    yaw, width, depth = _footprint(axes, body.size)
    position = [u * METRES_PER_UNIT, (CANVAS - v) * METRES_PER_UNIT, 0.0]
    stretch = METRES_PER_UNIT / patch.scale
    turn = rotation.from_axis_angle([0, 0, 1], yaw)
    return replace(
        body,
        pose=Pose.of(position, turn),
        size=np.array([width, depth, float(body.size[2])]) * stretch,
    )


def _lowest(body: ObjectState, axes: Array) -> float:
    """Return the height of the lowest corner of the box around a body [m].

    The frame of a tray is at its base; it is so flat that it counts as standing all the same.
    """
    return float(body.pose.position[2] - np.abs(axes[2]) @ body.size / 2.0)


def _footprint(axes: Array, size: Array) -> tuple[float, float, float]:
    """Return yaw [rad] and edge lengths [m] of what a box covers on the table."""
    if axes[2, 2] > _UPRIGHT:
        return math.atan2(axes[1, 0], axes[0, 0]), float(size[0]), float(size[1])
    flattest = int(np.argmin(np.abs(axes[2])))
    yaw = math.atan2(axes[1, flattest], axes[0, flattest])
    along = np.array([math.cos(yaw), math.sin(yaw)])
    across = np.array([-along[1], along[0]])
    width, depth = (float(np.abs(way @ axes[:2]) @ size) for way in (along, across))
    return yaw, width, depth
