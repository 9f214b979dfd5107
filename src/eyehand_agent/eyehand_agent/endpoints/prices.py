"""What requests cost, from a table of published prices. An unknown price is unknown, never 0."""

from __future__ import annotations

import fnmatch
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eyehand_core.config_file import ConfigFile, Section

_MILLION = 1_000_000.0
_MOST = 1_000_000.0


@dataclass(frozen=True, kw_only=True)
class Price:
    """Price of one model, in currency units per million tokens.

    Attributes:
        model: pattern of model ids, with ``*`` for any text.
        currency: currency code.
        input: of a prompt token.
        cached_input: of a prompt token that the endpoint had cached.
        output: of an answer token, reasoning included.
        source: where and when the price was published.
    """

    model: str
    currency: str
    input: float
    cached_input: float
    output: float
    source: str

    def cost(self, usage: Mapping[str, Any]) -> dict[str, Any] | None:
        """Return amount and currency of one request; None if a count is missing."""
        prompt, answer = _count(usage, "prompt_tokens"), _count(usage, "completion_tokens")
        if prompt is None or answer is None:
            return None
        details = usage.get("prompt_tokens_details")
        told = _count(details, "cached_tokens") if isinstance(details, Mapping) else 0
        cached = min(told or 0, prompt)
        parts = (prompt - cached) * self.input + cached * self.cached_input + answer * self.output
        return {"amount": parts / _MILLION, "currency": self.currency, "price": self.model}


def _count(usage: Mapping[str, Any], kind: str) -> int | None:
    value = usage.get(kind)
    is_count = isinstance(value, int) and not isinstance(value, bool) and value >= 0
    return value if is_count else None


def read_prices(path: Path) -> tuple[Price, ...]:
    """Return the price table.

    Raises:
        ConfigFileError: all problems of the file.
    """
    file = ConfigFile(path)
    file.root.text("description")
    prices = tuple(_price(section) for section in file.root.sections("prices"))
    file.root.close()
    file.finish()
    return prices


def price_of(prices: tuple[Price, ...], model: str) -> Price | None:
    """Return the first price whose pattern fits a model id."""
    return next((p for p in prices if fnmatch.fnmatchcase(model, p.model)), None)


def _price(section: Section) -> Price:
    price = Price(
        model=section.text("model"),
        currency=section.text("currency"),
        input=section.number("input", 0.0, _MOST),
        cached_input=section.number("cached_input", 0.0, _MOST),
        output=section.number("output", 0.0, _MOST),
        source=section.text("source"),
    )
    section.close()
    return price
