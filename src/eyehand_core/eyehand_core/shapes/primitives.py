"""Plain bodies: box, bar, cylinder, sphere, capsule; the frame is in the middle."""

from __future__ import annotations

from eyehand_core.config_file import Section
from eyehand_core.scene import Part
from eyehand_core.shapes.shape import (
    LARGEST,
    SHAPES,
    SMALLEST,
    Color,
    Shape,
    centered,
    length_of,
)


@SHAPES.register("box")
def box(section: Section, color: Color) -> Shape:
    """Box with edge lengths `size` [x, y, z]."""
    size = section.vector("size", 3, minimum=SMALLEST, maximum=LARGEST)
    return centered((Part(kind="box", size=size, color=color),), size)


@SHAPES.register("bar")
def bar(section: Section, color: Color) -> Shape:
    """Square bar along z with `thickness` and `length`; points `lower` and `upper`.

    The points are a quarter of the length from the ends: where two hands have room.
    """
    thickness, length = length_of(section, "thickness"), length_of(section, "length")
    size = (thickness, thickness, length)
    points = {"lower": (0.0, 0.0, -length / 4), "upper": (0.0, 0.0, length / 4)}
    return centered((Part(kind="box", size=size, color=color),), size, points)


@SHAPES.register("cylinder")
def cylinder(section: Section, color: Color) -> Shape:
    """Cylinder along z with `radius` and `length`."""
    radius, length = length_of(section, "radius"), length_of(section, "length")
    part = Part(kind="cylinder", size=(radius, length), color=color)
    return centered((part,), (2 * radius, 2 * radius, length))


@SHAPES.register("sphere")
def sphere(section: Section, color: Color) -> Shape:
    """Ball with `radius`."""
    radius = length_of(section, "radius")
    return centered((Part(kind="sphere", size=(radius,), color=color),), (2 * radius,) * 3)


@SHAPES.register("capsule")
def capsule(section: Section, color: Color) -> Shape:
    """Capsule along z with `radius` and `length` of the straight part."""
    radius, length = length_of(section, "radius"), length_of(section, "length")
    part = Part(kind="capsule", size=(radius, length), color=color)
    return centered((part,), (2 * radius, 2 * radius, length + 2 * radius))
