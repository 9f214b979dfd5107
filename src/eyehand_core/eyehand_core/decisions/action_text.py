"""The action table in words: for prompts and for the documentation."""

from __future__ import annotations

import json
from collections.abc import Iterable

from eyehand_core.decisions.action_form import ActionForm
from eyehand_core.decisions.decision import DecisionKind
from eyehand_core.decisions.fields import Field, TextField, WordField
from eyehand_core.decisions.grammar import Grammar

_HEADINGS = {
    DecisionKind.CAMERA: "Camera actions (one step each; nothing in the scene moves)",
    DecisionKind.ROBOT: "Robot actions (one step each)",
    DecisionKind.LAYOUT: "Layout actions (one step each)",
    DecisionKind.TOOL: "Tools (no step)",
    DecisionKind.STOP: "Stop",
}


def action_text(grammar: Grammar) -> str:
    """Return all offered actions with their fields and an example each, as plain text."""
    blocks = []
    for kind, heading in _HEADINGS.items():
        forms = [form for form in grammar.forms if form.kind is kind]
        if forms:
            blocks.append("\n".join([f"{heading}:", *_lines(forms)]))
    return "\n\n".join(blocks)


def _lines(forms: Iterable[ActionForm]) -> Iterable[str]:
    for form in forms:
        fields = [text for text in map(_field_text, form.fields) if text]
        yield f"- {form.name}: {form.meaning}"
        if fields:
            yield f"  fields: {'; '.join(fields)}"
        if fields or form.kind is not DecisionKind.CAMERA:
            yield f"  example: {example_json(form)}"
    camera = [form for form in forms if form.kind is DecisionKind.CAMERA]
    if camera:
        yield f"  example: {example_json(camera[0])}"


def example_json(form: ActionForm) -> str:
    """Return the example of one form as a decision would be written."""
    key, value = form.head
    return json.dumps({key: value, **(form.example or {})}, ensure_ascii=False)


def _field_text(item: Field) -> str:
    if isinstance(item, WordField) and not item.required and len(item.words) == 1:
        return ""  # there is no choice, so there is nothing to say
    optional = "" if item.required else " (optional)"
    meaning = f", {item.meaning}" if item.meaning else ""
    allowed = "" if isinstance(item, TextField) and item.meaning else f": {item.allowed()}"
    return f"{item.name}{optional}{allowed}{meaning}"
