"""Near and far from, in whatever direction."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from eyehand_core.layout.distances import DISTANCES
from eyehand_core.layout.outline import Outline
from eyehand_core.layout.relations.relation import RELATIONS, Relation, Targets, Wanted

# Directions tried around a target [degree].
_TURN_DEG = 15


@dataclass(frozen=True, kw_only=True)
class ProximityRelation(Relation):
    """The gap between A and the target goes by one distance word.

    Attributes:
        word: the distance word.
    """

    word: str

    def correction(self, outline: Outline, targets: Targets, distance: str = "") -> str:
        """Return whether A has to go closer or further away; empty if the relation holds."""
        gap = outline.distance(targets[0])
        if DISTANCES[self.word].covers(gap):
            return ""
        return "closer" if gap > DISTANCES[self.word].upto else "further away"

    def places(self, wanted: Wanted) -> Iterator[Outline]:
        """Yield outlines around the target at the word's gap.

        An object that is in the scene keeps its direction as far as possible; a new one begins on
        the right.
        """
        (target,) = wanted.targets
        start = 0.0
        if wanted.now is not None and wanted.now.center != target.center:
            dx, dy = (a - b for a, b in zip(wanted.now.center, target.center, strict=True))
            start = math.degrees(math.atan2(dy, dx))
        for gap in DISTANCES[self.word].gaps():
            for turn in sorted(range(-180, 180, _TURN_DEG), key=lambda turn: (abs(turn), turn)):
                yield _at_angle(wanted, target, gap, math.radians(start + turn))


def _at_angle(wanted: Wanted, target: Outline, gap: float, angle: float) -> Outline:
    """Return the outline in a direction from the target whose distance to it is ``gap``."""
    direction = (math.cos(angle), math.sin(angle))
    reach = [(a + b) / 2.0 for a, b in zip(wanted.size, target.size, strict=True)]
    low, high = 0.0, gap + math.hypot(*reach)
    for _ in range(40):
        middle = (low + high) / 2.0
        gaps = (max(0.0, abs(d) * middle - r) for d, r in zip(direction, reach, strict=True))
        low, high = (middle, high) if math.hypot(*gaps) < gap else (low, middle)
    x, y = (
        round(2.0 * (center + part * high)) / 2.0
        for center, part in zip(target.center, direction, strict=True)
    )
    return Outline((x, y), wanted.size)


RELATIONS.add(
    "near",
    ProximityRelation(
        phrase="near",
        meaning="close to the target in any direction, whatever lies between",
        takes_distance=False,
        word="near",
    ),
)
RELATIONS.add(
    "far_from",
    ProximityRelation(
        phrase="far from",
        meaning="a long way from the target in any direction",
        takes_distance=False,
        word="far",
    ),
)
