"""What a layout task can ask for: goal terms and physical checks on a scene.

A term says whether it holds and, if not, in words which way to go; never with numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Protocol

from eyehand_core.layout.distances import distance_word
from eyehand_core.layout.outline import Outline
from eyehand_core.layout.relations import RELATIONS
from eyehand_core.layout.rules import COLLISION_MAX, PROTECTED_SHIFT
from eyehand_core.layout.scene import LayoutObject, LayoutScene


class Term(Protocol):
    """One condition on a layout."""

    def advice(self, scene: LayoutScene) -> str:
        """Return what is wrong and which way to go; empty if the term holds."""
        ...


def holds(term: Term, scene: LayoutScene) -> bool:
    """Tell whether the scene satisfies the term."""
    return term.advice(scene) == ""


@dataclass(frozen=True, kw_only=True)
class RelationTerm:
    """An object is in a relation to another.

    Attributes:
        object: name.
        relation: registered relation.
        target: name of the object that the relation refers to.
        distance: distance word that the task asks for; empty for any within the threshold.
    """

    object: str
    relation: str
    target: str
    distance: str = ""

    def advice(self, scene: LayoutScene) -> str:
        """Return where the object is instead and which way it has to go."""
        wanted = f"{RELATIONS[self.relation].phrase} the {self.target}"
        thing, target = scene.find(self.object), scene.find(self.target)
        if thing is None or target is None:
            absent = self.object if thing is None else self.target
            return f"the {absent} is not in the scene; the {self.object} has to be {wanted}"
        way = RELATIONS[self.relation].correction(thing.outline, target.outline, self.distance)
        if not way:
            return ""
        now = relation_words(scene, thing, target)
        return f"the {self.object} is {now}; it has to go {way} to be {wanted}"


@dataclass(frozen=True, kw_only=True)
class MinDistanceTerm:
    """Two objects keep a distance between their edges.

    Attributes:
        object: name.
        other: name.
        minimum: smallest distance [canvas units].
    """

    object: str
    other: str
    minimum: float

    def advice(self, scene: LayoutScene) -> str:
        """Return that the two are too close, or that one is missing."""
        thing, other = scene.find(self.object), scene.find(self.other)
        if thing is None or other is None:
            absent = self.object if thing is None else self.other
            return f"the {absent} is not in the scene"
        if thing.outline.distance(other.outline) >= self.minimum:
            return ""
        return (
            f"the {self.object} is too close to the {self.other}; "
            f"it has to go further away from the {self.other}"
        )


@dataclass(frozen=True)
class NoCollision:
    """No two objects overlap by more than a sliver."""

    def advice(self, scene: LayoutScene) -> str:
        """Return the first pair that overlaps."""
        for a, b in combinations(scene.objects, 2):
            if a.outline.overlap(b.outline) > COLLISION_MAX:
                return f"the {b.name} overlaps the {a.name}; they have to go apart"
        return ""


@dataclass(frozen=True)
class OnCanvas:
    """Every outline lies on the canvas."""

    def advice(self, scene: LayoutScene) -> str:
        """Return the first object that sticks out."""
        for thing in scene.objects:
            if not thing.outline.on_canvas:
                return f"the {thing.name} sticks out of the picture; it has to go further inside"
        return ""


@dataclass(frozen=True, kw_only=True)
class Untouched:
    """A protected object is where and as large as it was.

    Attributes:
        object: name.
        start: its outline at the reset; None if it was not in the scene.
    """

    object: str
    start: Outline | None

    def advice(self, scene: LayoutScene) -> str:
        """Return what has become of the object, and the way back."""
        thing = scene.find(self.object)
        if thing is None or self.start is None:
            return f"the {self.object} was to be left alone and is gone; it has to come back"
        if not self.start.same_size(thing.outline):
            return f"the {self.object} was to be left as it was and has another size"
        way = _way_back(thing.outline, self.start)
        return f"the {self.object} was to be left alone; it has to go back {way}" if way else ""


def relation_words(scene: LayoutScene, thing: LayoutObject, target: LayoutObject) -> str:
    """Return in words how one object lies to another, however far away."""
    found = []
    for relation in (RELATIONS[name] for name in RELATIONS):
        gap = relation.gap(thing.outline, target.outline)
        word = distance_word(gap)
        legal = scene.plane in relation.planes
        if legal and relation.holds(thing.outline, target.outline, word):
            found.append((gap, f"{relation.phrase} the {target.name}, {word}"))
    if found:
        return max(found)[1]
    if thing.outline.distance(target.outline) == 0.0:
        return f"over the {target.name}"
    return f"diagonal to the {target.name}"


def _way_back(now: Outline, start: Outline) -> str:
    right, down = start.center[0] - now.center[0], start.center[1] - now.center[1]
    words = []
    if abs(right) > PROTECTED_SHIFT:
        words.append("right" if right > 0.0 else "left")
    if abs(down) > PROTECTED_SHIFT:
        words.append("down" if down > 0.0 else "up")
    return " and ".join(words)
