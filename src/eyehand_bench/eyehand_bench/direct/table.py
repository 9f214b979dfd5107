"""Layout tasks on the table of the physical world, without ROS."""

from __future__ import annotations

from eyehand_core.layout.embodied.world import TableWorld
from eyehand_core.tasks.task import Task
from eyehand_world.snapshot import Snapshot

from eyehand_bench.direct.direct_world import DirectWorld
from eyehand_bench.direct.workplace import Workplace


class DirectTable(TableWorld):
    """A table in the physical world, on which a robot arranges the layouts of its library.

    Args:
        place: robot and surroundings.
    """

    def __init__(self, place: Workplace) -> None:
        self._place = place
        super().__init__(self._settled)

    def snapshot(self) -> Snapshot:
        """Return what a picture taken now shows; there must have been a reset."""
        return self._world.snapshot()

    def _settled(self, task: Task, seed: int) -> DirectWorld:
        self._world = DirectWorld(self._place, self._place.library.instantiate(task, seed))
        return self._world
