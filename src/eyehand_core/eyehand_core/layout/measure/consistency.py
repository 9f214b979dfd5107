"""How much repeated runs of one task and start end in the same layout."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations

from eyehand_core.intervals import Mean
from eyehand_core.layout.polygon import area, common_area
from eyehand_core.layout.scene import LayoutObject, LayoutScene


def layout_iou(scenes: Sequence[LayoutScene]) -> Mean:
    """Return the mean over pairs of runs and objects of intersection over union of the shapes.

    An object that is missing in one run of a pair counts 0; one missing in both does not count.
    """
    values = []
    for one, other in combinations(scenes, 2):
        names = dict.fromkeys(thing.name for scene in (one, other) for thing in scene.objects)
        values += [_iou(one.find(name), other.find(name)) for name in names]
    return Mean(values=tuple(values))


def position_spread(scenes: Sequence[LayoutScene]) -> Mean:
    """Return the mean over objects of the spread of their final centres [canvas units].

    The spread of one object is the root of the sum of the sample variances of x and y over the
    runs in which it is present; it needs two of them.
    """
    names = dict.fromkeys(thing.name for scene in scenes for thing in scene.objects)
    values = []
    for name in names:
        found = [thing.center for scene in scenes if (thing := scene.find(name))]
        if len(found) > 1:
            values.append(math.sqrt(sum(_variance([c[axis] for c in found]) for axis in (0, 1))))
    return Mean(values=tuple(values))


def _iou(one: LayoutObject | None, other: LayoutObject | None) -> float:
    if one is None or other is None:
        return 0.0
    common = common_area(one.polygon, other.polygon)
    return common / (area(one.polygon) + area(other.polygon) - common)


def _variance(values: Sequence[float]) -> float:
    mean = sum(values) / len(values)
    return sum((value - mean) ** 2 for value in values) / (len(values) - 1)
