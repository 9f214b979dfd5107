"""Things to grip: bottle, flask, pen, hammer, shoe."""

from __future__ import annotations

import math

from eyehand_core.config_file import Section
from eyehand_core.scene import Part
from eyehand_core.shapes.shape import (
    LARGEST,
    SHAPES,
    SMALLEST,
    Color,
    Shape,
    centered,
    darker,
    length_of,
    standing,
    turned,
)

WHITE = (0.92, 0.92, 0.90)
DARK = (0.13, 0.13, 0.15)
SKIN = 0.0006  # how far a label stands out, so that it is seen [m]


@SHAPES.register("bottle")
def bottle(section: Section, color: Color) -> Shape:
    """Bottle along z: body of `radius` and `length`, neck of `neck_radius` and `neck_length`.

    Points: `body` and `neck`, the middles of both.
    """
    radius, length = length_of(section, "radius"), length_of(section, "length")
    neck_radius, neck = length_of(section, "neck_radius"), length_of(section, "neck_length")
    if neck_radius >= radius:
        section.problem("neck_radius", f"must be below the radius {radius:g}, got {neck_radius:g}")
    body, collar = -neck / 2, length / 2
    middle = (neck_radius + radius) / 2
    parts = (
        Part(kind="cylinder", size=(radius, length), position=(0, 0, body), color=color),
        Part(kind="cylinder", size=(neck_radius, neck), position=(0, 0, collar), color=color),
        _seen("cylinder", (middle, 0.2 * neck), (length - neck) / 2 + 0.1 * neck, color),
        _seen("cylinder", (neck_radius + SKIN, 0.4 * neck), length / 2 + 0.3 * neck, WHITE),
        _seen("cylinder", (radius + SKIN, 0.4 * length), body, WHITE),
    )
    points = {"body": (0.0, 0.0, body), "neck": (0.0, 0.0, collar)}
    return centered(parts, (2 * radius, 2 * radius, length + neck), points)


@SHAPES.register("flask")
def flask(section: Section, color: Color) -> Shape:
    """Flat shampoo bottle with outer `size` [x, y, z] and a narrow cap; point `body`."""
    size = section.vector("size", 3, minimum=SMALLEST, maximum=LARGEST)
    x, y, z = size
    cap = 0.15 * z
    body, width = -cap / 2, 0.45 * min(x, y)
    parts = (
        Part(kind="box", size=(x, y, z - cap), position=(0, 0, body), color=color),
        Part(
            kind="cylinder",
            size=(width, cap),
            position=(0, 0, (z - cap) / 2),
            color=darker(color),
        ),
        _seen("box", (0.7 * x, y + 2 * SKIN, 0.4 * z), body, WHITE),
    )
    return centered(parts, size, {"body": (0.0, 0.0, body)})


@SHAPES.register("pen")
def pen(section: Section, color: Color) -> Shape:
    """Pen along z, a capsule with `radius` and `length` of the straight part; the tip is at -z."""
    radius, length = length_of(section, "radius"), length_of(section, "length")
    half = length / 2
    parts = (
        Part(kind="capsule", size=(radius, length), color=color),
        _seen("cylinder", (radius + SKIN, 0.35 * length), half - 0.175 * length, darker(color)),
        _seen("cylinder", (radius + SKIN, 0.03 * length), half - 0.36 * length, WHITE),
        _seen("capsule", (0.55 * radius, radius), -half - 0.3 * radius, DARK),
    )
    return centered(parts, (2 * radius, 2 * radius, length + 2 * radius))


@SHAPES.register("hammer")
def hammer(section: Section, color: Color) -> Shape:
    """Lying hammer: round handle along y, box head at +y; points `handle` and `head`.

    The handle has `handle_radius` and `handle_length`, the head the edges `head` [x, y, z]; the
    points are the middles of both.
    """
    radius, length = length_of(section, "handle_radius"), length_of(section, "handle_length")
    head = section.vector("head", 3, minimum=SMALLEST, maximum=LARGEST)
    if 2 * radius > head[2]:
        section.problem("handle_radius", f"must be below half the head's height, got {radius:g}")
    along_y = turned((1, 0, 0), -math.pi / 2)
    y = (length + head[1]) / 2
    parts = (
        Part(
            kind="cylinder",
            size=(radius, length),
            position=(0, 0, radius),
            quaternion=along_y,
            color=color,
        ),
        Part(kind="box", size=head, position=(0, y, head[2] / 2), color=(0.35, 0.36, 0.39)),
        Part(
            kind="cylinder",
            size=(radius + SKIN, 0.3 * length),
            position=(0, -0.34 * length, radius),
            quaternion=along_y,
            color=DARK,
            collides=False,
        ),
    )
    points = {"handle": (0.0, 0.0, radius), "head": (0.0, y, head[2] / 2)}
    size = (head[0], length + head[1], head[2])
    return Shape(
        parts=parts,
        size=size,
        center=(0.0, head[1] / 2, head[2] / 2),
        points={"top": (0.0, 0.0, head[2]), "base": (0.0, 0.0, 0.0), **points},
    )


@SHAPES.register("shoe")
def shoe(section: Section, color: Color) -> Shape:
    """Shoe with outer `size` [x, y, z] and its toe at +x; point `ankle`, where it is gripped.

    The ankle is two thirds as wide as the sole.
    """
    x, y, z = section.vector("size", 3, minimum=SMALLEST, maximum=LARGEST)
    sole, toe = 0.25 * z, 0.6 * z
    parts = (
        Part(kind="box", size=(x, y, sole), position=(0, 0, sole / 2), color=WHITE),
        Part(
            kind="box",
            size=(0.60 * x, y * 2 / 3, z - sole),
            position=(-0.17 * x, 0, (z + sole) / 2),
            color=color,
        ),
        Part(
            kind="box",
            size=(0.35 * x, 0.9 * y, toe - sole),
            position=(0.305 * x, 0, (toe + sole) / 2),
            color=(0.95, 0.75, 0.10),
        ),
        Part(
            kind="box",
            size=(0.40 * x, y / 2, 0.002),
            position=(-0.20 * x, 0, z),
            color=DARK,
            collides=False,
        ),
    )
    return standing(parts, (x, y, z), {"ankle": (-0.17 * x, 0.0, (z + sole) / 2)})


def _seen(kind: str, size: tuple[float, ...], z: float, color: Color) -> Part:
    """Return a part on the z axis that is only seen."""
    return Part(kind=kind, size=size, position=(0, 0, z), color=color, collides=False)  # type: ignore[arg-type]
