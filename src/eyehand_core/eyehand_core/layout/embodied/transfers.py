"""What has to be carried so that the table shows a wanted layout."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from eyehand_core.layout.embodied.bodies import supply_place
from eyehand_core.layout.embodied.patch import Patch
from eyehand_core.layout.facing import visible_difference
from eyehand_core.layout.scene import LayoutObject, LayoutScene
from eyehand_core.tasks.task import Task
from eyehand_core.world_state import ObjectState, WorldState

# A thing that is nearer to where it is wanted [canvas units], or less turned [degree], stays.
_NEAR = 1.0
_TURNED_DEG = 2.0


@dataclass(frozen=True, kw_only=True)
class Spot:
    """Where a thing stands on the table.

    Attributes:
        x: world [m].
        y: world [m].
        yaw_deg: turn about the vertical, counter-clockwise from above.
    """

    x: float
    y: float
    yaw_deg: float

    def distance(self, other: Spot) -> float:
        """Return how far two spots are apart [m]."""
        return math.hypot(self.x - other.x, self.y - other.y)


@dataclass(frozen=True, kw_only=True)
class Transfer:
    """One thing that has to be carried.

    Attributes:
        object: its name.
        size: its edge lengths on the table, along its own x and y [m].
        is_disc: it can be taken from every side.
        start: where it is.
        end: where it has to be.
    """

    object: str
    size: tuple[float, float]
    is_disc: bool
    start: Spot
    end: Spot

    @property
    def turn_deg(self) -> float:
        """How far it turns on the way [degree], counter-clockwise from above.

        Never more than half a turn either way, and less for a thing that looks the same sooner.
        """
        return self.end.yaw_deg - self.start.yaw_deg


def transfers(
    task: Task, state: WorldState, now: LayoutScene, wanted: LayoutScene, patch: Patch
) -> Iterator[Transfer]:
    """Yield what has to be carried, in the order of the task's objects.

    Args:
        task: the task.
        state: bodies in the world.
        now: the layout that they show.
        wanted: the layout that they shall show.
        patch: where the canvas lies.
    """
    for name, body in state.objects.items():
        here, there = now.find(name), wanted.find(name)
        if (here is None and there is None) or (here and there and _same(here, there)):
            continue
        start = spot_of(body)
        if there is None:
            x, y = patch.supply[supply_place(task, name)]
            end = Spot(x=x, y=y, yaw_deg=start.yaw_deg)
        else:
            end = _wanted_spot(there, start, patch)
        yield Transfer(
            object=name,
            size=(float(body.size[0]), float(body.size[1])),
            is_disc=task.objects[name].appearance.shape == "disc",
            start=start,
            end=end,
        )


def spot_of(body: ObjectState) -> Spot:
    """Return where a body stands."""
    axes, position = body.pose.matrix, body.pose.position
    yaw = math.degrees(math.atan2(axes[1, 0], axes[0, 0]))
    return Spot(x=float(position[0]), y=float(position[1]), yaw_deg=yaw)


def _wanted_spot(there: LayoutObject, start: Spot, patch: Patch) -> Spot:
    x, y = patch.to_world(there.center)
    turn = visible_difference(there.turn_deg, start.yaw_deg, there.symmetry_deg)
    return Spot(x=x, y=y, yaw_deg=start.yaw_deg + turn)


def _same(here: LayoutObject, there: LayoutObject) -> bool:
    way = math.dist(here.center, there.center)
    turn = visible_difference(there.turn_deg, here.turn_deg, here.symmetry_deg)
    return way < _NEAR and abs(turn) < _TURNED_DEG
