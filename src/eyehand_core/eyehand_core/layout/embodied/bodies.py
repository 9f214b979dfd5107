"""Bodies for the objects of a layout task: what stands on the table at the reset.

Things that have to be placed wait in the supply beside the canvas. Marked regions are painted on
the table; open things are trays.
"""

from __future__ import annotations

import math

from eyehand_core.errors import ConfigError
from eyehand_core.geometry import rotation
from eyehand_core.layout.embodied.patch import Patch
from eyehand_core.layout.embodied.table_task import patch_of
from eyehand_core.layout.looks import COLORS
from eyehand_core.layout.object_spec import LayoutSpec
from eyehand_core.layout.scene import Appearance, LayoutObject
from eyehand_core.layout.task import initial_scene
from eyehand_core.scene import Part, Scene, SceneObject
from eyehand_core.shapes.shape import Shape, centered
from eyehand_core.shapes.vessels import open_box
from eyehand_core.tasks.task import Task

HEIGHT = 0.04
"""Height of solid things [m]: enough for the fingers, low enough to be carried over."""
TRAY_HEIGHT = 0.02
MARK_HEIGHT = 0.001
_WALL = 0.004
# Density of light wood, so that a thing is neither flung away nor too heavy for a hand [kg/m3].
_DENSITY = 500.0
_LIGHTEST = 0.02
_FRICTION = 0.8
# Painted front of a thing that faces somewhere: depth and thickness [m].
_FRONT_COLOR = (0.1, 0.1, 0.1)
_FRONT = (0.01, 0.001)


def table_scene(task: Task, seed: int) -> Scene:
    """Return the physical scene of a layout task that lies on a table.

    Raises:
        ConfigError: the seed is out of range, or the supply has too few places.
    """
    patch = patch_of(task)
    assert patch is not None, "only tasks on a table have bodies"
    canvas = initial_scene(task, seed)
    waiting = [name for name, spec in task.objects.items() if spec.start is None]
    liftable = [name for name, spec in task.objects.items() if not spec.fixed]
    if len(liftable) > len(patch.supply):
        raise ConfigError(
            f"task {task.id!r} has {len(liftable)} things that can be moved; the supply beside "
            f"the canvas has {len(patch.supply)} places"
        )
    objects = []
    for name, spec in task.objects.items():
        thing = canvas.find(name)
        place = patch.supply[supply_place(task, name)] if name in waiting else None
        objects.append(_body(name, spec, thing, place, patch))
    return Scene(task=task.id, seed=seed, objects=tuple(objects), arms=task.arms, hold=task.hold)


def supply_place(task: Task, name: str) -> int:
    """Return which place of the supply belongs to a thing that can be moved."""
    liftable = [other for other, spec in task.objects.items() if not spec.fixed]
    return liftable.index(name)


def _body(
    name: str,
    spec: LayoutSpec,
    thing: LayoutObject | None,
    place: tuple[float, float] | None,
    patch: Patch,
) -> SceneObject:
    looks = spec.appearance
    shape = _shape(looks, patch.scale)
    x, y = place or patch.to_world(thing.center if thing else (0.0, 0.0))
    turn = rotation.from_axis_angle([0, 0, 1], math.radians(thing.turn_deg if thing else 0.0))
    volume = math.prod(shape.size)
    return SceneObject(
        name=name,
        parts=shape.parts,
        mass=max(_LIGHTEST, _DENSITY * volume),
        position=(x, y, patch.height + shape.size[2] / 2.0 - shape.center[2]),
        quaternion=tuple(float(value) for value in turn),
        size=shape.size,
        center=shape.center,
        fixed=spec.fixed,
        friction=_FRICTION,
        points=dict(shape.points),
    )


def _shape(looks: Appearance, scale: float) -> Shape:
    width, depth = (side * scale for side in looks.size)
    color = tuple(value / 255.0 for value in COLORS[looks.color])
    if not looks.is_solid:
        mark = Part(kind="box", size=(width, depth, MARK_HEIGHT), color=color, collides=False)
        return centered((mark,), (width, depth, MARK_HEIGHT))
    if looks.is_open:
        return open_box((width, depth, TRAY_HEIGHT), _WALL, color)
    if looks.shape == "disc":
        body = Part(kind="cylinder", size=(width / 2.0, HEIGHT), color=color)
    else:
        body = Part(kind="box", size=(width, depth, HEIGHT), color=color)
    return centered((body, *_front(looks, width, depth)), (width, depth, HEIGHT))


def _front(looks: Appearance, width: float, depth: float) -> tuple[Part, ...]:
    """Return the mark on top of a thing that shows where it faces."""
    if not looks.has_front:
        return ()
    length, thickness = _FRONT
    mark = Part(
        kind="box",
        size=(width, length, thickness),
        position=(0.0, -(depth - length) / 2.0, (HEIGHT + thickness) / 2.0),
        color=_FRONT_COLOR,
        collides=False,
    )
    return (mark,)
