"""Drawing the scene of a task instance."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from eyehand_core.environment import Environment, Obstacle
from eyehand_core.errors import ConfigError
from eyehand_core.geometry import rotation
from eyehand_core.geometry.rotation import Array
from eyehand_core.part_extent import extent
from eyehand_core.scene import Part, Scene, SceneObject
from eyehand_core.shapes import Shape
from eyehand_core.tasks.draws import Draws
from eyehand_core.tasks.inventory import instance_of
from eyehand_core.tasks.object_spec import ObjectSpec
from eyehand_core.tasks.task import ROOM, Room, Task

ATTEMPTS = 500  # whole-scene draws before a spawn range counts as impossible
FEW = 4  # objects that are drawn together; more would hardly ever be clear of each other
TRIES = 30  # draws of one object in a scene of many


@dataclass(frozen=True, kw_only=True, eq=False)
class Footprint:
    """Rectangle that an object covers on the table: centre [m], half edges [m], yaw [rad]."""

    center: Array
    half: Array
    yaw: float

    def gap(self, other: Footprint) -> float:
        """Return the free distance [m] along the best separating edge normal; < 0 if none."""
        return max(self._gap_along_edges(other), other._gap_along_edges(self))

    def is_clear_of(self, other: Footprint, clearance: float) -> bool:
        """Tell whether the gap is at least ``clearance`` [m]."""
        return (
            self._gap_along_edges(other) >= clearance or other._gap_along_edges(self) >= clearance
        )

    def _gap_along_edges(self, other: Footprint) -> float:
        # Plain numbers: a crowded scene asks this thousands of times.
        (dx, dy), (a, b), (u, v) = (
            (float(first), float(second))
            for first, second in (other.center - self.center, self.half, other.half)
        )
        c, s = math.cos(self.yaw), math.sin(self.yaw)
        turn = other.yaw - self.yaw
        straight, slanted = abs(math.cos(turn)), abs(math.sin(turn))
        return max(
            abs(c * dx + s * dy) - a - straight * u - slanted * v,
            abs(c * dy - s * dx) - b - slanted * u - straight * v,
        )


@dataclass(frozen=True, kw_only=True, eq=False)
class _Placed:
    spec: ObjectSpec
    shape: Shape
    x: float
    y: float
    yaw: float

    @property
    def box(self) -> tuple[Array, Array]:
        """Lowest and highest corner [m] of the tilted object, before its yaw."""
        if self.spec.spawn.tilt:
            return _tilted_box(self.shape.parts, self.spec.spawn.tilt)
        center, half = np.array(self.shape.center), np.array(self.shape.size) / 2
        return center - half, center + half

    @property
    def tilt(self) -> Array:
        return _turn(self.spec.spawn.tilt)

    @cached_property
    def footprint(self) -> Footprint:
        lower, upper = self.box
        cx, cy = ((lower + upper) / 2)[:2]
        return Footprint(
            center=self.place(float(cx), float(cy)), half=((upper - lower) / 2)[:2], yaw=self.yaw
        )

    def place(self, x: float, y: float) -> Array:
        """Return a point of the object's yawed frame in the world [m], shape (2,)."""
        c, s = math.cos(self.yaw), math.sin(self.yaw)
        return np.array([self.x + c * x - s * y, self.y + s * x + c * y])

    def too_near(self, other: _Placed, room: Room) -> bool:
        """Tell whether two objects that are placed on their own come too near each other."""
        if self.spec.spawn.beside == other.spec.name:
            return False
        if math.hypot(self.x - other.x, self.y - other.y) < room.spacing:
            return True
        return not self.footprint.is_clear_of(other.footprint, room.clearance)


def _turn(tilt: float) -> Array:
    return rotation.from_axis_angle([1, 0, 0], tilt)


@cache
def _tilted_box(parts: tuple[Part, ...], tilt: float) -> tuple[Array, Array]:
    return extent(parts, _turn(tilt))


def instantiate(task: Task, seed: int, environment: Environment) -> Scene:
    """Return the scene of (task, seed), standing on the table of ``environment``.

    Raises:
        ConfigError: the seed is out of range, or the spawn ranges leave no room.
    """
    task = instance_of(task, seed)
    draws = Draws("scene", task.id, seed)
    placed = draw_placement(task.objects, draws, task.room)
    if placed is None:
        raise ConfigError(
            f"{task.path}: objects cannot be placed {task.room.clearance:g} m apart in "
            f"{ATTEMPTS} attempts (seed {seed}); widen the spawn ranges or move them apart"
        )
    objects = tuple(_scene_object(item, environment.table_height) for item in placed)
    return Scene(task=task.id, seed=int(seed), objects=objects, arms=task.arms, hold=task.hold)


