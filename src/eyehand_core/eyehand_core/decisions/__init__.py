"""The decision grammar: one table behind parser, JSON schema and prompt text."""

from eyehand_core.decisions.arm_motion import ArmMotion, MotionKind
from eyehand_core.decisions.decision import (
    Aperture,
    Decision,
    DecisionKind,
    DualTranslate,
    Look,
    Rotate,
    Shift,
    Stop,
    Translate,
    UseTool,
)
from eyehand_core.decisions.decision_error import DecisionError, ErrorCode
from eyehand_core.decisions.grammar import Grammar, layout_grammar, manipulation_grammar
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
from eyehand_core.decisions.layout_actions import LayoutWords
from eyehand_core.decisions.schema import decision_schema

__all__ = [
    "Aperture",
    "ArmMotion",
    "Ask",
    "Decision",
    "DecisionError",
    "DecisionKind",
    "DualTranslate",
    "ErrorCode",
    "Grammar",
    "LayoutAction",
    "LayoutWords",
    "Look",
    "MotionKind",
    "Move",
    "Place",
    "Remove",
    "Rotate",
    "Scale",
    "SetConstraint",
    "Shift",
    "Stop",
    "Translate",
    "Turn",
    "Undo",
    "UseTool",
    "decision_schema",
    "layout_grammar",
    "manipulation_grammar",
]
