"""Rows of the action table for the arms, the tools and the end of an episode."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from eyehand_core.decisions.action_form import ActionForm
from eyehand_core.decisions.decision import (
    Aperture,
    DecisionKind,
    DualTranslate,
    Rotate,
    Shift,
    Stop,
    Translate,
    UseTool,
)
from eyehand_core.decisions.field_group import GroupField
from eyehand_core.decisions.fields import Field, NumberField, WordField

DISTANCE_MM = (1.0, 100.0)
ANGLE_DEG = (1.0, 90.0)
_SIGNS: dict[str | int, str] = {
    "pos": "+", "positive": "+", "ccw": "+", "+1": "+", "1": "+", 1: "+",
    "neg": "-", "negative": "-", "cw": "-", "-1": "-", -1: "-",
}  # fmt: skip
_SIGN = WordField(name="sign", words=("+", "-"), synonyms=_SIGNS)
_SHIFT = (
    WordField(name="axis", words=("x", "y", "z"), meaning="world axis"),
    _SIGN,
    NumberField(name="distance_mm", minimum=DISTANCE_MM[0], maximum=DISTANCE_MM[1], unit="mm"),
)
_TURN = (
    WordField(name="axis", words=("rx", "ry", "rz"), meaning="axis of the gripper"),
    _SIGN,
    NumberField(name="angle_deg", minimum=ANGLE_DEG[0], maximum=ANGLE_DEG[1], unit="degrees"),
)
_DOWN = {"axis": "z", "sign": "-", "distance_mm": 35}
_UP = {"axis": "z", "sign": "+", "distance_mm": 60}
_MAX_STEP = 1_000_000


def robot_forms(arms: tuple[str, ...]) -> Iterator[ActionForm]:
    """Yield the rows of the arms in use: one arm, or left and right."""
    arm = WordField(name="arm", words=arms, required=len(arms) > 1, meaning="which arm")
    default = arms[0]
    named = {"arm": default} if len(arms) > 1 else {}
    yield ActionForm(
        name=Translate.action,
        kind=DecisionKind.ROBOT,
        meaning="move the gripper along a world axis, orientation kept",
        fields=(arm, *_SHIFT),
        example={**named, **_DOWN, "reason": "the fingers are above the cube"},
        build=lambda values, reason: Translate(**{"arm": default, **values}, reason=reason),
    )
    yield ActionForm(
        name=Rotate.action,
        kind=DecisionKind.ROBOT,
        meaning="turn the gripper about one of its own axes (+ is the right-hand rule); "
        "the grip centre stays in place",
        fields=(arm, *_TURN),
        example={**named, "axis": "ry", "sign": "+", "angle_deg": 90, "reason": "point down"},
        build=lambda values, reason: Rotate(**{"arm": default, **values}, reason=reason),
    )
    if len(arms) > 1:
        yield _dual_translate()
    for prefix, meant in _grippers(arms).items():
        for verb in ("open", "close"):
            yield _aperture(f"{prefix}.{verb}", meant, verb == "open")


def tool_forms() -> Iterator[ActionForm]:
    """Yield the rows of the tools; they cost no step."""
    step = NumberField(name="step", minimum=0, maximum=_MAX_STEP, multiple_of=1)
    yield _tool("camera.history", "show the image of an earlier step again", (step,), {"step": 0})
    yield _tool("geometry.verify", "state the self-geometry of the gripper again", (), {})


def stop_form() -> ActionForm:
    """Return the row that ends an episode."""
    return ActionForm(
        name="stop",
        kind=DecisionKind.STOP,
        meaning="end the episode; if the goal is not reached it has failed",
        example={"reason": "nothing more can be done"},
        build=lambda _, reason: Stop(reason=reason),
    )


def _grippers(arms: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    if len(arms) == 1:
        return {"gripper": arms}
    return {**{f"{arm}_gripper": (arm,) for arm in arms}, "dual_gripper": arms}


def _dual_translate() -> ActionForm:
    return ActionForm(
        name=DualTranslate.action,
        kind=DecisionKind.ROBOT,
        meaning="move both grippers at the same time, each along a world axis",
        fields=(GroupField(name="left", fields=_SHIFT), GroupField(name="right", fields=_SHIFT)),
        example={"left": _UP, "right": _UP, "reason": "lift level"},
        build=lambda values, reason: DualTranslate(
            left=Shift(**values["left"]), right=Shift(**values["right"]), reason=reason
        ),
    )


def _aperture(name: str, arms: tuple[str, ...], opens: bool) -> ActionForm:
    whose = " and ".join(arms)
    return ActionForm(
        name=name,
        kind=DecisionKind.ROBOT,
        meaning=f"{'open' if opens else 'close'} the {whose} gripper{'s' if len(arms) > 1 else ''}",
        example={"reason": "let go" if opens else "the object is between the fingers"},
        build=lambda _, reason: Aperture(action=name, arms=arms, opens=opens, reason=reason),
    )


def _tool(
    name: str, meaning: str, fields: tuple[Field, ...], example: dict[str, Any]
) -> ActionForm:
    args = GroupField(name="args", fields=fields, required=bool(fields))

    def build(values: Any, reason: str) -> UseTool:
        given = {key: _whole(value) for key, value in values.get("args", {}).items()}
        return UseTool(tool=name, args=given, reason=reason)

    return ActionForm(
        name=name,
        kind=DecisionKind.TOOL,
        meaning=meaning,
        fields=(args,),
        example={"args": example, "reason": "compare before and after"},
        build=build,
    )


def _whole(value: Any) -> Any:
    return int(value) if isinstance(value, float) and value.is_integer() else value
