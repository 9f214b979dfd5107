"""One row of the action table: a name, its fields and what they make."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from eyehand_core.decisions.decision import Decision, DecisionKind
from eyehand_core.decisions.decision_error import InadmissibleError
from eyehand_core.decisions.field_group import GroupField, keys_in_words
from eyehand_core.decisions.fields import REASON_LIMIT, Field, TextField

HEADS = ("action", "tool", "stop")
"""Keys of which exactly one says what a decision is."""


@dataclass(frozen=True, kw_only=True)
class ActionForm:
    """One way of writing one action. An action with alternatives has several forms.

    Attributes:
        name: name in the allowed actions.
        kind: what the action is for.
        meaning: one line for prompt and documentation.
        fields: JSON fields besides head and reason.
        build: makes the decision from the readings and the reason.
        example: field values of the example in prompt and documentation.
        chosen_by: name of the field that tells this form from the others of the same action.
        needs_reason: the note is required.
    """

    name: str
    kind: DecisionKind
    meaning: str
    build: Callable[[Mapping[str, Any], str], Decision]
    fields: tuple[Field, ...] = ()
    example: Mapping[str, Any] | None = None
    chosen_by: str = ""
    needs_reason: bool = True

    @property
    def head(self) -> tuple[str, str | bool]:
        """Key and value that say what the decision is."""
        if self.kind is DecisionKind.STOP:
            return "stop", True
        return ("tool" if self.kind is DecisionKind.TOOL else "action"), self.name

    @property
    def group(self) -> GroupField:
        """All fields besides the head."""
        reason = TextField(
            name="reason",
            required=self.needs_reason,
            limit=REASON_LIMIT,
            examples=("one sentence",),
        )
        return GroupField(name="", fields=(*self.fields, reason))

    def chosen(self, body: Mapping[str, Any]) -> bool:
        """Tell whether ``body`` is written in this form rather than in another."""
        if not self.chosen_by:
            return True
        selector = next(item for item in self.fields if item.name == self.chosen_by)
        try:
            selector.read(body.get(self.chosen_by))
        except InadmissibleError:
            return False
        return True

    def read(self, body: Mapping[str, Any]) -> Decision:
        """Return the decision that ``body`` makes.

        Raises:
            InadmissibleError: a field is wrong, missing or unknown.
        """
        head = self.head[0]
        readings = self.group.read({key: body[key] for key in body if key != head})
        reason = readings.pop("reason", "")
        return self.build(readings, reason)

    def schema(self, strict: bool) -> dict[str, Any]:
        """Return the JSON schema of the whole object."""
        key, value = self.head
        schema = self.group.schema(strict)
        constant = {"type": "boolean", "enum": [True]} if value is True else _constant(value)
        schema["properties"] = {key: constant, **schema["properties"]}
        schema["required"] = [key, *schema["required"]]
        return schema

    def sample(self, rng: Random) -> dict[str, Any]:
        """Return a random object in this form."""
        key, value = self.head
        return {key: value, **self.group.sample(rng)}

    def keys(self) -> str:
        """Return head and fields in words."""
        return f"{self.head[0]}, {keys_in_words(self.group.fields)}"


def _constant(value: object) -> dict[str, Any]:
    return {"type": "string", "enum": [value]}
