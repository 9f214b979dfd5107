"""What a model may write while it learns: one table behind parser, schema and prompt."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from eyehand_core.decisions import Grammar, UseTool
from eyehand_core.decisions.action_form import ActionForm
from eyehand_core.decisions.decision import DecisionKind
from eyehand_core.decisions.decision_error import ErrorCode, InadmissibleError
from eyehand_core.decisions.field_group import GroupField
from eyehand_core.decisions.fields import Field, NumberField, TextField, WordField
from eyehand_core.decisions.list_field import ListField

RETRIEVE, FRAME, LEARN = "expert.retrieve", "expert.frame", "expert.learn"
_SENTENCE, _NOTE = 600, 200
_NUMBER = r"[-+]?\d*\.?\d+"
_COORDINATES = re.compile(
    rf"[(\[]\s*{_NUMBER}\s*[,;]\s*{_NUMBER}"  # (0.2, -0.1
    rf"|\b[xyz]\s*[=:]\s*{_NUMBER}"  # x = 0.2
    rf"|[-+]?\d*\.\d+\s*[,;]\s*[-+]?\d*\.\d+",  # 0.2, -0.1
    re.IGNORECASE,
)
_LABELS = re.compile(
    r"\b(?:cube|bottle|pen)\s+(?:[A-E]|\d)\b"
    r"|\b(?:\d+|two|three|four|five)\s+(?:cubes|bottles|pens)\b"
)


def _text(name: str, meaning: str, required: bool = True) -> TextField:
    return TextField(name=name, meaning=meaning, required=required, limit=_SENTENCE)


def _notes(name: str, meaning: str, required: bool = True) -> ListField:
    item = TextField(name=name, limit=_NOTE)
    return ListField(name=name, item=item, longest=12, meaning=meaning, required=required)


SUMMARY_FIELDS: tuple[Field, ...] = (
    _text("grasp_object_part", "which part of the object is held or touched"),
    _text("grasp_region", "where on that part"),
    _text("grasp_height_or_depth", "how high or how deep the fingers go, relative to the object"),
    _text("finger_placement", "where the two fingers are relative to the part"),
    _text("approach_strategy", "from which side and in which stages"),
    _text("posture_or_rotation", "which posture the gripper takes, and when"),
    _notes("pre_close_checks", "what has to be seen before closing"),
    _text("test_lift_rule", "how to find out whether the object is held"),
    _text("task_stage", "stages of the task in order", required=False),
    _text("post_grasp_goal", "what follows the grasp", required=False),
    _notes("functional_constraints", "what must not happen to the objects", required=False),
    NumberField(name="required_arms", minimum=1, maximum=2, multiple_of=1, required=False),
    NumberField(name="semantic_ambiguity", minimum=0, maximum=1, required=False),
    _notes("avoid_roles", "objects that must not be taken", required=False),
    GroupField(
        name="affordance_profile",
        required=False,
        fields=(
            _text("part_shape", "", required=False),
            _text("symmetry_class", "", required=False),
            _text("centering_tolerance", "", required=False),
            _text("vertical_tolerance", "", required=False),
            _text("avoid_ends", "", required=False),
            WordField(name="requires_bilateral_contact", words=("yes", "no"), required=False),
            WordField(name="requires_dual_arm", words=("yes", "no"), required=False),
        ),
    ),
    _text("arm_assignment", "which arm does what", required=False),
    _notes("coordination_sequence", "order of what the arms do", required=False),
    _notes("synchronized_actions", "what both arms do together", required=False),
    _text("release_or_completion_rule", "when to let go, or when it is done", required=False),
    _text("safety_notes", "what to keep away from", required=False),
    _notes("object_strategies", "what differs from object to object", required=False),
)
"""The summary that VA-Bench (arXiv 2609.19554) asks for; the first eight are required."""


def learning_grammar(demonstrations: tuple[str, ...], last_frame: int, at_once: int) -> Grammar:
    """Return what may be written in a learning stage.

    Args:
        demonstrations: names of the tasks that are shown.
        last_frame: largest frame number of any demonstration.
        at_once: most frames of one request.
    """
    demo = WordField(name="demo", words=demonstrations, required=len(demonstrations) > 1)
    step = NumberField(name="steps", minimum=0, maximum=last_frame, multiple_of=1)
    steps = ListField(name="steps", item=step, longest=at_once, meaning="frame numbers")
    mode = WordField(name="mode", words=("trajectory",))
    named = {"demo": demonstrations[0]} if len(demonstrations) > 1 else {}
    forms = (
        _form(RETRIEVE, "list the frames of the demonstration", (mode,), {"mode": "trajectory"}),
        _form(FRAME, "show frames", (demo, steps), {**named, "steps": [0, last_frame]}),
        _form(LEARN, "hand in the summary; ends the stage", SUMMARY_FIELDS, _EXAMPLE),
    )
    return Grammar(forms, check=_refuse_solutions)


_EXAMPLE = {
    **{item.name: "…" for item in SUMMARY_FIELDS if item.required},
    "pre_close_checks": ["…"],
}


def _form(
    name: str, meaning: str, fields: tuple[Field, ...], example: Mapping[str, Any]
) -> ActionForm:
    def build(values: Mapping[str, Any], reason: str) -> UseTool:
        return UseTool(tool=name, args=values["args"], reason=reason)

    return ActionForm(
        name=name,
        kind=DecisionKind.TOOL,
        meaning=meaning,
        fields=(GroupField(name="args", fields=fields),),
        example={"args": dict(example), "reason": "…"},
        build=build,
    )


def _refuse_solutions(body: Mapping[str, Any]) -> None:
    """Refuse a summary that holds coordinates, counts or labels: it has to serve any instance."""
    if body.get("tool") != LEARN:
        return
    for text in _texts(body.get("args")):
        found = _COORDINATES.search(text) or _LABELS.search(text)
        if found:
            raise InadmissibleError(
                ErrorCode.COORDINATE_LEAK,
                f"{found.group()!r} belongs to one scene; describe the procedure in words that "
                "hold for any place and any number of objects",
            )


def _texts(value: object) -> list[str]:
    if isinstance(value, Mapping):
        return [text for item in value.values() for text in _texts(item)]
    if isinstance(value, list):
        return [text for item in value for text in _texts(item)]
    return [value] if isinstance(value, str) else []
