"""Things that stand on the table: bowl, basket, bell, pot; frame at the centre of the base."""

from __future__ import annotations

import math

from eyehand_core.config_file import Section
from eyehand_core.scene import Part
from eyehand_core.shapes.shape import (
    LARGEST,
    SHAPES,
    SMALLEST,
    Color,
    Point,
    Shape,
    darker,
    length_of,
    standing,
    turned,
)

OPENING = 0.002  # thickness of the dark disc that is seen as the inside of a pot [m]
WALL = 0.006  # default thickness of walls [m]


@SHAPES.register("bowl")
def bowl(section: Section, color: Color) -> Shape:
    """Open bowl of outer `radius` and `height`: a ring of 12 boxes on a floor, `wall` thick."""
    radius, height = length_of(section, "radius"), length_of(section, "height")
    wall = section.number("wall", SMALLEST, LARGEST, default=WALL)
    if wall >= min(radius, height):
        section.problem("wall", f"must be below radius and height, got {wall:g}")
    floor = Part(
        kind="cylinder", size=(radius - wall / 2, wall), position=(0, 0, wall / 2), color=color
    )
    parts = (floor, *_ring(radius, height, wall, color))
    return standing(parts, (2 * radius, 2 * radius, height), {"floor": (0.0, 0.0, wall)})


@SHAPES.register("basket")
def basket(section: Section, color: Color) -> Shape:
    """Open box with outer `size` [x, y, z], floor and walls `wall` thick; point `floor`."""
    size = section.vector("size", 3, minimum=SMALLEST, maximum=LARGEST)
    wall = section.number("wall", SMALLEST, LARGEST, default=WALL)
    if 2 * wall >= min(size):
        section.problem("wall", f"must be below half of every edge, got {wall:g}")
    return open_box(size, wall, color)


def open_box(size: tuple[float, ...], wall: float, color: Color) -> Shape:
    """Return an open box with outer `size` [x, y, z]: a floor and four walls, `wall` thick [m]."""
    x, y, z = size
    middle = (z + wall) / 2
    boards = [((x, y, wall), (0.0, 0.0, wall / 2), darker(color))]
    for side in (-1.0, 1.0):
        boards.append(((x, wall, z - wall), (0.0, side * (y - wall) / 2, middle), color))
        boards.append(((wall, y - 2 * wall, z - wall), (side * (x - wall) / 2, 0.0, middle), color))
    parts = tuple(Part(kind="box", size=s, position=p, color=c) for s, p, c in boards)
    return standing(parts, (x, y, z), {"floor": (0.0, 0.0, wall)})


@SHAPES.register("bell")
def bell(section: Section, color: Color) -> Shape:
    """Desk bell of `radius` and `height`: a plate with a dome; its point `top` is pressed."""
    radius, height = length_of(section, "radius"), length_of(section, "height")
    dome = 0.74 * radius
    if height <= dome:
        section.problem("height", f"must be above {dome:.4f} (0.74 radius), got {height:g}")
    plate = height - dome
    # The lower half of the ball lies inside plate and table, where nothing can touch it.
    parts = (
        Part(
            kind="cylinder", size=(radius, plate), position=(0, 0, plate / 2), color=darker(color)
        ),
        Part(kind="sphere", size=(dome,), position=(0, 0, plate), color=color),
    )
    return standing(parts, (2 * radius, 2 * radius, height), {})


@SHAPES.register("pot")
def pot(section: Section, color: Color) -> Shape:
    """Pot of `radius` and `height` with round handle bars along -x and +x.

    The bars are `handle_length` long, `handle_thickness` thick and `handle_height` above the
    base. Points: `left_handle` (-x), `right_handle` (+x), the middles of the bars.
    """
    radius, height = length_of(section, "radius"), length_of(section, "height")
    length, thickness = length_of(section, "handle_length"), length_of(section, "handle_thickness")
    level = section.number("handle_height", SMALLEST, LARGEST)
    if level + thickness / 2 > height:
        section.problem("handle_height", f"must be below the rim at {height:g}, got {level:g}")
    opening = Part(
        kind="cylinder",
        size=(0.9 * radius, OPENING),
        position=(0, 0, height - OPENING / 2 + 0.0005),
        color=darker(color),
        collides=False,
    )
    body = Part(kind="cylinder", size=(radius, height), position=(0, 0, height / 2), color=color)
    parts = [body, opening]
    points = {}
    for name, side in (("left_handle", -1.0), ("right_handle", 1.0)):
        points[name] = (side * (radius + length / 2), 0.0, level)
        parts.append(_handle(points[name], length, thickness, darker(color)))
    return standing(tuple(parts), (2 * (radius + length), 2 * radius, height), points)


def _handle(middle: Point, length: float, thickness: float, color: Color) -> Part:
    return Part(
        kind="cylinder",
        size=(thickness / 2, length),
        position=middle,
        quaternion=turned((0, 1, 0), math.pi / 2),
        color=color,
    )


def _ring(radius: float, height: float, wall: float, color: Color) -> list[Part]:
    count = 12
    middle = radius * math.cos(math.pi / count) - wall / 2  # the outer corners lie on the radius
    edge = 2 * radius * math.sin(math.pi / count)
    parts = []
    for index in range(count):
        angle = 2 * math.pi * index / count
        parts.append(
            Part(
                kind="box",
                size=(wall, edge, height),
                position=(middle * math.cos(angle), middle * math.sin(angle), height / 2),
                quaternion=turned((0, 0, 1), angle),
                color=color,
            )
        )
    return parts