def draw_placement(
    objects: Mapping[str, ObjectSpec], draws: Draws, room: Room = ROOM
) -> list[_Placed] | None:
    """Draw poses until no two objects overlap; None if that does not happen."""
    draw = _draw_together if len(objects) <= FEW else _draw_one_by_one
    drawn = (draw(objects, draws, room) for _ in range(ATTEMPTS))
    return next((items for items in drawn if items is not None), None)


def _draw_together(
    objects: Mapping[str, ObjectSpec], draws: Draws, room: Room
) -> list[_Placed] | None:
    """Draw all objects once; None if two come too near each other."""
    placed: dict[str, _Placed] = {}
    for name, spec in objects.items():
        placed[name] = _draw(spec, draws, placed)
    items = list(placed.values())
    near = any(a.too_near(b, room) for i, a in enumerate(items) for b in items[:i])
    return None if near else items


def _draw_one_by_one(
    objects: Mapping[str, ObjectSpec], draws: Draws, room: Room
) -> list[_Placed] | None:
    """Draw each object until it has room beside those before it; None if one finds none."""
    placed: dict[str, _Placed] = {}
    for name, spec in objects.items():
        for _ in range(TRIES):
            item = _draw(spec, draws, placed)
            if not any(item.too_near(other, room) for other in placed.values()):
                placed[name] = item
                break
        else:
            return None
    return list(placed.values())


def table_of(environment: Environment) -> Obstacle:
    """Return the obstacle whose upper face objects stand on.

    Raises:
        ConfigError: no obstacle ends at the table height.
    """
    for obstacle in environment.obstacles:
        if math.isclose(obstacle.center[2] + obstacle.size[2] / 2, environment.table_height):
            return obstacle
    raise ConfigError(
        f"environment {environment.name!r} has no obstacle whose top is at table_height "
        f"{environment.table_height:g}; add the table to its obstacles"
    )


def outside_table(spec: ObjectSpec, table: Obstacle) -> str | None:
    """Return which spawn positions of ``spec`` would hang over the table's edge, or None."""
    if spec.spawn.beside is not None:
        return None
    margin = max(_widest(spec, shape) for shape in spec.shapes)
    for axis, name in enumerate("xy"):
        interval = getattr(spec.spawn, name)
        low = table.center[axis] - table.size[axis] / 2 + margin
        high = table.center[axis] + table.size[axis] / 2 - margin
        if interval.low < low or interval.high > high:
            return (
                f"{name} [{interval.low:g}, {interval.high:g}] lets it hang over the table; "
                f"allowed: {low:.3f} to {high:.3f}"
            )
    return None


def _widest(spec: ObjectSpec, shape: Shape) -> float:
    """Return how far an object reaches from the middle of its footprint, whatever its yaw [m]."""
    lower, upper = _Placed(spec=spec, shape=shape, x=0.0, y=0.0, yaw=0.0).box
    return math.hypot(*(upper - lower)[:2]) / 2


def _draw(spec: ObjectSpec, draws: Draws, placed: Mapping[str, _Placed]) -> _Placed:
    # One draw each, needed or not: adding an alternative must not shift the other numbers.
    spawn = spec.spawn
    shape = spec.shapes[draws.index(len(spec.shapes))]
    x = draws.uniform(spawn.x.low, spawn.x.high)
    y = draws.uniform(spawn.y.low, spawn.y.high)
    yaw = draws.uniform(spawn.yaw.low, spawn.yaw.high)
    if spawn.mirrored and draws.index(2):
        x = -x
    if spawn.beside is not None:
        anchor = placed[spawn.beside]
        x, y = (float(value) for value in anchor.place(x, y))
        yaw += anchor.yaw
    return _Placed(spec=spec, shape=shape, x=x, y=y, yaw=yaw)


def _scene_object(placed: _Placed, table_height: float) -> SceneObject:
    spec, shape = placed.spec, placed.shape
    turn = rotation.from_axis_angle([0, 0, 1], placed.yaw)
    if spec.spawn.tilt:
        turn = rotation.multiply(turn, placed.tilt)
    return SceneObject(
        name=spec.name,
        parts=shape.parts,
        mass=spec.mass,
        position=(placed.x, placed.y, table_height - float(placed.box[0][2])),
        quaternion=tuple(float(value) for value in rotation.normalized(turn)),
        size=shape.size,
        center=shape.center,
        fixed=spec.fixed,
        friction=spec.friction,
        points=dict(shape.points),
    )
