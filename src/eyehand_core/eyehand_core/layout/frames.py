"""Directions as an object sees them, which is how words like "in front of" may be meant."""

from __future__ import annotations

from typing import Literal

from eyehand_core.layout.plane import Plane

Frame = Literal["viewer", "object"]
FRAMES: tuple[Frame, ...] = ("viewer", "object")

# Quarter turns, counter-clockwise as seen, from the way an object faces to each direction.
_QUARTERS = {"in_front_of": 0, "to_the_left_of": 1, "behind": 2, "to_the_right_of": 3}
# Relation as the viewer sees it for a direction that many quarter turns from "down".
_SEEN: dict[Plane, tuple[str, ...]] = {
    "ground": ("in_front_of", "to_the_right_of", "behind", "to_the_left_of"),
    "vertical": ("below", "to_the_right_of", "above", "to_the_left_of"),
}
FRAMED = tuple(_QUARTERS)
"""Relations that an object's own frame can be meant for."""


def seen_relation(relation: str, turn_deg: float, plane: Plane) -> str:
    """Return what a relation in the frame of an object is for the viewer.

    Args:
        relation: one of ``FRAMED``.
        turn_deg: turn of the object, to the nearest quarter [degree].
        plane: plane of the scene.
    """
    quarters = _QUARTERS[relation] + round(turn_deg / 90.0)
    return _SEEN[plane][quarters % len(_SEEN[plane])]
