"""Rows of the action table for semantic layouts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from eyehand_core.decisions.action_form import ActionForm
from eyehand_core.decisions.decision import DecisionKind
from eyehand_core.decisions.fields import (
    EitherField,
    Field,
    NumberField,
    PairField,
    TextField,
    WordField,
)
from eyehand_core.decisions.layout_action import (
    Ask,
    LayoutAction,
    Move,
    Place,
    Remove,
    Scale,
    SetConstraint,
    Turn,
    Undo,
)

ANGLE_DEG = (-180.0, 180.0)
ANGLE_STEP_DEG = 15
FACTOR = (0.5, 2.0)
FACTOR_WORDS = ("smaller", "larger")
TOWARD = "toward:"
BETWEEN = "between"
"""The one relation that has two targets."""
# Examples speak of things that no task has, so that none of them is an answer.


@dataclass(frozen=True, kw_only=True)
class LayoutWords:
    """The words of an episode's layout grammar.

    Attributes:
        relations: relation names.
        distances: distance words.
        default_distance: distance meant when none is given.
        sizes: size words.
        colors: colour words.
        directions: words for the way an object faces.
        largest_value: largest constraint [canvas units].
        names: names that the task speaks of; only for random decisions.
    """

    relations: tuple[str, ...]
    distances: tuple[str, ...]
    default_distance: str
    sizes: tuple[str, ...]
    colors: tuple[str, ...]
    directions: tuple[str, ...] = ("up", "down", "left", "right")
    largest_value: float
    names: tuple[str, ...] = ("cup", "table")


def layout_forms(words: LayoutWords) -> Iterator[ActionForm]:
    """Yield the rows of all layout actions."""
    thing = _name("object", words, "name of the object")
    category = _name("category", words, "kind of thing")
    look = (
        WordField(name="size", words=words.sizes, required=False),
        WordField(name="color", words=words.colors, required=False),
    )
    yield from _relating(Place, words, (thing, category), look, "create a new object in a relation")
    yield from _relating(Move, words, (thing,), (), "bring an object into a new relation")
    yield _form(Remove, "delete an object", (thing,), {"object": "kettle"})
    angle = NumberField(
        name="angle",
        minimum=ANGLE_DEG[0],
        maximum=ANGLE_DEG[1],
        unit="degrees",
        multiple_of=ANGLE_STEP_DEG,
    )
    yield ActionForm(
        name=Turn.action,
        kind=DecisionKind.LAYOUT,
        meaning="turn an object by an angle",
        fields=(thing, angle),
        example={"object": "stool", "angle": 90},
        chosen_by="angle",
        needs_reason=False,
        build=lambda values, reason: Turn(
            object=values["object"], angle_deg=values["angle"], reason=reason
        ),
    )
    facing = EitherField(
        name="facing",
        options=(
            WordField(name="facing", words=words.directions),
            TextField(name="facing", prefix=TOWARD, examples=words.names),
        ),
    )
    yield _form(
        Turn,
        "turn an object to face a direction or another object",
        (thing, facing),
        {"object": "stool", "facing": "toward:shelf"},
        chosen_by="facing",
    )
    factor = EitherField(
        name="factor",
        options=(
            WordField(name="factor", words=FACTOR_WORDS),
            NumberField(name="factor", minimum=FACTOR[0], maximum=FACTOR[1]),
        ),
    )
    yield _form(
        Scale, "resize an object", (thing, factor), {"object": "kettle", "factor": "smaller"}
    )
    yield _form(
        SetConstraint,
        "keep at least this edge distance between two objects from now on",
        (
            thing,
            _name("min_distance_to", words, "name of the other object"),
            NumberField(name="value", minimum=0, maximum=words.largest_value, unit="units"),
        ),
        {"object": "kettle", "min_distance_to": "stool", "value": 25},
    )
    yield _form(Undo, "restore the scene before your last legal action", (), {})
    yield _form(
        Ask,
        "ask what an object or a word of the task means",
        (_name("about", words, "object or word"),),
        {"about": "near"},
    )


def _relating(
    made: type[Place | Move],
    words: LayoutWords,
    leading: tuple[Field, ...],
    trailing: tuple[Field, ...],
    meaning: str,
) -> Iterator[ActionForm]:
    distance = WordField(
        name="distance",
        words=words.distances,
        required=False,
        meaning=f"without it: {words.default_distance}",
    )
    example = {"object": "kettle", "relation_target": "shelf", "relation": words.relations[0]}
    if made is Place:
        example["category"] = "kettle"
    target = _name("relation_target", words, "name of another object")

    def build(values: Mapping[str, Any], reason: str) -> LayoutAction:
        given = {"distance": words.default_distance, **values}
        target = given.pop("relation_target")
        targets = target if isinstance(target, tuple) else (target,)
        return made(**given, targets=targets, reason=reason)

    def form(relation: WordField, target: Field, note: str, shown: dict[str, Any]) -> ActionForm:
        return ActionForm(
            name=made.action,
            kind=DecisionKind.LAYOUT,
            meaning=meaning + note,
            fields=(*leading, relation, target, distance, *trailing),
            example=shown,
            chosen_by="relation",
            needs_reason=False,
            build=build,
        )

    simple = tuple(word for word in words.relations if word != BETWEEN)
    double = tuple(word for word in words.relations if word == BETWEEN)
    relation = WordField(name="relation", words=simple, elsewhere=double)
    yield form(relation, target, " to another", {**example, "distance": words.default_distance})
    if double:
        pair = PairField(name="relation_target", item=target)
        both = {**example, "relation": BETWEEN, "relation_target": ["shelf", "stool"]}
        yield form(WordField(name="relation", words=double), pair, " between two others", both)


def _form(
    made: type[LayoutAction],
    meaning: str,
    fields: tuple[Field, ...],
    example: dict[str, Any],
    chosen_by: str = "",
) -> ActionForm:
    return ActionForm(
        name=made.action,
        kind=DecisionKind.LAYOUT,
        meaning=meaning,
        fields=fields,
        example=example,
        chosen_by=chosen_by,
        needs_reason=False,
        build=lambda values, reason: made(**values, reason=reason),
    )


def _name(key: str, words: LayoutWords, meaning: str) -> TextField:
    return TextField(name=key, meaning=meaning, examples=words.names)
