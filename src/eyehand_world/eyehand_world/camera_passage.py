"""Time passes while a camera with a body is carried to a new view."""

from __future__ import annotations

import math
from dataclasses import dataclass

from eyehand_core.geometry.rotation import Array

from eyehand_world.clearance import obstacle_at
from eyehand_world.lockstep import LockstepWorld
from eyehand_world.physics_settings import TICK_NS, TICK_S


@dataclass(frozen=True, kw_only=True)
class CameraPassage:
    """What became of it.

    Attributes:
        obstacle: label of what is in the way; empty if the camera travels.
        arrival_ns: world time at the end of the travel [ns]; now, if something is in the way.
    """

    obstacle: str
    arrival_ns: int


def carry_camera(
    world: LockstepWorld, target: Array, clearance: float, seconds: float
) -> CameraPassage:
    """Begin a travel, unless the lens would be too near to something solid at its end.

    Only the end is looked at: a rig leads its camera round what lies between.

    Args:
        world: its time will pass.
        target: of the lens in the world [m], shape (3,).
        clearance: least distance to everything solid [m].
        seconds: world time of the travel [s]; taken in whole control ticks.
    """
    obstacle = obstacle_at(world.physics.data, world.built.labels, target, clearance)
    ticks = 0 if obstacle else math.ceil(seconds / TICK_S)
    if ticks:
        world.idle(ticks)
    return CameraPassage(obstacle=obstacle, arrival_ns=world.now_ns + ticks * TICK_NS)
