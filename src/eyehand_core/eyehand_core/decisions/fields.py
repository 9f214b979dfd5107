"""Kinds of JSON fields. Each kind reads, describes, specifies and samples its values."""

from __future__ import annotations

import math
import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from eyehand_core.decisions.decision import shortest_number
from eyehand_core.decisions.decision_error import ErrorCode, InadmissibleError
from eyehand_core.decisions.json_object import shown
from eyehand_core.errors import nearest_name

REASON_LIMIT = 2000
NAME_LIMIT = 80
_VISIBLE = re.compile(r"\S")


@dataclass(frozen=True, kw_only=True)
class Field(ABC):
    """One JSON field of an action.

    Attributes:
        name: JSON key.
        required: False if it may be left out or null.
        meaning: half a sentence for prompt and documentation.
    """

    name: str
    required: bool = True
    meaning: str = ""

    @abstractmethod
    def read(self, value: object) -> Any:
        """Return the meaning of a JSON value.

        Raises:
            InadmissibleError: the value is not allowed here.
        """

    @abstractmethod
    def schema(self, strict: bool) -> dict[str, Any]:
        """Return the JSON schema of the values.

        Args:
            strict: only canonical spellings and the keywords that strict endpoints know.
        """

    @abstractmethod
    def allowed(self) -> str:
        """Return what may be written, in words."""

    @abstractmethod
    def sample(self, rng: Random) -> Any:
        """Return a random allowed JSON value."""


@dataclass(frozen=True, kw_only=True)
class WordField(Field):
    """One of a list of words.

    Attributes:
        words: canonical words.
        synonyms: other JSON strings or numbers, with the word each stands for.
        elsewhere: words that another form of the same action takes; named in messages.
    """

    words: tuple[str, ...]
    elsewhere: tuple[str, ...] = ()
    synonyms: Mapping[str | int, str] = field(default_factory=dict)

    def read(self, value: object) -> str:
        """Return the canonical word."""
        if isinstance(value, str) and value in self.words:
            return value
        is_plain = isinstance(value, str | int | float) and not isinstance(value, bool)
        if is_plain and value in self.synonyms:
            return self.synonyms[value]  # type: ignore[index]  # equal numbers hash alike
        code = ErrorCode.UNKNOWN_WORD if isinstance(value, str) else ErrorCode.WRONG_TYPE
        nearest = nearest_name(value, self.words) if isinstance(value, str) else None
        hint = f"; did you mean {shown(nearest)}?" if nearest else ""
        raise InadmissibleError(
            code, f"{self.name}: got {shown(value)}; allowed: {self.allowed()}{hint}"
        )

    def schema(self, strict: bool) -> dict[str, Any]:
        """Return an enumeration."""
        if strict:
            return {"type": "string", "enum": list(self.words)}
        return {"enum": [*self.words, *self.synonyms]}

    def allowed(self) -> str:
        """Return the words."""
        return " | ".join(shown(word) for word in (*self.words, *self.elsewhere))

    def sample(self, rng: Random) -> str:
        """Return any of the words."""
        return rng.choice(self.words)


@dataclass(frozen=True, kw_only=True)
class NumberField(Field):
    """A finite JSON number in a range.

    Attributes:
        minimum: smallest value, inclusive.
        maximum: largest value, inclusive.
        unit: what the number counts.
        multiple_of: grid of allowed values; 0 for any number.
    """

    minimum: float
    maximum: float
    unit: str = ""
    multiple_of: int = 0

    def read(self, value: object) -> float:
        """Return the number as a float."""
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise InadmissibleError(
                ErrorCode.WRONG_TYPE,
                f"{self.name}: got {shown(value)}; allowed: {self.allowed()}, without quotes",
            )
        fits = self.minimum <= value <= self.maximum  # no NaN, no infinity, no huge integer does
        if not fits or (self.multiple_of and value % self.multiple_of):
            raise InadmissibleError(
                ErrorCode.BAD_NUMBER, f"{self.name}: got {shown(value)}; allowed: {self.allowed()}"
            )
        return float(value) + 0.0  # turns -0.0 into 0.0

    def schema(self, strict: bool) -> dict[str, Any]:
        """Return a bounded number."""
        grid = {"multipleOf": self.multiple_of} if self.multiple_of else {}
        bounds = {
            "minimum": shortest_number(self.minimum),
            "maximum": shortest_number(self.maximum),
        }
        return {"type": "number", **bounds, **grid}

    def allowed(self) -> str:
        """Return range, unit and grid."""
        unit = f" {self.unit}" if self.unit else ""
        grid = f" in steps of {self.multiple_of}" if self.multiple_of > 1 else ""
        whole = "a whole number" if self.multiple_of == 1 else "a number"
        return f"{whole} from {self.minimum:g} to {self.maximum:g}{unit}{grid}"

    def sample(self, rng: Random) -> float | int:
        """Return any allowed number, to a tenth of the unit where there is no grid."""
        grid = self.multiple_of or 0.1
        count = rng.randint(math.ceil(self.minimum / grid), math.floor(self.maximum / grid))
        return shortest_number(min(self.maximum, max(self.minimum, round(count * grid, 6))))


