"""Exact shapes on the canvas: corners of turned boxes and discs, and how far they overlap.

Points and sizes are in canvas units, x to the right, y downwards.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from eyehand_core.layout.outline import Outline, Size
from eyehand_core.layout.rules import DECIMALS

Point = tuple[float, float]
Polygon = tuple[Point, ...]

_DISC_CORNERS = 24


def box_corners(center: Point, size: Size, turn_deg: float) -> Polygon:
    """Return the corners of a box turned counter-clockwise as seen [degree]."""
    half = (size[0] / 2.0, size[1] / 2.0)
    corners = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return _placed(((sx * half[0], sy * half[1]) for sx, sy in corners), center, turn_deg)


def disc_corners(center: Point, size: Size, turn_deg: float) -> Polygon:
    """Return corners on the edge of an ellipse turned counter-clockwise as seen [degree]."""
    angles = (2.0 * math.pi * corner / _DISC_CORNERS for corner in range(_DISC_CORNERS))
    edge = ((size[0] / 2.0 * math.cos(a), size[1] / 2.0 * math.sin(a)) for a in angles)
    return _placed(edge, center, turn_deg)


def box_outline(center: Point, size: Size, turn_deg: float) -> Outline:
    """Return the axis-parallel outline of a box turned counter-clockwise as seen [degree]."""
    cosine, sine = _cosine_and_sine(turn_deg)
    width = abs(size[0] * cosine) + abs(size[1] * sine)
    height = abs(size[0] * sine) + abs(size[1] * cosine)
    return Outline(center, (width, height))


def disc_outline(center: Point, size: Size, turn_deg: float) -> Outline:
    """Return the axis-parallel outline of an ellipse turned counter-clockwise as seen [degree]."""
    cosine, sine = _cosine_and_sine(turn_deg)
    width = math.hypot(size[0] * cosine, size[1] * sine)
    height = math.hypot(size[0] * sine, size[1] * cosine)
    return Outline(center, (width, height))


def area(polygon: Polygon) -> float:
    """Return the area [canvas units squared], whichever way round the corners are listed."""
    pairs = zip(polygon, polygon[1:] + polygon[:1], strict=True)
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs)) / 2.0


def common_area(one: Polygon, other: Polygon) -> float:
    """Return the area that two convex polygons have in common [canvas units squared].

    It clips one by the edges of the other (Sutherland and Hodgman, 1974).
    """
    part: Polygon = one
    for start, end in zip(other, other[1:] + other[:1], strict=True):
        part = _clipped(part, start, end)
        if not part:
            return 0.0
    return area(part)


def _clipped(polygon: Polygon, start: Point, end: Point) -> Polygon:
    """Return what of a polygon lies to the right of a line, seen with y downwards."""
    kept: list[Point] = []
    for before, after in zip(polygon[-1:] + polygon[:-1], polygon, strict=True):
        side_before, side_after = _side(before, start, end), _side(after, start, end)
        if (side_before >= 0.0) != (side_after >= 0.0):
            share = side_before / (side_before - side_after)
            kept.append(
                (
                    before[0] + share * (after[0] - before[0]),
                    before[1] + share * (after[1] - before[1]),
                )
            )
        if side_after >= 0.0:
            kept.append(after)
    return tuple(kept)


def _side(point: Point, start: Point, end: Point) -> float:
    return (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0])


def _placed(points: Iterable[Point], center: Point, turn_deg: float) -> Polygon:
    cosine, sine = _cosine_and_sine(turn_deg)
    return tuple(
        (center[0] + x * cosine + y * sine, center[1] - x * sine + y * cosine) for x, y in points
    )


def _cosine_and_sine(turn_deg: float) -> tuple[float, float]:
    """Return both, exact for quarter turns."""
    turn = math.radians(turn_deg)
    return round(math.cos(turn), DECIMALS + 6), round(math.sin(turn), DECIMALS + 6)
