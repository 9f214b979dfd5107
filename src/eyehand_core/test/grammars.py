"""Grammars that the decision tests share."""

from __future__ import annotations

import json
from typing import Any

from eyehand_core.decisions import (
    DecisionError,
    Grammar,
    LayoutWords,
    layout_grammar,
    manipulation_grammar,
)

TOOLS = ("camera.history", "geometry.verify")
WORDS = LayoutWords(
    relations=("to_the_left_of", "to_the_right_of", "above", "below", "between"),
    distances=("near", "medium", "far"),
    default_distance="medium",
    sizes=("small", "medium", "large"),
    colors=("red", "blue"),
    largest_value=256.0,
    names=("cup", "table", "box"),
)
GRAMMARS: dict[str, Grammar] = {
    "one arm": manipulation_grammar(("right",), tools=TOOLS),
    "two arms": manipulation_grammar(("left", "right"), tools=TOOLS),
    "layout": layout_grammar(WORDS, ask=True),
}

MOVE = {
    "action": "gripper.move_world",
    "axis": "z",
    "sign": "-",
    "distance_mm": 35,
    "reason": "the fingers are above the cube",
}
"""A decision as it is written."""


def code_of(grammar: Any, body: Any) -> str:
    """Return the error code that ``body`` gets, or "ok"."""
    answer = grammar.parse(body if isinstance(body, str | bytes) else json.dumps(body))
    return answer.code.value if isinstance(answer, DecisionError) else "ok"
