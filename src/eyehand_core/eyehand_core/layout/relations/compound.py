"""Compound directions: beyond two edges of the target at once."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from eyehand_core.layout.distances import DISTANCES
from eyehand_core.layout.outline import Outline
from eyehand_core.layout.relations.directed import (
    ABOVE,
    BEHIND,
    BELOW,
    IN_FRONT,
    LEFT,
    RIGHT,
    DirectedRelation,
)
from eyehand_core.layout.relations.relation import RELATIONS, Relation, Targets, Wanted
from eyehand_core.layout.rules import DECIMALS, DISTANCE_THRESHOLD, SEARCH_STEP


@dataclass(frozen=True, kw_only=True)
class CompoundRelation(Relation):
    """A lies beyond an edge of the target on both axes.

    Attributes:
        aside: direction along x.
        along: direction along y.
    """

    aside: DirectedRelation
    along: DirectedRelation

    def gap(self, outline: Outline, targets: Targets) -> float:
        """Return the distance between the facing corners [canvas units], 0 when they meet."""
        return outline.distance(targets[0])

    def correction(self, outline: Outline, targets: Targets, distance: str = "") -> str:
        """Return which way A has to go, in words; empty if the relation holds."""
        parts = (self.aside, self.along)
        lacking = [part.way for part in parts if not _beyond(part, outline, targets[0])]
        if lacking:
            return f"further {' and '.join(lacking)}"
        limit = DISTANCES[distance].upto if distance else DISTANCE_THRESHOLD
        if any(part.gap(outline, targets) > max(limit, DISTANCE_THRESHOLD) for part in parts):
            return "closer"
        if not distance or DISTANCES[distance].covers(self.gap(outline, targets)):
            return ""
        return "closer" if self.gap(outline, targets) > limit else "further away"

    def places(self, wanted: Wanted) -> Iterator[Outline]:
        """Yield outlines by distance from the place where both gaps are equal.

        Beside that one only those are yielded that lie on the canvas.
        """
        (target,) = wanted.targets
        room = (self.aside.room(wanted.size, target), self.along.room(wanted.size, target))
        for number, (aside, along) in enumerate(_gaps(wanted.distance)):
            if number and (aside > room[0] or along > room[1]):
                continue
            x = self.aside.place(wanted.size, target, aside, 0.0).center[0]
            y = self.along.place(wanted.size, target, along, 0.0).center[1]
            yield Outline((x, y), wanted.size)


def _beyond(part: DirectedRelation, outline: Outline, target: Outline) -> bool:
    along = part.sign * (outline.center[part.axis] - target.center[part.axis])
    return round(along - target.size[part.axis] / 2.0, DECIMALS) > 0.0


@cache
def _gaps(distance: str) -> tuple[tuple[float, float], ...]:
    """Return pairs of gaps that the distance word covers, by distance from the equal pair."""
    word = DISTANCES[distance]
    equal = round(word.nominal / math.sqrt(2.0), DECIMALS)
    steps = [step * SEARCH_STEP for step in range(int(word.nominal / SEARCH_STEP) + 1)]
    raster = [
        (aside, along)
        for aside in steps
        for along in steps
        if math.hypot(aside, along) <= word.nominal and word.covers(math.hypot(aside, along))
    ]
    raster.sort(key=lambda pair: (math.hypot(pair[0] - equal, pair[1] - equal), pair))
    return ((equal, equal), *raster)


for _aside, _side in (("right", RIGHT), ("left", LEFT)):
    for _along, _way in (
        ("above", ABOVE),
        ("below", BELOW),
        ("behind", BEHIND),
        ("in_front", IN_FRONT),
    ):
        RELATIONS.add(
            f"{_aside}_{_along}",
            CompoundRelation(
                phrase=f"{_side.phrase} and {_way.phrase}",
                meaning="its centre beyond the target's edges in both directions",
                planes=_way.planes,
                aside=_side,
                along=_way,
            ),
        )
