"""Goal terms about where objects are: relations, distances, arrangements, alternatives.

A term says whether it holds and, if not, in words which way to go; never with numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from eyehand_core.decisions.layout_action import LayoutAction, Move, Place, SetConstraint
from eyehand_core.layout.distances import DISTANCES
from eyehand_core.layout.frames import Frame, seen_relation
from eyehand_core.layout.relations import RELATIONS
from eyehand_core.layout.relations.around import side_of
from eyehand_core.layout.scene import Constraint, LayoutScene
from eyehand_core.layout.words import relation_words, straight_relations


class Term(Protocol):
    """One condition on a layout."""

    @property
    def wanted(self) -> str:
        """What has to hold, as half a sentence that says no direction of correction."""
        ...

    @property
    def about(self) -> tuple[str, ...]:
        """Names of the objects that have to be brought into the right state."""
        ...

    def advice(self, scene: LayoutScene) -> str:
        """Return what is wrong and which way to go; empty if the term holds."""
        ...

    def remedies(self, scene: LayoutScene) -> Iterator[LayoutAction]:
        """Yield actions that may make the term hold; for solvers, never for agents."""
        ...


def holds(term: Term, scene: LayoutScene) -> bool:
    """Tell whether the scene satisfies the term."""
    return term.advice(scene) == ""


@dataclass(frozen=True, kw_only=True)
class RelationTerm:
    """An object is in a relation to one or two others.

    Attributes:
        object: name.
        relation: registered relation, as the frame means it.
        targets: names of what the relation refers to.
        distance: distance word that the task asks for; empty for any within the threshold.
        frame: ``object`` if the words are meant as the target faces.
    """

    object: str
    relation: str
    targets: tuple[str, ...]
    distance: str = ""
    frame: Frame = "viewer"

    @property
    def wanted(self) -> str:
        """What has to hold."""
        return f"the {self.object} has to be {self._sentence}"

    @property
    def about(self) -> tuple[str, ...]:
        """The object."""
        return (self.object,)

    def advice(self, scene: LayoutScene) -> str:
        """Return where the object is instead and which way it has to go."""
        thing, targets = scene.find(self.object), [scene.find(name) for name in self.targets]
        present = [target for target in targets if target is not None]
        if thing is None or len(present) < len(targets):
            absent = next(n for n in (self.object, *self.targets) if scene.find(n) is None)
            return f"the {absent} is not in the scene; {self.wanted}"
        outlines = tuple(target.outline for target in present)
        relation = RELATIONS[self.seen_in(scene)]
        way = relation.correction(thing.outline, outlines, self.distance)
        if not way:
            return ""
        now = " and ".join(relation_words(scene, thing, target) for target in present)
        return f"the {self.object} is {now}; it has to go {way} to be {self._sentence}"

    def remedies(self, scene: LayoutScene) -> Iterator[LayoutAction]:
        """Yield the relation itself at each distance that fits."""
        if any(scene.find(name) is None for name in self.targets):
            return
        relation = self.seen_in(scene)
        words = [self.distance] if self.distance else list(DISTANCES)
        for distance in words if RELATIONS[relation].takes_distance else [""]:
            yield bring(scene, self.object, relation, self.targets, distance)

    def seen_in(self, scene: LayoutScene) -> str:
        """Return the relation as the viewer sees it."""
        target = scene.find(self.targets[0])
        if self.frame == "viewer" or target is None:
            return self.relation
        return seen_relation(self.relation, target.turn_deg, scene.plane)

    @property
    def _sentence(self) -> str:
        words = RELATIONS[self.relation].sentence(self.targets)
        frame = f" as the {self.targets[0]} faces" if self.frame == "object" else ""
        return words + frame + (f", {self.distance}" if self.distance else "")


def bring(
    scene: LayoutScene, name: str, relation: str, targets: tuple[str, ...], distance: str
) -> LayoutAction:
    """Return the action that brings an object into a relation, whether or not it is there yet."""
    if scene.find(name):
        return Move(object=name, relation=relation, targets=targets, distance=distance)
    return Place(object=name, category=name, relation=relation, targets=targets, distance=distance)


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

    @property
    def wanted(self) -> str:
        """What has to hold."""
        return f"the {self.object} has to keep its distance from the {self.other}"

    @property
    def about(self) -> tuple[str, ...]:
        """The object."""
        return (self.object,)

    def advice(self, scene: LayoutScene) -> str:
        """Return that the two are too close, or that one is missing."""
        thing, other = scene.find(self.object), scene.find(self.other)
        if thing is None or other is None:
            absent = self.object if thing is None else self.other
            return f"the {absent} is not in the scene; {self.wanted}"
        if thing.outline.distance(other.outline) >= self.minimum:
            return ""
        return (
            f"the {self.object} is too close to the {self.other}; "
            f"it has to go further away from the {self.other}"
        )

    def remedies(self, scene: LayoutScene) -> Iterator[LayoutAction]:
        """Yield the constraint, if it has not been set."""
        constraint = Constraint(object=self.object, other=self.other, minimum=self.minimum)
        if constraint not in scene.constraints and scene.find(self.other):
            yield SetConstraint(object=self.object, min_distance_to=self.other, value=self.minimum)


@dataclass(frozen=True, kw_only=True)
class SurroundTerm:
    """Several objects stand around a target, each on a side of its own.

    Attributes:
        objects: names.
        target: name.
    """

    objects: tuple[str, ...]
    target: str

    @property
    def wanted(self) -> str:
        """What has to hold."""
        names = ", ".join(f"the {name}" for name in self.objects)
        return f"{names} have to be around the {self.target}, each on a side of its own"

    @property
    def about(self) -> tuple[str, ...]:
        """The objects."""
        return self.objects

    def advice(self, scene: LayoutScene) -> str:
        """Return the first object that is on no side, or on one that is taken."""
        target = scene.find(self.target)
        taken: dict[str, str] = {}
        for name in self.objects:
            thing = scene.find(name)
            if thing is None or target is None:
                absent = name if thing is None else self.target
                return f"the {absent} is not in the scene; {self.wanted}"
            side = side_of(thing.outline, target.outline)
            if side is None:
                way = RELATIONS["around"].correction(thing.outline, (target.outline,))
                return f"the {name} has to go {way} to be around the {self.target}"
            if side.way in taken:
                other = taken[side.way]
                return f"the {name} is on the same side of the {self.target} as the {other}"
            taken[side.way] = name
        return ""

    def remedies(self, scene: LayoutScene) -> Iterator[LayoutAction]:
        """Yield each object on each side."""
        for name in self.objects:
            for relation in straight_relations(scene.plane):
                yield bring(scene, name, relation, (self.target,), "near")


@dataclass(frozen=True, kw_only=True)
class AnyTerm:
    """At least one of several terms holds; for words that leave a choice.

    Attributes:
        terms: the alternatives.
    """

    terms: tuple[Term, ...]

    @property
    def wanted(self) -> str:
        """What has to hold."""
        return ", or ".join(term.wanted for term in self.terms)

    @property
    def about(self) -> tuple[str, ...]:
        """The objects of all alternatives."""
        return tuple(dict.fromkeys(name for term in self.terms for name in term.about))

    def advice(self, scene: LayoutScene) -> str:
        """Return the advice of all alternatives; empty if one holds."""
        advice = [term.advice(scene) for term in self.terms]
        return "" if "" in advice else ", or ".join(advice)

    def remedies(self, scene: LayoutScene) -> Iterator[LayoutAction]:
        """Yield the remedies of all alternatives."""
        for term in self.terms:
            yield from term.remedies(scene)
