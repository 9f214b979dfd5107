"""Layout tasks on the table of the physical world, without ROS."""

from __future__ import annotations

from eyehand_core.layout.embodied.patch import load_patch
from eyehand_core.layout.embodied.world import TableWorld

from eyehand_bench.direct.direct_world import DirectWorld
from eyehand_bench.direct.workplace import Workplace


def direct_table(place: Workplace) -> TableWorld:
    """Return a table on which a robot arranges layouts, with all of its arms.

    Raises:
        ConfigError: the robot has no table for layouts.
    """
    patch = load_patch(place.config, place.robot.name)
    return TableWorld(patch, tuple(place.robot.arms), lambda scene: DirectWorld(place, scene))
