"""Rows of the action table for semantic layouts."""

from __future__ import annotations

import itertools
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
# Examples speak of things that no task has, so that none of them is an answer.


@dataclass(frozen=True, kw_only=True)
class LayoutWords:
    """The words of an episode's layout grammar.

    Attributes:
        relations: relation names.
        pair_relations: those of them that have two targets.
        plain_relations: those of them that take no distance word.
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
    pair_relations: tuple[str, ...] = ("between",)
    plain_relations: tuple[str, ...] = ()
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
        meaning="turn an object by an angle, counter-clockwise if it is positive",
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
    target = _name("relation_target", words, "name of another object")
    pair = PairField(name="relation_target", item=target)

    def build(values: Mapping[str, Any], reason: str) -> LayoutAction:
        is_plain = values["relation"] in words.plain_relations
        given = {"distance": "" if is_plain else words.default_distance, **values}
        aim = given.pop("relation_target")
        targets = aim if isinstance(aim, tuple) else (aim,)
        return made(**given, targets=targets, reason=reason)

    for is_pair, is_plain in itertools.product((False, True), repeat=2):
        names = tuple(
            name
            for name in words.relations
            if (name in words.pair_relations) == is_pair
            and (name in words.plain_relations) == is_plain
        )
        if not names:
            continue
        others = tuple(name for name in words.relations if name not in names)
        example: dict[str, Any] = {"object": "kettle", "relation": names[0]}
        example |= {"category": "kettle"} if made is Place else {}
        example["relation_target"] = ["shelf", "stool"] if is_pair else "shelf"
        example |= {} if is_plain else {"distance": words.default_distance}
        note = " between two others" if is_pair else " to another"
        yield ActionForm(
            name=made.action,
            kind=DecisionKind.LAYOUT,
            meaning=meaning + note + (", without a distance word" if is_plain else ""),
            fields=(
                *leading,
                WordField(name="relation", words=names, elsewhere=others),
                pair if is_pair else target,
                *(() if is_plain else (distance,)),
                *trailing,
            ),
            example=example,
            chosen_by="relation",
            needs_reason=False,
            build=build,
        )


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
