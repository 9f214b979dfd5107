"""What a layout task asks for, and the verdict of the rules on a scene."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from eyehand_core.declarations import Choice, Number, ObjectName, Parameter
from eyehand_core.layout.distances import DISTANCES
from eyehand_core.layout.relations import RELATIONS
from eyehand_core.layout.rules import CANVAS
from eyehand_core.layout.scene import LayoutScene
from eyehand_core.layout.terms import (
    MinDistanceTerm,
    NoCollision,
    OnCanvas,
    RelationTerm,
    Term,
    Untouched,
    holds,
)
from eyehand_core.registry import Registry

_PRESENCE_WEIGHT = 0.2
_GOAL_WEIGHT = 0.8
_VIOLATION_COST = 0.1


@dataclass(frozen=True, kw_only=True)
class TermKind:
    """One predicate of layout tasks.

    Attributes:
        build: makes the term from the scene at the reset and the declared parameters.
        parameters: what a task file declares.
        is_check: a physical check rather than a part of the goal.
        meaning: one line for documentation.
    """

    build: Callable[..., Term]
    parameters: Mapping[str, Parameter]
    is_check: bool
    meaning: str


TERM_KINDS: Registry[TermKind] = Registry("layout predicate")


def _relation(relation: str) -> Callable[..., Term]:
    def build(start: LayoutScene, object: str, target: str, distance: str) -> Term:
        return RelationTerm(object=object, relation=relation, target=target, distance=distance)

    return build


def _min_distance(start: LayoutScene, object: str, other: str, units: float) -> Term:
    return MinDistanceTerm(object=object, other=other, minimum=units)


def _no_collision(start: LayoutScene) -> Term:
    return NoCollision()


def _on_canvas(start: LayoutScene) -> Term:
    return OnCanvas()


def _untouched(start: LayoutScene, object: str) -> Term:
    thing = start.find(object)
    return Untouched(object=object, start=thing.outline if thing else None)


for _name in RELATIONS:
    TERM_KINDS.add(
        _name,
        TermKind(
            build=_relation(_name),
            parameters={
                "object": ObjectName(),
                "target": ObjectName(),
                "distance": Choice(allowed=tuple(DISTANCES), default=""),
            },
            is_check=False,
            meaning=f"`object` is {RELATIONS[_name].phrase} `target`, at `distance` if given.",
        ),
    )
TERM_KINDS.add(
    "min_distance",
    TermKind(
        build=_min_distance,
        parameters={
            "object": ObjectName(),
            "other": ObjectName(),
            "units": Number(minimum=0.0, maximum=CANVAS),
        },
        is_check=False,
        meaning="The edges of `object` and `other` are at least `units` apart [canvas units].",
    ),
)
TERM_KINDS.add(
    "no_collision",
    TermKind(build=_no_collision, parameters={}, is_check=True, meaning="No two objects overlap."),
)
TERM_KINDS.add(
    "on_canvas",
    TermKind(
        build=_on_canvas, parameters={}, is_check=True, meaning="Every outline is on the canvas."
    ),
)
TERM_KINDS.add(
    "untouched",
    TermKind(
        build=_untouched,
        parameters={"object": ObjectName()},
        is_check=True,
        meaning="`object` is where and as large as it was at the reset.",
    ),
)


@dataclass(frozen=True, kw_only=True)
class LayoutVerdict:
    """Judgement of one scene.

    Attributes:
        done: every goal term and every physical check holds.
        score: 0 to 1, exactly 1 when done.
        feedback: what is wrong and which way to go, without numbers.
    """

    done: bool
    score: float
    feedback: str


@dataclass(frozen=True, kw_only=True)
class LayoutGoal:
    """What a layout task asks for.

    Attributes:
        terms: goal terms.
        checks: physical checks.
        required: movable objects that have to be present.
    """

    terms: tuple[Term, ...]
    checks: tuple[Term, ...]
    required: tuple[str, ...]

    def judge(self, scene: LayoutScene) -> LayoutVerdict:
        """Return the verdict on a scene."""
        advice = [term.advice(scene) for term in (*self.terms, *self.checks)]
        failing = [sentence for sentence in advice if sentence]
        if not failing:
            return LayoutVerdict(done=True, score=1.0, feedback="done")
        return LayoutVerdict(done=False, score=self._score(scene), feedback="; ".join(failing))

    def _score(self, scene: LayoutScene) -> float:
        present = sum(scene.find(name) is not None for name in self.required)
        satisfied = sum(holds(term, scene) for term in self.terms)
        violated = sum(not holds(check, scene) for check in self.checks)
        share = present / len(self.required) if self.required else 1.0
        points = _PRESENCE_WEIGHT * share + _GOAL_WEIGHT * satisfied / len(self.terms)
        return max(0.0, round(points - _VIOLATION_COST * violated, 9))
