"""How to take a thing from above: which arm, and along which of its sides the fingers close."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from eyehand_core.layout.embodied.transfers import Spot, Transfer
from eyehand_core.layout.polygon import Polygon, box_corners, common_area

WIDEST = 0.075
"""Widest side that a hand takes hold of [m]; it opens to 90 mm and needs some play."""

# What an open finger takes up beside the thing: from and to along the closing direction, and its
# breadth across it [m].
_FINGER = (0.045, 0.062)
_BREADTH = 0.03
_HEADINGS_DEG = tuple(float(value) for value in range(-90, 91, 15))


@dataclass(frozen=True, kw_only=True)
class Grasp:
    """One way to carry a thing.

    Attributes:
        arm: which arm.
        heading_deg: of the gripper when it closes; 0 is away from the robot, left is positive.
        turn_deg: how far it turns with the thing.
    """

    arm: str
    heading_deg: float
    turn_deg: float


def fits_hand(transfer: Transfer) -> bool:
    """Tell whether a hand can take hold of the thing at all."""
    return min(transfer.size) <= WIDEST


def grasps(
    transfer: Transfer, arms: Iterable[str], neighbours: Iterable[Polygon]
) -> Iterator[Grasp]:
    """Yield ways to carry a thing, those whose fingers touch nothing else and turn least first.

    Args:
        transfer: the thing and its way.
        arms: arms in the order of preference.
        neighbours: what the other things cover on the table [m], corners in the world.
    """
    others = tuple(neighbours)
    ranked = sorted(_headings(transfer), key=lambda h: _cost(transfer, h, others))
    for heading in ranked:
        for arm in arms:
            yield Grasp(arm=arm, heading_deg=heading, turn_deg=transfer.turn_deg)


def _headings(transfer: Transfer) -> Iterator[float]:
    """Yield headings at which the fingers close on a side that fits between them."""
    if transfer.is_disc:
        yield from _HEADINGS_DEG
        return
    for side, quarter in zip(transfer.size, (0.0, 90.0), strict=True):
        if side <= WIDEST:
            nearest = math.remainder(transfer.start.yaw_deg + quarter, 180.0)
            yield nearest
            if abs(nearest) > 45.0:
                yield nearest - math.copysign(180.0, nearest)


def _cost(
    transfer: Transfer, heading: float, neighbours: tuple[Polygon, ...]
) -> tuple[float, float]:
    """Return what the fingers would touch [m2], and how far the wrist has to twist [degree]."""
    after = heading + transfer.turn_deg
    fingers = (*_fingers(transfer.start, heading), *_fingers(transfer.end, after))
    touched = sum(common_area(finger, other) for finger in fingers for other in neighbours)
    return round(touched, 9), max(abs(heading), abs(after))


def _fingers(spot: Spot, heading_deg: float) -> Iterator[Polygon]:
    """Yield what the open fingers cover on the table [m]."""
    near, far = _FINGER
    # Polygons are seen with y downwards, as on the canvas; the table is mirrored to suit.
    for side in (-1.0, 1.0):
        reach = side * (near + far) / 2.0
        way = math.radians(heading_deg)
        center = (spot.x + reach * math.cos(way), -(spot.y + reach * math.sin(way)))
        yield box_corners(center, (far - near, _BREADTH), heading_deg)
