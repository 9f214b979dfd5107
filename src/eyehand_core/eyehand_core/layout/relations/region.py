"""Middle, edges and corners of a region or of anything else that has room inside."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from eyehand_core.layout.distances import DISTANCES
from eyehand_core.layout.outline import Outline
from eyehand_core.layout.relations.contact import further_inside
from eyehand_core.layout.relations.relation import RELATIONS, Relation, Targets, Wanted
from eyehand_core.layout.relations.search import offsets_within, way_words
from eyehand_core.layout.rules import CENTER_TOLERANCE, DECIMALS, REGION_STEP

_NEAR = DISTANCES["near"]


@dataclass(frozen=True, kw_only=True)
class RegionRelation(Relation):
    """A is inside the target, near the edges that are named or in the middle.

    Attributes:
        sides: for x and y: -1 near the smaller edge, 1 near the larger one, 0 anywhere.
        centered: for x and y: whether A is in the middle of the target.
    """

    sides: tuple[int, int] = (0, 0)
    centered: bool = False

    def correction(self, outline: Outline, targets: Targets, distance: str = "") -> str:
        """Return which way A has to go, in words; empty if the relation holds."""
        (target,) = targets
        inside = further_inside(outline, target)
        if inside:
            return inside
        words = way_words(self._lacking(outline, target, 0), self._lacking(outline, target, 1))
        return f"further {words}" if words else ""

    def places(self, wanted: Wanted) -> Iterator[Outline]:
        """Yield outlines inside, by distance from the nominal place."""
        (target,) = wanted.targets
        room = [target.size[axis] - wanted.size[axis] for axis in (0, 1)]
        if min(room) < 0.0:
            return
        aim = (self._aim(wanted, target, 0), self._aim(wanted, target, 1))
        yield Outline(aim, wanted.size)
        limits = [self._limits(wanted, target, axis) for axis in (0, 1)]
        reach = [
            int(max(aim[axis] - limits[axis][0], limits[axis][1] - aim[axis]) / REGION_STEP)
            for axis in (0, 1)
        ]
        for dx, dy in offsets_within(reach[0], reach[1], REGION_STEP)[1:]:
            outline = Outline((aim[0] + dx, aim[1] + dy), wanted.size)
            if self.holds(outline, wanted.targets):
                yield outline

    def _limits(self, wanted: Wanted, target: Outline, axis: int) -> tuple[float, float]:
        """Return the smallest and largest centre that the relation allows."""
        room = (target.size[axis] - wanted.size[axis]) / 2.0
        low, high = target.center[axis] - room, target.center[axis] + room
        if self.centered:
            middle = target.center[axis]
            return max(low, middle - CENTER_TOLERANCE), min(high, middle + CENTER_TOLERANCE)
        if self.sides[axis] < 0:
            return low, min(high, low + _NEAR.upto)
        return (max(low, high - _NEAR.upto), high) if self.sides[axis] else (low, high)

    def _aim(self, wanted: Wanted, target: Outline, axis: int) -> float:
        room = (target.size[axis] - wanted.size[axis]) / 2.0
        return target.center[axis] + self.sides[axis] * max(0.0, room - _NEAR.nominal)

    def _lacking(self, outline: Outline, target: Outline, axis: int) -> float:
        """Return how far A has to go along an axis; 0 if it is where it should be."""
        offset = round(target.center[axis] - outline.center[axis], DECIMALS)
        if self.centered:
            return offset if abs(offset) > CENTER_TOLERANCE else 0.0
        side = self.sides[axis]
        edge = target.high(axis) if side > 0 else target.low(axis)
        own = outline.high(axis) if side > 0 else outline.low(axis)
        gap = side * round(edge - own, DECIMALS)
        return side * gap if side and not _NEAR.covers(gap) else 0.0


_EDGES = {"left": (-1, 0), "right": (1, 0), "top": (0, -1), "bottom": (0, 1)}

RELATIONS.add(
    "center_of",
    RegionRelation(
        phrase="in the middle of",
        meaning="inside the target, its centre near the target's centre",
        takes_distance=False,
        centered=True,
    ),
)
for _name, _sides in _EDGES.items():
    RELATIONS.add(
        f"{_name}_edge_of",
        RegionRelation(
            phrase=f"at the {_name} edge of",
            meaning=f"inside the target, near its {_name} edge",
            takes_distance=False,
            sides=_sides,
        ),
    )
for _row in ("top", "bottom"):
    for _column in ("left", "right"):
        RELATIONS.add(
            f"{_row}_{_column}_corner_of",
            RegionRelation(
                phrase=f"in the {_row} {_column} corner of",
                meaning=f"inside the target, near its {_row} and its {_column} edge",
                takes_distance=False,
                sides=(_EDGES[_column][0], _EDGES[_row][1]),
            ),
        )
