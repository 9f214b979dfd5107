"""Predicates on things in open containers."""

from __future__ import annotations

import itertools

import numpy as np

from eyehand_core.declarations import ObjectName
from eyehand_core.geometry.rotation import Array
from eyehand_core.predicates.moment import Moment
from eyehand_core.predicates.objects import LENGTH
from eyehand_core.predicates.predicate import predicate

SIGNS = np.array(list(itertools.product((-0.5, 0.5), repeat=3)))


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
    corners = _corners(moment, name, container)
    wall = moment.facts.points[container]["floor"][2]  # the floor is as thick as the walls
    inner = moment.object(container).size[:2] / 2 - wall
    return bool(np.all(np.abs(corners[:, :2]) <= inner))


def _low(moment: Moment, name: str, container: str, within: float, seen: frozenset[str]) -> bool:
    floor = moment.facts.points[container]["floor"][2]
    if float(_corners(moment, name, container)[:, 2].min()) - floor <= within:
        return True
    below = [
        other
        for other in moment.now.objects
        if other not in {name, container, *seen}
        and moment.now.contacts_between(name, [other])
        and _between_walls(moment, other, container)
    ]
    return any(_low(moment, other, container, within, seen | {name}) for other in below)


def _corners(moment: Moment, name: str, container: str) -> Array:
    """Return the corners of the box around an object in the container's frame [m], shape (8, 3)."""
    item, pose = moment.object(name), moment.object(container).pose
    into = pose.inverse() @ item.pose
    return np.array([into.transform(corner) for corner in SIGNS * item.size])
