"""What a shape is: geometry of an object in its own frame, and the registry of all shapes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from eyehand_core.config_file import Section
from eyehand_core.geometry import rotation
from eyehand_core.registry import Registry
from eyehand_core.scene import Part

Color = tuple[float, ...]
Point = tuple[float, ...]

SMALLEST = 0.001  # no edge or radius of an object is smaller [m]
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


def centered(
    parts: tuple[Part, ...], size: tuple[float, ...], points: Mapping[str, Point] | None = None
) -> Shape:
    """Return a shape whose frame is in the middle of its box."""
    half = size[2] / 2
    ends = {"top": (0.0, 0.0, half), "base": (0.0, 0.0, -half)}
    return Shape(
        parts=parts, size=tuple(size), center=(0.0, 0.0, 0.0), points={**ends, **(points or {})}
    )


def standing(
    parts: tuple[Part, ...], size: tuple[float, ...], points: Mapping[str, Point]
) -> Shape:
    """Return a shape whose frame is at the centre of its base."""
    ends = {"top": (0.0, 0.0, size[2]), "base": (0.0, 0.0, 0.0)}
    return Shape(parts=parts, size=size, center=(0.0, 0.0, size[2] / 2), points={**ends, **points})


def length_of(section: Section, key: str) -> float:
    """Read a length [m]."""
    return section.number(key, SMALLEST, LARGEST)


def darker(color: Color) -> Color:
    """Return a darker shade of a colour."""
    return tuple(0.55 * value for value in color)


def turned(axis: tuple[float, ...], angle: float) -> tuple[float, ...]:
    """Return the quaternion of a turn about an axis [rad], as parts store it."""
    return tuple(float(value) for value in rotation.from_axis_angle(axis, angle))
