"""Layout tasks on the table of the physical world, without ROS."""

from __future__ import annotations

from eyehand_core.layout.embodied.patch import load_patch
from eyehand_core.layout.embodied.world import TableWorld
from eyehand_core.scene import Scene
from eyehand_world.renderer import Snapshot

from eyehand_bench.direct.direct_world import DirectWorld
from eyehand_bench.direct.workplace import Workplace


class DirectTable(TableWorld):
    """A table in the physical world, on which a robot arranges layouts with all of its arms.

    Args:
        place: robot and surroundings.

    Raises:
        ConfigError: the robot has no table for layouts.
    """

    def __init__(self, place: Workplace) -> None:
        self._place = place
        patch = load_patch(place.config, place.robot.name)
        super().__init__(patch, tuple(place.robot.arms), self._settled)

    def snapshot(self) -> Snapshot:
        """Return what a picture taken now shows; there must have been a reset."""
        return self._world.snapshot()

    def _settled(self, scene: Scene) -> DirectWorld:
        self._world = DirectWorld(self._place, scene)
        return self._world
