"""Intervals of measured shares and means, 95 %."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

_Z = 1.959963984540054
"""Quantile 0.975 of the normal distribution."""


@dataclass(frozen=True, kw_only=True)
class Share:
    """A share of counted things with its Wilson interval (Wilson, 1927).

    Attributes:
        count: how many of them.
        total: how many in all; without any, there is no share.
    """

    count: int
    total: int

    @property
    def value(self) -> float | None:
        """Count divided by total; None without any."""
        return self.count / self.total if self.total else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Lower and upper limit; None without any."""
        if not self.total:
            return None
        share, square = self.count / self.total, _Z * _Z
        scale = 1.0 + square / self.total
        center = (share + square / (2.0 * self.total)) / scale
        spread = share * (1.0 - share) / self.total + square / (4.0 * self.total**2)
        half = _Z * math.sqrt(spread) / scale
        # At the ends the limits are 0 and 1 exactly; rounding must not pass them.
        low = 0.0 if self.count == 0 else max(0.0, center - half)
        high = 1.0 if self.count == self.total else min(1.0, center + half)
        return low, high


@dataclass(frozen=True, kw_only=True)
class Mean:
    """A mean with the normal interval of its standard error.

    Attributes:
        values: the sample.
    """

    values: tuple[float, ...]

    @property
    def value(self) -> float | None:
        """Arithmetic mean; None of nothing."""
        return sum(self.values) / len(self.values) if self.values else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Lower and upper limit; None of fewer than two values."""
        count, mean = len(self.values), self.value
        if mean is None or count < 2:
            return None
        variance = sum((value - mean) ** 2 for value in self.values) / (count - 1)
        half = _Z * math.sqrt(variance / count)
        return mean - half, mean + half


def paired_difference(ones: Sequence[float], others: Sequence[float]) -> Mean:
    """Return the mean of other minus one over pairs, with the interval of the paired differences.

    Raises:
        ValueError: the samples are not of one length.
    """
    return Mean(values=tuple(b - a for a, b in zip(ones, others, strict=True)))
