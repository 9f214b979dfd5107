"""A JSON list whose entries are all of one kind."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from eyehand_core.decisions.decision_error import ErrorCode, InadmissibleError
from eyehand_core.decisions.fields import Field
from eyehand_core.decisions.json_object import shown


@dataclass(frozen=True, kw_only=True)
class ListField(Field):
    """A list that is not empty.

    Attributes:
        item: kind of every entry.
        longest: most entries.
    """

    item: Field
    longest: int

    def read(self, value: object) -> list[Any]:
        """Return the readings of the entries."""
        if not isinstance(value, list) or not 1 <= len(value) <= self.longest:
            raise InadmissibleError(
                ErrorCode.WRONG_TYPE, f"{self.name}: got {shown(value)}; allowed: {self.allowed()}"
            )
        return [self.item.read(entry) for entry in value]

    def schema(self, strict: bool) -> dict[str, Any]:
        """Return a bounded array."""
        return {
            "type": "array",
            "items": self.item.schema(strict),
            "minItems": 1,
            "maxItems": self.longest,
        }

    def allowed(self) -> str:
        """Return what to write."""
        return f"a list of 1 to {self.longest}, each {self.item.allowed()}"

    def sample(self, rng: Random) -> list[Any]:
        """Return a short list."""
        return [self.item.sample(rng) for _ in range(rng.randint(1, min(3, self.longest)))]
