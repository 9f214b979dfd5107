"""One entry of the transcript, as plain values, and totals over all of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

SETUP, PROBE, DECISION = "setup", "probe", "decision"
"""What an entry is for."""


@dataclass(frozen=True, kw_only=True)
class Exchange:
    """One attempt of a request to a model, or facts about how it is asked.

    Attributes:
        index: decision that it belongs to, from 0.
        attempt: try of the same request, from 0.
        repair: repair round of the decision, from 0.
        request: what was sent, images as digests.
        response: what came back; empty if nothing did.
        error: class and sentence of a failed attempt.
        duration: wall time [s].
    """

    index: int
    attempt: int
    repair: int
    request: Mapping[str, Any]
    response: Mapping[str, Any]
    error: str
    duration: float

    @property
    def purpose(self) -> str:
        """What the entry is for."""
        return str(self.request.get("purpose", DECISION))


def exchange_of(message: Any) -> Exchange:
    """Return the entry in a ModelExchange message; what cannot be read is empty."""
    return Exchange(
        index=int(message.index),
        attempt=int(message.attempt),
        repair=int(message.repair),
        request=_decoded(message.request),
        response=_decoded(message.response),
        error=str(message.error),
        duration=float(message.duration),
    )


def _decoded(text: str) -> Mapping[str, Any]:
    try:
        value = json.loads(text)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


@dataclass(kw_only=True)
class ExchangeTotals:
    """What the model of one episode has taken.

    Attributes:
        tokens: token counts by kind as endpoints told them; ``requests`` counts the attempts,
            probes included; kinds with ``estimated`` before them stand for answers without counts.
        model_time: wall time spent waiting [s].
        costs: amount by currency.
        unpriced: attempts with an answer whose price is not known.
        repairs: requests that went back to the model for a repair.
        endpoint: how the model was asked; empty if none was.
    """

    tokens: dict[str, int] = field(default_factory=dict)
    model_time: float = 0.0
    costs: dict[str, float] = field(default_factory=dict)
    unpriced: int = 0
    repairs: int = 0
    endpoint: dict[str, Any] = field(default_factory=dict)

    def add(self, exchange: Exchange) -> None:
        """Count one entry."""
        if exchange.purpose == SETUP:
            self.endpoint = {"host": exchange.request.get("host", ""), **exchange.response}
            return
        self.model_time += exchange.duration
        self.repairs += exchange.repair > 0 and exchange.attempt == 0
        self._count("requests", 1)
        self._count_all("", exchange.response.get("usage"))
        self._count_all("estimated_", exchange.response.get("estimated_usage"))
        self._price(exchange.response)

    def cost(self) -> dict[str, Any]:
        """Return what is known of the cost; without any priced request it is unknown, not 0."""
        return {"known": self.costs, "requests_without_price": self.unpriced}

    def _count_all(self, prefix: str, usage: Any) -> None:
        for kind, count in usage.items() if isinstance(usage, dict) else ():
            if isinstance(count, int) and not isinstance(count, bool):
                self._count(f"{prefix}{kind}", count)

    def _count(self, kind: str, count: int) -> None:
        self.tokens[kind] = self.tokens.get(kind, 0) + count

    def _price(self, response: Mapping[str, Any]) -> None:
        cost = response.get("cost")
        if isinstance(cost, dict):
            currency = str(cost["currency"])
            self.costs[currency] = self.costs.get(currency, 0.0) + float(cost["amount"])
        elif response:
            self.unpriced += 1
