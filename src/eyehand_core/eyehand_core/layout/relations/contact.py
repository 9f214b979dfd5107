"""On and inside."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from eyehand_core.layout.outline import Outline
from eyehand_core.layout.relations.relation import RELATIONS, Relation, Targets, Wanted
from eyehand_core.layout.relations.search import offsets_within, way_words
from eyehand_core.layout.rules import DECIMALS, ON_GAP, ON_OVERLAP, REGION_STEP, SEARCH_STEP


@dataclass(frozen=True, kw_only=True)
class OnRelation(Relation):
    """A stands on the upper edge of the target."""

    def correction(self, outline: Outline, targets: Targets, distance: str = "") -> str:
        """Return which way A has to go, in words; empty if the relation holds."""
        (target,) = targets
        gap = round(target.low(1) - outline.high(1), DECIMALS)
        offset = outline.center[0] - target.center[0]
        common = -outline.separation(target, 0)
        sideways = common < ON_OVERLAP * outline.size[0]
        dx = -offset if sideways else 0.0
        way = way_words(dx, gap if abs(gap) > ON_GAP else 0.0)
        return f"further {way}" if way else ""

    def places(self, wanted: Wanted) -> Iterator[Outline]:
        """Yield outlines on the edge, the middle first."""
        (target,) = wanted.targets
        width, height = wanted.size
        y = target.low(1) - height / 2.0
        reach = (target.size[0] + width) / 2.0 - ON_OVERLAP * width
        for dx, _ in offsets_within(max(0, int(reach / SEARCH_STEP)), 0):
            yield Outline((target.center[0] + dx, y), wanted.size)


@dataclass(frozen=True, kw_only=True)
class InsideRelation(Relation):
    """The whole outline of A is within that of the target."""

    def correction(self, outline: Outline, targets: Targets, distance: str = "") -> str:
        """Return which way A has to go, in words; empty if the relation holds."""
        return further_inside(outline, targets[0])

    def places(self, wanted: Wanted) -> Iterator[Outline]:
        """Yield outlines within the target, its middle first."""
        (target,) = wanted.targets
        room = [(target.size[axis] - wanted.size[axis]) / 2.0 for axis in (0, 1)]
        if min(room) < 0.0:
            return
        yield Outline(target.center, wanted.size)
        steps = [int(space / REGION_STEP) for space in room]
        for dx, dy in offsets_within(steps[0], steps[1], REGION_STEP)[1:]:
            yield Outline((target.center[0] + dx, target.center[1] + dy), wanted.size)


def further_inside(outline: Outline, target: Outline) -> str:
    """Return which way an outline has to go to be within another; empty if it is."""
    if any(outline.size[axis] > target.size[axis] + 1e-6 for axis in (0, 1)):
        return "elsewhere, it is too large to fit in"
    ways = []
    for axis in (0, 1):
        short = max(0.0, round(target.low(axis) - outline.low(axis), DECIMALS))
        over = max(0.0, round(outline.high(axis) - target.high(axis), DECIMALS))
        ways.append(short - over)
    words = way_words(ways[0], ways[1])
    return f"further {words}" if words else ""


RELATIONS.add(
    "on",
    OnRelation(
        phrase="on",
        meaning="standing on the target's upper edge, at least half of its width supported",
        planes=("vertical",),
        takes_distance=False,
    ),
)
RELATIONS.add(
    "inside",
    InsideRelation(
        phrase="inside",
        meaning="its whole outline within that of the target",
        takes_distance=False,
    ),
)
