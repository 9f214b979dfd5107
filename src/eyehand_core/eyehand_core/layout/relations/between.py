"""Between two targets."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from eyehand_core.layout.outline import Outline
from eyehand_core.layout.relations.relation import RELATIONS, Relation, Targets, Wanted
from eyehand_core.layout.relations.search import offsets_within, way_words
from eyehand_core.layout.rules import DECIMALS, SEARCH_STEP

Point = tuple[float, float]


@dataclass(frozen=True, kw_only=True)
class BetweenRelation(Relation):
    """The centre of A lies between those of both targets, about on the line that joins them."""

    def correction(self, outline: Outline, targets: Targets, distance: str = "") -> str:
        """Return which way A has to go, in words; empty if the relation holds."""
        first, second = targets
        share, aside = _along_and_aside(outline.center, first.center, second.center)
        is_between = 0.0 <= share <= 1.0
        if is_between and round(abs(aside) - _slack(outline), DECIMALS) <= 0.0:
            return ""
        aim = _middle(first, second)
        dx, dy = aim[0] - outline.center[0], aim[1] - outline.center[1]
        return f"further {way_words(dx, dy, slack=min(abs(dx) + abs(dy), 4.0) / 2.0)}"

    def gap(self, outline: Outline, targets: Targets) -> float:
        """Return the smaller of the distances to both targets [canvas units]."""
        return min(outline.distance(target) for target in targets)

    def places(self, wanted: Wanted) -> Iterator[Outline]:
        """Yield outlines by distance from the middle of the gap."""
        first, second = wanted.targets
        x, y = _middle(first, second)
        reach = math.hypot(first.center[0] - second.center[0], first.center[1] - second.center[1])
        yield Outline((x, y), wanted.size)
        steps = int(reach / SEARCH_STEP / 2.0) + 1
        for dx, dy in offsets_within(steps, steps)[1:]:
            outline = Outline((x + dx, y + dy), wanted.size)
            if self.holds(outline, wanted.targets):
                yield outline


def _along_and_aside(point: Point, start: Point, end: Point) -> tuple[float, float]:
    """Return how far along the line a point is, as a share, and how far aside of it."""
    way = (end[0] - start[0], end[1] - start[1])
    length = math.hypot(*way)
    if length == 0.0:
        return 0.5, math.hypot(point[0] - start[0], point[1] - start[1])
    offset = (point[0] - start[0], point[1] - start[1])
    along = (offset[0] * way[0] + offset[1] * way[1]) / length
    aside = (offset[0] * way[1] - offset[1] * way[0]) / length
    return round(along / length, DECIMALS), aside


def _slack(outline: Outline) -> float:
    return min(outline.size) / 2.0


def _middle(first: Outline, second: Outline) -> Point:
    """Return the middle of the free part of the line that joins both centres."""
    leave, enter = _exit_share(first, second), 1.0 - _exit_share(second, first)
    share = (leave + enter) / 2.0
    x, y = (
        round(2.0 * (a + share * (b - a))) / 2.0
        for a, b in zip(first.center, second.center, strict=True)
    )
    return x, y


def _exit_share(start: Outline, end: Outline) -> float:
    """Return at which share of the way from centre to centre the first outline is left."""
    shares = [
        start.size[axis] / 2.0 / abs(end.center[axis] - start.center[axis])
        for axis in (0, 1)
        if end.center[axis] != start.center[axis]
    ]
    return min([1.0, *shares])


RELATIONS.add(
    "between",
    BetweenRelation(
        phrase="between",
        meaning=(
            "its centre between those of both targets and at most half its own size aside of the "
            "line that joins them"
        ),
        target_count=2,
        takes_distance=False,
    ),
)
