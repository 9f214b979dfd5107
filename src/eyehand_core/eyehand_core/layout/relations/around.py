"""Around: on a side of the target that nothing of the same kind has taken yet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from eyehand_core.layout.outline import Outline
from eyehand_core.layout.relations.directed import ABOVE, BELOW, LEFT, RIGHT, DirectedRelation
from eyehand_core.layout.relations.relation import RELATIONS, Relation, Targets, Wanted

SIDES: tuple[DirectedRelation, ...] = (RIGHT, LEFT, ABOVE, BELOW)
"""The four sides of a target, in the order in which they are taken."""


@dataclass(frozen=True, kw_only=True)
class AroundRelation(Relation):
    """A is on one of the four sides of the target."""

    def gap(self, outline: Outline, targets: Targets) -> float:
        """Return the gap of the side that A is on: the largest of all sides [canvas units]."""
        return max(side.gap(outline, targets) for side in SIDES)

    def correction(self, outline: Outline, targets: Targets, distance: str = "") -> str:
        """Return which way A has to go, in words; empty if the relation holds."""
        ways = [side.correction(outline, targets, distance) for side in SIDES]
        if "" in ways:
            return ""
        nearest = max(SIDES, key=lambda side: side.gap(outline, targets))
        return nearest.correction(outline, targets, distance)

    def places(self, wanted: Wanted) -> Iterator[Outline]:
        """Yield outlines on the free sides of the target, one side after the other."""
        for side in SIDES:
            taken = any(side.holds(other, wanted.targets) for other in wanted.companions)
            if not taken:
                yield from side.places(wanted)


def side_of(outline: Outline, target: Outline) -> DirectedRelation | None:
    """Return the side of the target that an outline is on; None if it is on none."""
    return next((side for side in SIDES if side.holds(outline, (target,))), None)


RELATIONS.add(
    "around",
    AroundRelation(
        phrase="around",
        meaning="on a side of the target that nothing of the same category has taken yet",
    ),
)
