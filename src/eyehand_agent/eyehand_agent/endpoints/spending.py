"""What one run may spend on a model, looked at before each request."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from eyehand_core.errors import EyehandError

_COUNTS = ("prompt_tokens", "completion_tokens")


class SpendingLimitError(EyehandError):
    """The tokens or the money that somebody allowed are used up; says nothing about the model."""


@dataclass(frozen=True, kw_only=True)
class SpendingLimits:
    """What a run may spend.

    Attributes:
        tokens: most tokens of prompts and answers together, probes and failed tries that may be
            billed included; 0 for any number.
        cost: highest cost, in the currency of the model's price; 0 for any.
    """

    tokens: int = 0
    cost: float = 0.0


class Spending:
    """Adds up what was spent.

    A request whose answer is not yet there has no count, so the last one may pass a limit; no
    further one is sent.

    Args:
        limits: what may be spent.

    Attributes:
        tokens: tokens so far.
        cost: cost so far.
    """

    def __init__(self, limits: SpendingLimits | None = None) -> None:
        self._limits = limits or SpendingLimits()
        self.tokens = 0
        self.cost = 0.0
        self._unpriced = 0

    @property
    def needs_price(self) -> bool:
        """True if a limit cannot be kept without the price of every request."""
        return self._limits.cost > 0.0

    def add(self, usage: Mapping[str, Any], cost: Mapping[str, Any] | None) -> None:
        """Count one try.

        Args:
            usage: token counts, as told or estimated.
            cost: its ``amount``; None if it is not known.
        """
        counts = (usage.get(kind) for kind in _COUNTS)
        self.tokens += sum(count for count in counts if isinstance(count, int))
        self.cost += float(cost["amount"]) if cost else 0.0
        self._unpriced += cost is None

    def check(self) -> None:
        """Make sure that another request may be sent.

        Raises:
            SpendingLimitError: a limit is reached, or its being kept cannot be known.
        """
        limits = self._limits
        if limits.tokens and self.tokens >= limits.tokens:
            raise SpendingLimitError(
                f"{self.tokens} tokens are used up, episode_tokens allows {limits.tokens}; "
                "raise it, or set it to 0 for any number"
            )
        if self.needs_price and self._unpriced:
            raise SpendingLimitError(
                f"the cost of {self._unpriced} answers is not known, so episode_cost "
                f"{limits.cost:g} cannot be kept; give the price of the model that answers in "
                "config/prices.yaml, or set episode_cost to 0"
            )
        if self.needs_price and self.cost >= limits.cost:
            raise SpendingLimitError(
                f"{self.cost:.4f} is spent, episode_cost allows {limits.cost:g}; raise it, or set "
                "it to 0 for any cost"
            )
