"""Aligned: in one row or one column with the target."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from eyehand_core.layout.distances import DISTANCES
from eyehand_core.layout.outline import Outline
from eyehand_core.layout.relations.directed import ABOVE, BELOW, LEFT, RIGHT
from eyehand_core.layout.relations.relation import RELATIONS, Relation, Targets, Wanted
from eyehand_core.layout.relations.search import way_words
from eyehand_core.layout.rules import ALIGN_TOLERANCE, DECIMALS, OVERLAP_ALLOWANCE


@dataclass(frozen=True, kw_only=True)
class AlignedRelation(Relation):
    """The centres of A and target are on one line, beside each other.

    Attributes:
        axis: 0 for a row (side by side), 1 for a column (one over the other).
    """

    axis: int

    def gap(self, outline: Outline, targets: Targets) -> float:
        """Return the gap between the facing edges along the line [canvas units]."""
        return outline.separation(targets[0], self.axis)

    def correction(self, outline: Outline, targets: Targets, distance: str = "") -> str:
        """Return which way A has to go, in words; empty if the relation holds."""
        (target,) = targets
        offset = [
            round(t - o, DECIMALS) for t, o in zip(target.center, outline.center, strict=True)
        ]
        offset[self.axis] = 0.0
        if abs(offset[1 - self.axis]) > ALIGN_TOLERANCE:
            return f"further {way_words(offset[0], offset[1])}"
        gap = self.gap(outline, targets)
        if gap < -OVERLAP_ALLOWANCE:
            return "further away"
        if not distance or DISTANCES[distance].covers(gap):
            return ""
        return "closer" if gap > DISTANCES[distance].upto else "further away"

    def places(self, wanted: Wanted) -> Iterator[Outline]:
        """Yield outlines on the line, first on the side where A is."""
        (target,) = wanted.targets
        sides = ((RIGHT, LEFT), (BELOW, ABOVE))[self.axis]
        if wanted.now and wanted.now.center[self.axis] < target.center[self.axis]:
            sides = (sides[1], sides[0])
        for side in sides:
            for gap in DISTANCES[wanted.distance].gaps():
                yield side.place(wanted.size, target, gap, 0.0)


RELATIONS.add(
    "in_row_with",
    AlignedRelation(
        phrase="in one row with",
        meaning="beside the target, both centres on one horizontal line of the picture",
        axis=0,
    ),
)
RELATIONS.add(
    "in_column_with",
    AlignedRelation(
        phrase="in one column with",
        meaning="over or under the target, both centres on one vertical line of the picture",
        axis=1,
    ),
)
