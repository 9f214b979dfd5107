"""Asking an endpoint to keep to the grammar, where it can."""

from __future__ import annotations

import re
from typing import Any

from eyehand_core.decisions import Grammar, decision_schema

_WRAPPED = re.compile(r'\s*\{\s*"decision"\s*:\s*(\{.*\})\s*\}\s*', re.DOTALL)


def response_format(grammar: Grammar) -> dict[str, Any]:
    """Return a strict JSON schema request; the decision is wrapped in an object.

    Strict endpoints want an object at the root and no choice between several.
    """
    schema = {
        "type": "object",
        "properties": {"decision": decision_schema(grammar, strict=True)},
        "required": ["decision"],
        "additionalProperties": False,
    }
    return {
        "type": "json_schema",
        "json_schema": {"name": "turn", "strict": True, "schema": schema},
    }


def unwrapped(text: str) -> str:
    """Return the text of the decision inside its wrapper; other texts come back unchanged."""
    match = _WRAPPED.fullmatch(text)
    return match.group(1) if match else text
