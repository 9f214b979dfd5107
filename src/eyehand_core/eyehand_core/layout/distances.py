"""Distance words: one definition for resolver, evaluator, prompt and feedback."""

from __future__ import annotations

import math
from dataclasses import dataclass

from eyehand_core.layout.rules import SEARCH_STEP
from eyehand_core.registry import Registry


@dataclass(frozen=True, kw_only=True)
class Distance:
    """What a distance word means for the gap between two edges [canvas units].

    Attributes:
        nominal: gap that the resolver aims at.
        over: smallest gap with this name, itself excluded.
        upto: largest gap with this name, itself included.
    """

    nominal: float
    over: float
    upto: float

    def covers(self, gap: float) -> bool:
        """Tell whether a gap [canvas units] goes by this word."""
        return self.over < gap <= self.upto

    def gaps(self) -> tuple[float, ...]:
        """Return the gaps that a resolver may use [canvas units]: the nominal one, then smaller."""
        lowest = max(0.0, self.over)
        steps = int((self.nominal - lowest) / SEARCH_STEP)
        gaps = (self.nominal - step * SEARCH_STEP for step in range(steps + 1))
        return tuple(gap for gap in gaps if self.covers(gap))


DISTANCES: Registry[Distance] = Registry("distance")
DISTANCES.add("near", Distance(nominal=10.0, over=-math.inf, upto=20.0))
DISTANCES.add("medium", Distance(nominal=40.0, over=20.0, upto=50.0))
DISTANCES.add("far", Distance(nominal=60.0, over=50.0, upto=math.inf))

DEFAULT_DISTANCE = "medium"


def distance_word(gap: float) -> str:
    """Return the word for the gap between two edges [canvas units]; overlapping ones are near."""
    return next(word for word in DISTANCES if DISTANCES[word].covers(gap))
