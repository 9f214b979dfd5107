"""What a thing was is what it still is, unless the picture shows otherwise.

Sizes that differ by less than a picture can tell are one size; a thing that is cut off where
another one begins goes on behind it.
"""

from __future__ import annotations

from dataclasses import replace

from eyehand_core.layout.outline import Outline, Size
from eyehand_core.layout.scene import LayoutObject, LayoutScene

from eyehand_world.layout_vision.legend import Legend

# Lengths that differ by no more are taken for equal [canvas units].
_NOISE = 1.5


def completed(scene: LayoutScene, legend: Legend) -> LayoutScene:
    """Return a read scene with hidden parts and noise of sizes put right.

    Args:
        scene: as read from a picture.
        legend: what may be in it, with the size that each thing has before any change.
    """
    sizes = {name: thing.appearance.size for name, thing in legend.things.items()}
    return replace(
        scene,
        objects=tuple(_completed(thing, sizes[thing.name], scene) for thing in scene.objects),
    )


def _completed(thing: LayoutObject, expected: Size, scene: LayoutScene) -> LayoutObject:
    center, size = list(thing.center), list(thing.appearance.size)
    for axis in (0, 1):
        lacking = expected[axis] - size[axis]
        if lacking > _NOISE and not thing.turn_deg:
            sides = [s for s in (-1, 1) if _goes_on_behind(thing, axis, s, scene)]
            if len(sides) != 1:
                continue
            center[axis] += sides[0] * lacking / 2.0
            size[axis] = expected[axis]
    turn = thing.turn_deg
    if _is_noise(size, expected):
        size = list(expected)
    elif turn == 0.0 and _is_noise(size[::-1], expected):
        size, turn = list(expected), 90.0
    looks = replace(thing.appearance, size=(size[0], size[1]))
    return replace(thing, center=(center[0], center[1]), appearance=looks, turn_deg=turn)


def _is_noise(size: list[float], expected: Size) -> bool:
    return all(abs(seen - known) <= _NOISE for seen, known in zip(size, expected, strict=True))


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
