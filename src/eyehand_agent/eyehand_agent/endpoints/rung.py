"""Ways of getting one decision out of an endpoint, from the strictest to the plainest."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from typing import Any

from eyehand_core.decisions import Grammar, decision_schema
from eyehand_core.registry import Registry

from eyehand_agent.endpoints.reply import Reply

FUNCTION = "decide"
_WRAPPED = re.compile(r'\s*\{\s*"decision"\s*:\s*(\{.*\})\s*\}\s*', re.DOTALL)


class Rung(ABC):
    """One rung of the ladder. What comes back is always parsed again, whatever was promised."""

    @abstractmethod
    def fields(self, grammar: Grammar) -> dict[str, Any]:
        """Return the request fields that ask for a decision of ``grammar``."""

    @abstractmethod
    def text(self, reply: Reply) -> str:
        """Return the text of the decision in a reply."""


RUNGS: Registry[Rung] = Registry("output")
LADDER = ("schema", "tool", "prompted")
"""Names of the rungs, best first."""


class SchemaRung(Rung):
    """The endpoint enforces the JSON schema."""

    def fields(self, grammar: Grammar) -> dict[str, Any]:
        """Return a strict JSON schema request."""
        schema = wrapped_schema(grammar)
        named = {"name": "turn", "strict": True, "schema": schema}
        return {"response_format": {"type": "json_schema", "json_schema": named}}

    def text(self, reply: Reply) -> str:
        """Return what is in the wrapper."""
        return unwrapped(reply.text)


class ToolRung(Rung):
    """The model has to call the one function that takes a decision."""

    def fields(self, grammar: Grammar) -> dict[str, Any]:
        """Return a request that forces the function."""
        function = {
            "name": FUNCTION,
            "description": "Give the decision of this turn.",
            "parameters": wrapped_schema(grammar),
        }
        return {
            "tools": [{"type": "function", "function": function}],
            "tool_choice": {"type": "function", "function": {"name": FUNCTION}},
        }

    def text(self, reply: Reply) -> str:
        """Return the arguments of every call, or the plain text of a model that made none."""
        return "\n".join(map(unwrapped, reply.calls)) or unwrapped(reply.text)


class PromptedRung(Rung):
    """The prompt alone asks for JSON."""

    def fields(self, grammar: Grammar) -> dict[str, Any]:
        """Return nothing."""
        return {}

    def text(self, reply: Reply) -> str:
        """Return the text; a model that calls a function unasked means its arguments."""
        return reply.text or "\n".join(map(unwrapped, reply.calls))


RUNGS.add("schema", SchemaRung())
RUNGS.add("tool", ToolRung())
RUNGS.add("prompted", PromptedRung())


def wrapped_schema(grammar: Grammar) -> dict[str, Any]:
    """Return the schema of a decision inside an object.

    Strict endpoints want an object at the root and no choice between several.
    """
    return {
        "type": "object",
        "properties": {"decision": decision_schema(grammar, strict=True)},
        "required": ["decision"],
        "additionalProperties": False,
    }


def unwrapped(text: str) -> str:
    """Return the text of the decision inside its wrapper; other texts come back unchanged."""
    match = _WRAPPED.fullmatch(text)
    return match.group(1) if match else text
