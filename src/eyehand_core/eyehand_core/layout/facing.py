"""Which way objects face, in words and as turns.

A turn is counter-clockwise as seen, in degrees. An object that is not turned faces down in the
picture, which is towards the viewer.
"""

from __future__ import annotations

import math

from eyehand_core.layout.rules import FACING_TOLERANCE_DEG
from eyehand_core.registry import Registry

FULL_TURN_DEG = 360.0
TURN_STEP_DEG = 15.0

DIRECTIONS: Registry[float] = Registry("direction")
"""Direction words with the turn [degree] of an object that faces there."""
DIRECTIONS.add("down", 0.0)
DIRECTIONS.add("right", 90.0)
DIRECTIONS.add("up", 180.0)
DIRECTIONS.add("left", 270.0)

_BETWEEN = ("down", "down right", "right", "up right", "up", "up left", "left", "down left")


def normalized(turn_deg: float) -> float:
    """Return the turn within 0 (included) to 360 (excluded) degrees."""
    return turn_deg % FULL_TURN_DEG


def difference(turn_deg: float, other_deg: float) -> float:
    """Return how far one turn is ahead of another, -180 (included) to 180 (excluded) degrees."""
    return visible_difference(turn_deg, other_deg, FULL_TURN_DEG)


def visible_difference(turn_deg: float, other_deg: float, symmetry_deg: float) -> float:
    """Return how far one turn is ahead of another for a thing that looks the same after some turn.

    Args:
        turn_deg: one turn.
        other_deg: the other.
        symmetry_deg: after what turn the thing looks the same; 0 if every turn does.
    """
    if symmetry_deg == 0.0:
        return 0.0
    return (turn_deg - other_deg + symmetry_deg / 2.0) % symmetry_deg - symmetry_deg / 2.0


def turn_toward(center: tuple[float, float], other: tuple[float, float]) -> float:
    """Return the turn [degree] with which an object faces a point, on the raster of 15 degrees.

    Args:
        center: where the object is, x right, y down [canvas units].
        other: the point; the same place faces down.

    Returns:
        0 (included) to 360 (excluded).
    """
    dx, dy = other[0] - center[0], other[1] - center[1]
    exact = math.degrees(math.atan2(dx, dy))
    return normalized(TURN_STEP_DEG * round(exact / TURN_STEP_DEG))


def faces(turn_deg: float, wanted_deg: float) -> bool:
    """Tell whether a turn [degree] is a wanted one [degree], within ``FACING_TOLERANCE_DEG``."""
    return abs(difference(turn_deg, wanted_deg)) <= FACING_TOLERANCE_DEG


def facing_words(turn_deg: float) -> str:
    """Return the direction that a turn [degree] faces, to the nearest of eight."""
    return _BETWEEN[round(normalized(turn_deg) / 45.0) % len(_BETWEEN)]
