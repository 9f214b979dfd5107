"""Relations between objects: one registered definition for every part that uses them.

The decision grammar takes the names, the resolver the candidate places, the evaluator the truth,
prompts and feedback the words. A further relation is one class or one registration here.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, Protocol

from eyehand_core.layout.distances import DISTANCES
from eyehand_core.layout.outline import Outline
from eyehand_core.layout.rules import (
    AXIS_CONE_DEG,
    DECIMALS,
    DISTANCE_THRESHOLD,
    OVERLAP_ALLOWANCE,
    SEARCH_STEP,
)
from eyehand_core.registry import Registry

Plane = Literal["vertical", "ground"]
PLANES: tuple[Plane, ...] = ("vertical", "ground")

_CONE = math.tan(math.radians(AXIS_CONE_DEG))


class Relation(Protocol):
    """What object A is to a target."""

    @property
    def phrase(self) -> str:
        """Words between the two names, for example ``to the right of``."""
        ...

    @property
    def planes(self) -> tuple[Plane, ...]:
        """Planes in which the relation has a meaning."""
        ...

    def places(
        self, size: tuple[float, float], target: Outline, distance: str
    ) -> Iterator[Outline]:
        """Yield outlines of that size that fulfil the relation, the nominal one first."""
        ...

    def holds(self, outline: Outline, target: Outline, distance: str = "") -> bool:
        """Tell whether the relation is fulfilled, at the distance word if one is given."""
        ...

    def gap(self, outline: Outline, target: Outline) -> float:
        """Return the gap that distance words refer to [canvas units]."""
        ...

    def correction(self, outline: Outline, target: Outline, distance: str = "") -> str:
        """Return which way the object has to go, in words; empty if the relation holds."""
        ...


@dataclass(frozen=True, kw_only=True)
class DirectedRelation:
    """A lies beyond one edge of the target, about level with it.

    Attributes:
        phrase: words between the two names.
        planes: planes in which it has a meaning.
        axis: 0 for x, 1 for y (downwards).
        sign: +1 if A has the larger coordinate.
        way: direction word towards the relation.
        across: direction words for smaller and larger coordinates of the other axis.
    """

    phrase: str
    planes: tuple[Plane, ...]
    axis: int
    sign: int
    way: str
    across: tuple[str, str]

    def gap(self, outline: Outline, target: Outline) -> float:
        """Return the gap between the facing edges; negative if A is not beyond the edge."""
        along = self.sign * (outline.center[self.axis] - target.center[self.axis])
        return round(along - (outline.size[self.axis] + target.size[self.axis]) / 2.0, DECIMALS)

    def holds(self, outline: Outline, target: Outline, distance: str = "") -> bool:
        """Tell whether A is beyond the edge, level with the target and not too far."""
        return self.correction(outline, target, distance) == ""

    def correction(self, outline: Outline, target: Outline, distance: str = "") -> str:
        """Return which way A has to go, in words; empty if the relation holds."""
        gap = self.gap(outline, target)
        if gap < -OVERLAP_ALLOWANCE:
            return f"further {self.way}"
        if not self._level(outline, target):
            offset = outline.center[1 - self.axis] - target.center[1 - self.axis]
            return f"further {self.across[0] if offset > 0.0 else self.across[1]}"
        upto = DISTANCES[distance].upto if distance else DISTANCE_THRESHOLD
        if gap > upto:
            return "closer"
        if distance and gap <= DISTANCES[distance].over:
            return "further away"
        return ""

    def places(
        self, size: tuple[float, float], target: Outline, distance: str
    ) -> Iterator[Outline]:
        """Yield outlines by distance from the nominal place; smaller gaps before side shifts."""
        nominal = DISTANCES[distance].nominal
        yield self._place(size, target, nominal, 0.0)
        others = [
            (math.hypot(nominal - gap, shift), abs(shift), shift, gap)
            for gap in DISTANCES[distance].gaps()
            for shift in self._shifts(size, target, gap)
        ]
        for _, _, shift, gap in sorted(others)[1:]:
            yield self._place(size, target, gap, shift)

    def _place(
        self, size: tuple[float, float], target: Outline, gap: float, shift: float
    ) -> Outline:
        reach = gap + (size[self.axis] + target.size[self.axis]) / 2.0
        along = target.center[self.axis] + self.sign * reach
        across = target.center[1 - self.axis] + shift
        return Outline((along, across) if self.axis == 0 else (across, along), size)

    def _shifts(self, size: tuple[float, float], target: Outline, gap: float) -> Iterator[float]:
        reach = gap + (size[self.axis] + target.size[self.axis]) / 2.0
        limit = max(target.size[1 - self.axis] / 2.0, reach * _CONE)
        yield 0.0
        for step in range(1, int(limit / SEARCH_STEP) + 1):
            yield -step * SEARCH_STEP
            yield step * SEARCH_STEP
        yield -limit
        yield limit

    def _level(self, outline: Outline, target: Outline) -> bool:
        along = self.sign * (outline.center[self.axis] - target.center[self.axis])
        across = abs(outline.center[1 - self.axis] - target.center[1 - self.axis])
        extent = target.size[1 - self.axis] / 2.0
        return round(across - max(extent, along * _CONE), DECIMALS) <= 0.0


RELATIONS: Registry[Relation] = Registry("relation")
RELATIONS.add(
    "to_the_right_of",
    DirectedRelation(
        phrase="to the right of", planes=PLANES, axis=0, sign=1, way="right", across=("up", "down")
    ),
)
RELATIONS.add(
    "to_the_left_of",
    DirectedRelation(
        phrase="to the left of", planes=PLANES, axis=0, sign=-1, way="left", across=("up", "down")
    ),
)
RELATIONS.add(
    "above",
    DirectedRelation(
        phrase="above", planes=("vertical",), axis=1, sign=-1, way="up", across=("left", "right")
    ),
)
RELATIONS.add(
    "below",
    DirectedRelation(
        phrase="below", planes=("vertical",), axis=1, sign=1, way="down", across=("left", "right")
    ),
)
