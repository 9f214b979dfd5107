"""Right, left, above, below, behind, in front: beyond one edge of the target, level with it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from eyehand_core.layout.distances import DISTANCES
from eyehand_core.layout.outline import Outline, Size
from eyehand_core.layout.relations.relation import RELATIONS, Relation, Targets, Wanted
from eyehand_core.layout.rules import (
    AXIS_CONE_DEG,
    CANVAS,
    DECIMALS,
    DISTANCE_THRESHOLD,
    OVERLAP_ALLOWANCE,
    SEARCH_STEP,
)

_CONE = math.tan(math.radians(AXIS_CONE_DEG))


@dataclass(frozen=True, kw_only=True)
class DirectedRelation(Relation):
    """A lies beyond one edge of the target, about level with it.

    Attributes:
        axis: 0 for x, 1 for y (downwards).
        sign: +1 if A has the larger coordinate.
    """

    axis: int
    sign: int

    @property
    def way(self) -> str:
        """Direction word towards the relation."""
        return _WAYS[self.axis][self.sign > 0]

    def gap(self, outline: Outline, targets: Targets) -> float:
        """Return the gap between the facing edges [canvas units], below 0 unless A is beyond it."""
        (target,) = targets
        along = self.sign * (outline.center[self.axis] - target.center[self.axis])
        return round(along - (outline.size[self.axis] + target.size[self.axis]) / 2.0, DECIMALS)

    def correction(self, outline: Outline, targets: Targets, distance: str = "") -> str:
        """Return which way A has to go, in words; empty if the relation holds."""
        (target,) = targets
        gap = self.gap(outline, targets)
        if gap < -OVERLAP_ALLOWANCE:
            return f"further {self.way}"
        if not self._level(outline, target):
            offset = outline.center[1 - self.axis] - target.center[1 - self.axis]
            return f"further {_WAYS[1 - self.axis][offset < 0.0]}"
        upto = DISTANCES[distance].upto if distance else DISTANCE_THRESHOLD
        if gap > upto:
            return "closer"
        if distance and gap <= DISTANCES[distance].over:
            return "further away"
        return ""

    def places(self, wanted: Wanted) -> Iterator[Outline]:
        """Yield outlines by distance from the nominal place; smaller gaps before side shifts.

        Beside the nominal one only those are yielded that lie on the canvas.
        """
        (target,) = wanted.targets
        nominal = DISTANCES[wanted.distance].nominal
        yield self.place(wanted.size, target, nominal, 0.0)
        others = [
            (math.hypot(nominal - gap, shift), abs(shift), shift, gap)
            for gap in DISTANCES[wanted.distance].gaps()
            if gap <= self.room(wanted.size, target)
            for shift in self._shifts(wanted.size, target, gap)
        ]
        for way, _, shift, gap in sorted(others):
            if way > 0.0:
                yield self.place(wanted.size, target, gap, shift)

    def room(self, size: Size, target: Outline) -> float:
        """Return the largest gap at which an object of that size is on the canvas."""
        free = CANVAS - target.high(self.axis) if self.sign > 0 else target.low(self.axis)
        return round(free - size[self.axis], DECIMALS)

    def place(self, size: Size, target: Outline, gap: float, shift: float) -> Outline:
        """Return the outline at a gap from the facing edge, shifted across [canvas units]."""
        reach = gap + (size[self.axis] + target.size[self.axis]) / 2.0
        along = target.center[self.axis] + self.sign * reach
        across = target.center[1 - self.axis] + shift
        return Outline((along, across) if self.axis == 0 else (across, along), size)

    def _shifts(self, size: Size, target: Outline, gap: float) -> Iterator[float]:
        across = 1 - self.axis
        reach = gap + (size[self.axis] + target.size[self.axis]) / 2.0
        limit = max(target.size[across] / 2.0, reach * _CONE)
        low = max(-limit, size[across] / 2.0 - target.center[across])
        high = min(limit, CANVAS - size[across] / 2.0 - target.center[across])
        for step in range(math.ceil(low / SEARCH_STEP), math.floor(high / SEARCH_STEP) + 1):
            yield step * SEARCH_STEP
        yield from (edge for edge in (-limit, limit) if low <= edge <= high)

    def _level(self, outline: Outline, target: Outline) -> bool:
        along = self.sign * (outline.center[self.axis] - target.center[self.axis])
        across = abs(outline.center[1 - self.axis] - target.center[1 - self.axis])
        extent = target.size[1 - self.axis] / 2.0
        return round(across - max(extent, along * _CONE), DECIMALS) <= 0.0


# Direction words of each axis, for smaller and larger coordinates.
_WAYS = (("left", "right"), ("up", "down"))
_MEANING = (
    "beyond that edge of the target and about level with it (within 45 degrees of straight, or its "
    "centre within the target's extent)"
)

RIGHT = DirectedRelation(phrase="to the right of", meaning=_MEANING, axis=0, sign=1)
LEFT = DirectedRelation(phrase="to the left of", meaning=_MEANING, axis=0, sign=-1)
ABOVE = DirectedRelation(phrase="above", meaning=_MEANING, planes=("vertical",), axis=1, sign=-1)
BELOW = DirectedRelation(phrase="below", meaning=_MEANING, planes=("vertical",), axis=1, sign=1)
BEHIND = DirectedRelation(
    phrase="behind",
    meaning=f"further away from the viewer, which is further up in the picture; {_MEANING}",
    planes=("ground",),
    axis=1,
    sign=-1,
)
IN_FRONT = DirectedRelation(
    phrase="in front of",
    meaning=f"nearer to the viewer, which is further down in the picture; {_MEANING}",
    planes=("ground",),
    axis=1,
    sign=1,
)
for _name, _relation in (
    ("to_the_right_of", RIGHT),
    ("to_the_left_of", LEFT),
    ("above", ABOVE),
    ("below", BELOW),
    ("behind", BEHIND),
    ("in_front_of", IN_FRONT),
):
    RELATIONS.add(_name, _relation)
