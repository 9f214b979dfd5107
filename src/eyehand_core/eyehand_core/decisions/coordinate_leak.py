"""Coordinates where only names and words belong: found, refused and counted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from eyehand_core.decisions.decision_error import ErrorCode, InadmissibleError
from eyehand_core.decisions.json_object import shown

NUMERIC_FIELDS = frozenset({"angle", "factor", "value"})
POSITION_KEYS = frozenset(
    {
        "x", "y", "z", "pos", "position", "positions", "point",
        "coord", "coords", "coordinate", "coordinates", "xy", "xyz", "bbox",
        "box", "left", "top", "right", "bottom", "width", "height",
        "row", "col", "column", "pixel", "pixels", "location",
    }
)  # fmt: skip
_NUMBER = r"-?\d+(?:\.\d+)?"
_PHRASES = re.compile(
    rf"{_NUMBER}\s*[,;]\s*{_NUMBER}"  # 140,128
    rf"|{_NUMBER}\s*[x\u00d7]\s*{_NUMBER}"  # 140x128
    rf"|[(\[]\s*{_NUMBER}\s+{_NUMBER}"  # (140 128
    rf"|\bat\s+{_NUMBER}"  # at 140
    rf"|\b[xy]\s*[=:]?\s*{_NUMBER}"  # x=140, y 128
    r"|\b\d{2,}(?:\.\d+)?(?:\s*[/|]\s*|\s+(?:and\s+)?)\d{2,}\b"  # 140 128, 140/128, 140 and 128
    r"|\b(?:row|col|column)\s*\d"  # row 3
    rf"|{_NUMBER}\s*(?:px|pixels?)\b",  # 140 px
    re.IGNORECASE,
)


def has_coordinates(text: str) -> bool:
    """Tell whether a text gives a position in numbers."""
    return _PHRASES.search(text) is not None


def refuse_coordinates(body: Mapping[str, Any]) -> None:
    """Refuse a layout action that carries a position.

    Raises:
        InadmissibleError: with code ``coordinate_leak``.
    """
    for key, value in body.items():
        if str(key).lower() in POSITION_KEYS:
            _refuse(f"field {shown(key)}")
        if key in NUMERIC_FIELDS:
            continue
        for leaf in _leaves(value):
            is_number = isinstance(leaf, int | float) and not isinstance(leaf, bool)
            if is_number or (isinstance(leaf, str) and has_coordinates(leaf)):
                _refuse(f"{key}: {shown(leaf)}")


def _leaves(value: object) -> Iterator[object]:
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield key
            yield from _leaves(item)
    elif isinstance(value, list):
        for item in value:
            yield from _leaves(item)
    else:
        yield value


def _refuse(what: str) -> None:
    numeric = ", ".join(sorted(NUMERIC_FIELDS))
    raise InadmissibleError(
        ErrorCode.COORDINATE_LEAK,
        f"{what} gives a position or number; say where with relation and distance words "
        f"(numbers are allowed only in {numeric})",
    )
