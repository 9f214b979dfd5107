"""Predicates on things in open containers."""

from __future__ import annotations

import numpy as np

from eyehand_core.declarations import ObjectName
from eyehand_core.geometry.rotation import Array
from eyehand_core.part_extent import extent
from eyehand_core.predicates.moment import Moment
from eyehand_core.predicates.objects import LENGTH
from eyehand_core.predicates.predicate import predicate
from eyehand_core.scene import Part

PRESSED = 0.002
"""How far a thing that leans against a wall may be in it [m]: what touches overlaps a little in any
simulator, and is measured no better in the world."""


@predicate("contained", object=ObjectName(), container=ObjectName(), within=LENGTH)
def contained(moment: Moment, object: str, container: str, within: float) -> bool:
    """All of `object` is between the walls of `container`, resting low in it.

    Its lowest point is at most `within` [m] above the floor, or it rests on an object of which
    that is true.
    """
    return _between_walls(moment, object, container) and _low(
        moment, object, container, within, frozenset()
    )


def _between_walls(moment: Moment, name: str, container: str) -> bool:
    lower, upper = _extent(moment, name, container)
    wall = moment.facts.points[container]["floor"][2]  # the floor is as thick as the walls
    inner = moment.object(container).size[:2] / 2 - wall + PRESSED
    return bool(np.all(lower[:2] >= -inner) and np.all(upper[:2] <= inner))


def _low(moment: Moment, name: str, container: str, within: float, seen: frozenset[str]) -> bool:
    floor = moment.facts.points[container]["floor"][2]
    if float(_extent(moment, name, container)[0][2]) - floor <= within:
        return True
    below = [
        other
        for other in moment.now.objects
        if other not in {name, container, *seen}
        and moment.now.contacts_between(name, [other])
        and _between_walls(moment, other, container)
    ]
    return any(_low(moment, other, container, within, seen | {name}) for other in below)


def _extent(moment: Moment, name: str, container: str) -> tuple[Array, Array]:
    """Return lowest and highest corner of an object along the container's axes [m], each (3,)."""
    item, pose = moment.object(name), moment.object(container).pose
    into = pose.inverse() @ item.pose
    parts = moment.facts.parts.get(name, (Part(kind="box", size=tuple(item.size)),))
    lower, upper = extent(parts, into.quaternion)
    return lower + into.position, upper + into.position
