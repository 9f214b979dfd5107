"""What a thing was is what it still is, unless the picture shows otherwise.

Sizes that differ by less than a picture can tell are one size; a thing that is cut off where
another one begins goes on behind it.
"""

from __future__ import annotations

from dataclasses import replace

from eyehand_core.layout.outline import Outline, Size
from eyehand_core.layout.scene import LayoutObject, LayoutScene

# Lengths that differ by no more are taken for equal [canvas units].
_NOISE = 1.5


def completed(scene: LayoutScene, start: LayoutScene) -> LayoutScene:
    """Return a read scene with hidden parts and noise of sizes put right.

    Args:
        scene: as read from a picture.
        start: as read from the picture at the reset; things that were not there yet have the size
            that the task declares for them.
    """
    expected = {name: looks.size for name, looks in start.supply.items()}
    expected |= {thing.name: thing.appearance.size for thing in start.objects}
    return replace(
        scene,
        objects=tuple(
            _completed(thing, expected[thing.name], scene) if thing.name in expected else thing
            for thing in scene.objects
        ),
    )


def _completed(thing: LayoutObject, expected: Size, scene: LayoutScene) -> LayoutObject:
    center, size = list(thing.center), list(thing.appearance.size)
    for axis in (0, 1):
        lacking = expected[axis] - size[axis]
        if lacking > _NOISE:
            sides = [s for s in (-1, 1) if _goes_on_behind(thing, axis, s, scene)]
            if len(sides) != 1:
                continue
            center[axis] += sides[0] * lacking / 2.0
            size[axis] = expected[axis]
    if all(abs(size[axis] - expected[axis]) <= _NOISE for axis in (0, 1)):
        size = list(expected)
    looks = replace(thing.appearance, size=(size[0], size[1]))
    return replace(thing, center=(center[0], center[1]), appearance=looks)


def _goes_on_behind(thing: LayoutObject, axis: int, side: int, scene: LayoutScene) -> bool:
    """Tell whether an edge of a thing is one where another thing begins."""
    outline = thing.outline
    edge = outline.high(axis) if side > 0 else outline.low(axis)
    return any(
        _reaches(other.outline, edge, axis) and outline.separation(other.outline, 1 - axis) < 0.0
        for other in scene.objects
        if other.name != thing.name and other.appearance.is_solid and not other.appearance.is_open
    )


def _reaches(other: Outline, edge: float, axis: int) -> bool:
    return other.low(axis) - _NOISE <= edge <= other.high(axis) + _NOISE
