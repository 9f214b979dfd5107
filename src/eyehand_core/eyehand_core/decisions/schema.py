"""JSON schema of a grammar: accepts the objects that the parser accepts."""

from __future__ import annotations

import json
from typing import Any

from eyehand_core.decisions.action_form import ActionForm
from eyehand_core.decisions.grammar import Grammar


def decision_schema(grammar: Grammar, *, strict: bool = False) -> dict[str, Any]:
    """Return the schema of one decision object.

    Args:
        grammar: what may be written.
        strict: only canonical spellings, every key required, and no keyword beyond those that
            endpoints with strict structured output know. What such a schema accepts, the parser
            accepts too, but for blank or overlong text. Without it the schema accepts exactly what
            the parser accepts, but for layout words that hide a coordinate.
    """
    merged: dict[str, dict[str, Any]] = {}
    for form in grammar.forms:
        schema = form.schema(strict)
        known = merged.setdefault(_shape(form, schema), schema)
        if known is not schema:
            key, value = form.head
            known["properties"][key]["enum"].append(value)
    return {"anyOf": list(merged.values())}


def _shape(form: ActionForm, schema: dict[str, Any]) -> str:
    """Return a key that is equal for forms that differ in nothing but their name."""
    head = form.head[0]
    fields = {key: value for key, value in schema["properties"].items() if key != head}
    return json.dumps([head, fields, schema["required"]], sort_keys=True)
