"""Predicates of layout tasks: name, parameters, meaning and the term that each one makes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from eyehand_core.declarations import (
    REQUIRED,
    Choice,
    Names,
    Number,
    ObjectName,
    Parameter,
    not_one_of,
)
from eyehand_core.layout.checks import NoCollision, NothingExtra, OnCanvas, Untouched, Visible
from eyehand_core.layout.distances import DISTANCES
from eyehand_core.layout.facing import DIRECTIONS
from eyehand_core.layout.frames import FRAMED, FRAMES, Frame
from eyehand_core.layout.relations import RELATIONS
from eyehand_core.layout.rules import CANVAS
from eyehand_core.layout.scene import LayoutScene
from eyehand_core.layout.state_terms import AbsentTerm, FacingTerm, ResizedTerm, TurnedTerm
from eyehand_core.layout.terms import MinDistanceTerm, RelationTerm, SurroundTerm, Term
from eyehand_core.registry import Registry


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
    is_check: bool = False
    meaning: str


TERM_KINDS: Registry[TermKind] = Registry("layout predicate")


@dataclass(frozen=True, kw_only=True)
class ObjectNames:
    """List of different declared objects.

    Attributes:
        count: how many; 0 for two or more.
    """

    count: int = 0
    default: Any = REQUIRED

    def problem(self, value: Any, names: Names) -> str | None:
        """Return what is wrong with ``value``, or None."""
        wanted = str(self.count) if self.count else "two or more"
        is_list = isinstance(value, list) and all(isinstance(item, str) for item in value)
        fits = is_list and (len(value) == self.count if self.count else len(value) > 1)
        if not fits or len(set(value)) < len(value):
            return f"expected a list of {wanted} different object names, got {value!r}"
        problems = (not_one_of("object", item, names.objects) for item in value)
        return next((problem for problem in problems if problem), None)


def _relation(relation: str) -> Callable[..., Term]:
    def build(  # noqa: PLR0913 - the parameters of a declared term
        start: LayoutScene,
        object: str,
        target: str = "",
        targets: Iterable[str] = (),
        distance: str = "",
        frame: Frame = "viewer",
    ) -> Term:
        return RelationTerm(
            object=object,
            relation=relation,
            targets=(target,) if target else tuple(targets),
            distance=distance,
            frame=frame,
        )

    return build


def _relation_parameters(name: str) -> dict[str, Parameter]:
    relation = RELATIONS[name]
    parameters: dict[str, Parameter] = {"object": ObjectName()}
    if relation.target_count == 1:
        parameters["target"] = ObjectName()
    else:
        parameters["targets"] = ObjectNames(count=relation.target_count)
    if relation.takes_distance:
        parameters["distance"] = Choice(allowed=tuple(DISTANCES), default="")
    if name in FRAMED:
        parameters["frame"] = Choice(allowed=FRAMES, default="viewer")
    return parameters


def _relation_meaning(name: str) -> str:
    relation = RELATIONS[name]
    targets = "`target`" if relation.target_count == 1 else "both `targets`"
    distance = ", at `distance` if given" if relation.takes_distance else ""
    frame = ", as the target faces if `frame` is object" if name in FRAMED else ""
    return f"`object` is {relation.phrase} {targets}{distance}{frame}."


for _name in RELATIONS:
    TERM_KINDS.add(
        _name,
        TermKind(
            build=_relation(_name),
            parameters=_relation_parameters(_name),
            meaning=_relation_meaning(_name),
        ),
    )
TERM_KINDS.add(
    "min_distance",
    TermKind(
        build=lambda start, object, other, units: MinDistanceTerm(
            object=object, other=other, minimum=units
        ),
        parameters={
            "object": ObjectName(),
            "other": ObjectName(),
            "units": Number(minimum=0.0, maximum=CANVAS),
        },
        meaning="The edges of `object` and `other` are at least `units` apart [canvas units].",
    ),
)
TERM_KINDS.add(
    "surrounded",
    TermKind(
        build=lambda start, target, objects: SurroundTerm(objects=tuple(objects), target=target),
        parameters={"target": ObjectName(), "objects": ObjectNames()},
        meaning="Each of `objects` is on another of the four sides of `target`.",
    ),
)
TERM_KINDS.add(
    "facing",
    TermKind(
        build=lambda start, object, direction: FacingTerm(object=object, direction=direction),
        parameters={"object": ObjectName(), "direction": Choice(allowed=tuple(DIRECTIONS))},
        meaning="The front of `object` faces `direction` in the picture.",
    ),
)
TERM_KINDS.add(
    "facing_toward",
    TermKind(
        build=lambda start, object, target: FacingTerm(object=object, target=target),
        parameters={"object": ObjectName(), "target": ObjectName()},
        meaning="The front of `object` faces `target`.",
    ),
)
TERM_KINDS.add(
    "turned",
    TermKind(
        build=lambda start, object, angle_deg: TurnedTerm(
            object=object, angle_deg=angle_deg, start=start.find(object)
        ),
        parameters={"object": ObjectName(), "angle_deg": Number(minimum=-180.0, maximum=180.0)},
        meaning="`object` is turned counter-clockwise by `angle_deg` since the reset.",
    ),
)
TERM_KINDS.add(
    "resized",
    TermKind(
        build=lambda start, object, by: ResizedTerm(object=object, by=by, start=start.find(object)),
        parameters={"object": ObjectName(), "by": Choice(allowed=("larger", "smaller"))},
        meaning="`object` is larger or smaller (`by`) than at the reset.",
    ),
)
TERM_KINDS.add(
    "absent",
    TermKind(
        build=lambda start, object: AbsentTerm(object=object),
        parameters={"object": ObjectName()},
        meaning="`object` is not in the scene.",
    ),
)
TERM_KINDS.add(
    "no_collision",
    TermKind(
        build=lambda start: NoCollision(),
        parameters={},
        is_check=True,
        meaning="No two solid objects of one layer overlap; things may lie in open ones.",
    ),
)
TERM_KINDS.add(
    "on_canvas",
    TermKind(
        build=lambda start: OnCanvas(),
        parameters={},
        is_check=True,
        meaning="Every outline is on the canvas.",
    ),
)
TERM_KINDS.add(
    "visible",
    TermKind(
        build=lambda start, object: Visible(object=object),
        parameters={"object": ObjectName()},
        is_check=True,
        meaning="Not more than a fifth of `object` is covered by things nearer to the viewer.",
    ),
)
TERM_KINDS.add(
    "nothing_extra",
    TermKind(
        build=lambda start: NothingExtra(known=(*(o.name for o in start.objects), *start.supply)),
        parameters={},
        is_check=True,
        meaning="No object is in the scene that the task does not declare.",
    ),
)
TERM_KINDS.add(
    "untouched",
    TermKind(
        build=lambda start, object: Untouched(object=object, start=start.find(object)),
        parameters={"object": ObjectName()},
        is_check=True,
        meaning="`object` is where, as large and turned as it was at the reset.",
    ),
)