@dataclass(frozen=True, kw_only=True)
class TextField(Field):
    """Free text that is not blank.

    Attributes:
        limit: largest number of characters.
        prefix: what the text has to begin with.
        examples: values to choose from when sampling.
    """

    limit: int = NAME_LIMIT
    prefix: str = ""
    examples: tuple[str, ...] = ("thing",)

    def read(self, value: object) -> str:
        """Return the text."""
        if not isinstance(value, str):
            raise InadmissibleError(
                ErrorCode.WRONG_TYPE, f"{self.name}: got {shown(value)}; allowed: {self.allowed()}"
            )
        if not value.startswith(self.prefix):
            raise InadmissibleError(
                ErrorCode.UNKNOWN_WORD,
                f"{self.name}: got {shown(value)}; allowed: {self.allowed()}",
            )
        if not _VISIBLE.search(value, len(self.prefix)):
            raise InadmissibleError(
                ErrorCode.EMPTY_TEXT, f"{self.name}: is empty; allowed: {self.allowed()}"
            )
        if len(value) > self.limit:
            raise InadmissibleError(
                ErrorCode.TOO_LONG,
                f"{self.name}: has {len(value)} characters; allowed: {self.allowed()}",
            )
        return value

    def schema(self, strict: bool) -> dict[str, Any]:
        """Return a bounded, visible string."""
        if strict:
            return {"type": "string"}
        pattern = f"^{re.escape(self.prefix)}[\\s\\S]*\\S"
        return {"type": "string", "maxLength": self.limit, "pattern": pattern}

    def allowed(self) -> str:
        """Return what to write."""
        start = f", starting with {shown(self.prefix)}" if self.prefix else ""
        return f"text of 1 to {self.limit} characters{start}"

    def sample(self, rng: Random) -> str:
        """Return one of the examples."""
        return self.prefix + rng.choice(self.examples)


@dataclass(frozen=True, kw_only=True)
class PairField(Field):
    """A list of two different texts.

    Attributes:
        item: kind of both entries.
    """

    item: TextField

    def read(self, value: object) -> tuple[str, str]:
        """Return both texts."""
        count = 2
        if not isinstance(value, list) or len(value) != count:
            raise InadmissibleError(
                ErrorCode.WRONG_TYPE, f"{self.name}: got {shown(value)}; allowed: {self.allowed()}"
            )
        first, second = (self.item.read(entry) for entry in value)
        if first == second:
            raise InadmissibleError(
                ErrorCode.UNKNOWN_WORD,
                f"{self.name}: names {shown(first)} twice; allowed: {self.allowed()}",
            )
        return first, second

    def schema(self, strict: bool) -> dict[str, Any]:
        """Return an array of two."""
        unique = {} if strict else {"uniqueItems": True}
        return {
            "type": "array",
            "items": self.item.schema(strict),
            "minItems": 2,
            "maxItems": 2,
            **unique,
        }

    def allowed(self) -> str:
        """Return what to write."""
        return "a list of two different names"

    def sample(self, rng: Random) -> list[str]:
        """Return two of the examples."""
        names = list(self.item.examples)
        while len(set(names)) < 2:  # noqa: PLR2004 - a pair
            names.append(f"{names[0]} {len(names) + 1}")
        return rng.sample(sorted(set(names)), 2)


@dataclass(frozen=True, kw_only=True)
class EitherField(Field):
    """A value of one of several kinds.

    Attributes:
        options: the kinds, tried in order; they carry the same name.
    """

    options: tuple[Field, ...]

    def read(self, value: object) -> Any:
        """Return the first reading that succeeds."""
        error = None
        for option in self.options:
            try:
                return option.read(value)
            except InadmissibleError as refusal:
                # A number out of range says more than "this is not a word".
                is_closer = error is None or refusal.error.code is ErrorCode.BAD_NUMBER
                error = refusal.error if is_closer else error
        assert error is not None
        raise InadmissibleError(
            error.code, f"{self.name}: got {shown(value)}; allowed: {self.allowed()}"
        )

    def schema(self, strict: bool) -> dict[str, Any]:
        """Return the union."""
        return {"anyOf": [option.schema(strict) for option in self.options]}

    def allowed(self) -> str:
        """Return all kinds."""
        return ", or ".join(option.allowed() for option in self.options)

    def sample(self, rng: Random) -> Any:
        """Return a value of any kind."""
        return rng.choice(self.options).sample(rng)
