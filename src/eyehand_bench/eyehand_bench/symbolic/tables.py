"""Metrics as a table for people."""

from __future__ import annotations

from collections.abc import Mapping

from eyehand_core.intervals import Mean, Share
from eyehand_core.layout.measure.metrics import Metrics, Value


def metric_lines(metrics: Metrics) -> list[str]:
    """Return one line per metric: value, interval, counts."""
    width = max(len(name) for name in metrics.values)
    lines = [f"{name:<{width}}  {value_words(value)}" for name, value in metrics.values.items()]
    return [*lines, f"{'episodes':<{width}}  {metrics.episodes}, invalid {metrics.excluded}"]


def value_words(value: Value) -> str:
    """Return a value with its interval and what it was counted from; a dash for none."""
    if value.value is None:
        return "-"
    limits = value.interval
    interval = f"  [{limits[0]:.3f}, {limits[1]:.3f}]" if limits else ""
    counted = f"{value.count}/{value.total}" if isinstance(value, Share) else f"n={_size(value)}"
    return f"{value.value:.3f}{interval}  {counted}"


def _size(value: Mean) -> int:
    return len(value.values)


def group_lines(groups: Mapping[str, Metrics]) -> list[str]:
    """Return one line per group: success rate, mean steps, legal rate."""
    width = max(len(name) for name in groups)
    names = ("success rate", "mean steps", "legal-action rate", "relation accuracy")
    head = f"{'':<{width}}  " + "  ".join(f"{name:<32}" for name in names)
    rows = [
        f"{group:<{width}}  "
        + "  ".join(f"{value_words(metrics.values[name]):<32}" for name in names)
        for group, metrics in groups.items()
    ]
    return [head, *(row.rstrip() for row in rows)]
