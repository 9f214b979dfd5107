"""Shapes that task files name, built from primitives.

Every shape has a frame: ``box``, ``cylinder``, ``sphere`` and ``capsule`` have it in the middle,
shapes that stand on the table (``bowl``, ``bell``, ``pot``) at the centre of their base, z up.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from eyehand_core.config_file import Section
from eyehand_core.geometry import rotation
from eyehand_core.registry import Registry
from eyehand_core.scene import Part

Color = tuple[float, ...]
Point = tuple[float, ...]

SMALLEST = 0.001  # no edge or radius of an object is smaller [m]
OPENING = 0.002  # thickness of the dark disc that is seen as the inside of a pot [m]
LARGEST = 1.0  # nor larger: a number above it is a length in millimetres [m]


@dataclass(frozen=True, kw_only=True)
class Shape:
    """Geometry of an object in its own frame.

    Attributes:
        parts: primitives.
        size: edge lengths [m] of the box around all parts that can be touched from above the table.
        center: centre of that box [m].
        points: named points [m]; every shape has ``top`` and ``base``.
    """

    parts: tuple[Part, ...]
    size: tuple[float, ...]
    center: Point
    points: Mapping[str, Point]


ShapeReader = Callable[[Section, Color], Shape]
"""Reads the parameters of one shape from its section and builds it in the given colour."""

SHAPES: Registry[ShapeReader] = Registry("shape")


def read_shape(section: Section, color: Color) -> Shape | None:
    """Read ``{kind: <name>, ...}``; None if the kind is unknown (the problem is noted)."""
    kind = section.choice("kind", SHAPES)
    if section.raw("kind") not in SHAPES:
        return None
    shape = SHAPES[kind](section, color)
    section.close()
    return shape


@SHAPES.register("box")
def box(section: Section, color: Color) -> Shape:
    """Box with edge lengths `size` [x, y, z]."""
    size = section.vector("size", 3, minimum=SMALLEST, maximum=LARGEST)
    return _centered(Part(kind="box", size=size, color=color), size)


@SHAPES.register("cylinder")
def cylinder(section: Section, color: Color) -> Shape:
    """Cylinder along z with `radius` and `length`."""
    radius, length = _length(section, "radius"), _length(section, "length")
    part = Part(kind="cylinder", size=(radius, length), color=color)
    return _centered(part, (2 * radius, 2 * radius, length))


@SHAPES.register("sphere")
def sphere(section: Section, color: Color) -> Shape:
    """Ball with `radius`."""
    radius = _length(section, "radius")
    return _centered(Part(kind="sphere", size=(radius,), color=color), (2 * radius,) * 3)


@SHAPES.register("capsule")
def capsule(section: Section, color: Color) -> Shape:
    """Capsule along z with `radius` and `length` of the straight part."""
    radius, length = _length(section, "radius"), _length(section, "length")
    part = Part(kind="capsule", size=(radius, length), color=color)
    return _centered(part, (2 * radius, 2 * radius, length + 2 * radius))


@SHAPES.register("bowl")
def bowl(section: Section, color: Color) -> Shape:
    """Open bowl of outer `radius` and `height`: a ring of 12 boxes on a floor, `wall` thick."""
    radius, height = _length(section, "radius"), _length(section, "height")
    wall = section.number("wall", SMALLEST, LARGEST, default=0.006)
    if wall >= min(radius, height):
        section.problem("wall", f"must be below radius and height, got {wall:g}")
    floor = Part(
        kind="cylinder", size=(radius - wall / 2, wall), position=(0, 0, wall / 2), color=color
    )
    parts = (floor, *_ring(radius, height, wall, color))
    return _standing(parts, (2 * radius, 2 * radius, height), {"floor": (0.0, 0.0, wall)})


@SHAPES.register("bell")
def bell(section: Section, color: Color) -> Shape:
    """Desk bell of `radius` and `height`: a plate with a dome; its point `top` is pressed."""
    radius, height = _length(section, "radius"), _length(section, "height")
    dome = 0.74 * radius
    if height <= dome:
        section.problem("height", f"must be above {dome:.4f} (0.74 radius), got {height:g}")
    plate = height - dome
    # The lower half of the ball lies inside plate and table, where nothing can touch it.
    parts = (
        Part(kind="cylinder", size=(radius, plate), position=(0, 0, plate / 2), color=_dark(color)),
        Part(kind="sphere", size=(dome,), position=(0, 0, plate), color=color),
    )
    return _standing(parts, (2 * radius, 2 * radius, height), {})


@SHAPES.register("pot")
def pot(section: Section, color: Color) -> Shape:
    """Pot of `radius` and `height` with round handle bars along -x and +x.

    The bars are `handle_length` long, `handle_thickness` thick and `handle_height` above the
    base. Points: `left_handle` (-x), `right_handle` (+x), the middles of the bars.
    """
    radius, height = _length(section, "radius"), _length(section, "height")
    length, thickness = _length(section, "handle_length"), _length(section, "handle_thickness")
    level = section.number("handle_height", SMALLEST, LARGEST)
    if level + thickness / 2 > height:
        section.problem("handle_height", f"must be below the rim at {height:g}, got {level:g}")
    opening = Part(
        kind="cylinder",
        size=(0.9 * radius, OPENING),
        position=(0, 0, height - OPENING / 2 + 0.0005),
        color=_dark(color),
        collides=False,
    )
    body = Part(kind="cylinder", size=(radius, height), position=(0, 0, height / 2), color=color)
    parts = [body, opening]
    points = {}
    for name, side in (("left_handle", -1.0), ("right_handle", 1.0)):
        points[name] = (side * (radius + length / 2), 0.0, level)
        parts.append(_handle(points[name], length, thickness, _dark(color)))
    return _standing(tuple(parts), (2 * (radius + length), 2 * radius, height), points)


def _handle(middle: Point, length: float, thickness: float, color: Color) -> Part:
    along_x = rotation.from_axis_angle([0, 1, 0], math.pi / 2)
    return Part(
        kind="cylinder",
        size=(thickness / 2, length),
        position=middle,
        quaternion=tuple(float(value) for value in along_x),
        color=color,
    )


def _ring(radius: float, height: float, wall: float, color: Color) -> list[Part]:
    count = 12
    middle = radius * math.cos(math.pi / count) - wall / 2  # the outer corners lie on the radius
    edge = 2 * radius * math.sin(math.pi / count)
    parts = []
    for index in range(count):
        angle = 2 * math.pi * index / count
        turn = rotation.from_axis_angle([0, 0, 1], angle)
        parts.append(
            Part(
                kind="box",
                size=(wall, edge, height),
                position=(middle * math.cos(angle), middle * math.sin(angle), height / 2),
                quaternion=tuple(float(value) for value in turn),
                color=color,
            )
        )
    return parts


def _centered(part: Part, size: tuple[float, ...]) -> Shape:
    half = size[2] / 2
    points = {"top": (0.0, 0.0, half), "base": (0.0, 0.0, -half)}
    return Shape(parts=(part,), size=tuple(size), center=(0.0, 0.0, 0.0), points=points)


def _standing(
    parts: tuple[Part, ...], size: tuple[float, ...], points: Mapping[str, Point]
) -> Shape:
    ends = {"top": (0.0, 0.0, size[2]), "base": (0.0, 0.0, 0.0)}
    return Shape(parts=parts, size=size, center=(0.0, 0.0, size[2] / 2), points={**ends, **points})


def _length(section: Section, key: str) -> float:
    return section.number(key, SMALLEST, LARGEST)


def _dark(color: Color) -> Color:
    return tuple(0.55 * value for value in color)
