"""Several JSON fields together: an object without unknown and without missing keys."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from eyehand_core.decisions.decision_error import ErrorCode, InadmissibleError
from eyehand_core.decisions.fields import Field
from eyehand_core.decisions.json_object import shown
from eyehand_core.errors import nearest_name


@dataclass(frozen=True, kw_only=True)
class GroupField(Field):
    """An object made of fields.

    Attributes:
        fields: its keys; optional ones may be left out or null.
    """

    fields: tuple[Field, ...]

    def read(self, value: object) -> dict[str, Any]:
        """Return the readings by key; optional keys that were left out are absent."""
        if not isinstance(value, Mapping):
            raise InadmissibleError(
                ErrorCode.WRONG_TYPE, f"{self.name}: got {shown(value)}; allowed: {self.allowed()}"
            )
        self._check_keys(value)
        readings = {}
        for item in self.fields:
            if item.required or value.get(item.name) is not None:
                readings[item.name] = item.read(value[item.name])
        return readings

    def schema(self, strict: bool) -> dict[str, Any]:
        """Return a closed object; strict endpoints want every key required."""
        properties = {
            item.name: item.schema(strict) if item.required else _nullable(item.schema(strict))
            for item in self.fields
        }
        required = [item.name for item in self.fields if strict or item.required]
        return {
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": False,
        }

    def allowed(self) -> str:
        """Return the keys."""
        return f"an object with {keys_in_words(self.fields)}"

    def sample(self, rng: Random) -> dict[str, Any]:
        """Return an object with random values; optional keys come or stay away by chance."""
        return {
            item.name: item.sample(rng)
            for item in self.fields
            if item.required or rng.random() < 0.5  # noqa: PLR2004 - a fair coin
        }

    def _check_keys(self, value: Mapping[str, Any]) -> None:
        lead = f"{self.name}: " if self.name else ""
        names = [item.name for item in self.fields]
        for key in value:
            if key not in names:
                nearest = nearest_name(str(key), names)
                hint = f"; did you mean {shown(nearest)}?" if nearest else ""
                raise InadmissibleError(
                    ErrorCode.EXTRA_FIELD,
                    f"{lead}unknown field {shown(key)}; "
                    f"allowed: {keys_in_words(self.fields)}{hint}",
                )
        for item in self.fields:
            if item.required and item.name not in value:
                raise InadmissibleError(
                    ErrorCode.MISSING_FIELD,
                    f"{lead}field {shown(item.name)} is missing; it takes {item.allowed()}",
                )


def keys_in_words(fields: tuple[Field, ...]) -> str:
    """Return the keys of ``fields`` for messages."""
    if not fields:
        return "no fields"
    return ", ".join(item.name if item.required else f"{item.name} (optional)" for item in fields)


def _nullable(schema: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [schema, {"type": "null"}]}
