"""Grammars that the decision tests share."""

from __future__ import annotations

from eyehand_core.decisions import Grammar, LayoutWords, layout_grammar, manipulation_grammar

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
