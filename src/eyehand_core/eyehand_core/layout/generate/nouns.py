"""Things that generated tasks speak of, with ordinary sizes [canvas units]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from eyehand_core.layout.looks import COLORS
from eyehand_core.layout.outline import Size
from eyehand_core.layout.plane import Plane
from eyehand_core.tasks.draws import Draws

T = TypeVar("T")

SMALL: Mapping[Plane, Mapping[str, Size]] = {
    "vertical": {
        "cup": (20, 20),
        "vase": (18, 26),
        "clock": (24, 24),
        "lamp": (20, 28),
        "box": (26, 22),
        "book": (16, 24),
        "radio": (28, 18),
        "mask": (22, 24),
        "bottle": (14, 28),
        "plate": (26, 16),
    },
    "ground": {
        "stool": (20, 20),
        "plant": (22, 22),
        "ball": (18, 18),
        "basket": (24, 20),
        "crate": (26, 24),
        "bin": (18, 22),
        "cone": (18, 18),
        "toolbox": (28, 18),
        "bucket": (20, 20),
        "drum": (24, 24),
    },
}
LARGE: Mapping[Plane, Mapping[str, Size]] = {
    "vertical": {
        "shelf": (60, 18),
        "table": (56, 22),
        "window": (44, 40),
        "cabinet": (40, 48),
        "picture": (46, 36),
        "mirror": (34, 46),
    },
    "ground": {
        "desk": (54, 32),
        "sofa": (58, 28),
        "bed": (46, 56),
        "bench": (56, 18),
        "piano": (50, 36),
        "stove": (36, 34),
    },
}
FACING: Mapping[str, Size] = {
    "chair": (28, 28),
    "robot": (26, 30),
    "car": (26, 40),
    "television": (40, 16),
    "statue": (24, 24),
    "armchair": (36, 32),
}
"""Things with a front; they are spoken of on the ground plane."""

HUES = tuple(name for name in COLORS if name not in ("white", "black", "grey"))
"""Colours that pictures tell apart on their paper, ink and each other."""


def pick(draws: Draws, options: Sequence[T]) -> T:
    """Return one of the options."""
    return options[draws.index(len(options))]


def some(draws: Draws, options: Sequence[T], count: int) -> list[T]:
    """Return different options, in a drawn order."""
    left = list(options)
    return [left.pop(draws.index(len(left))) for _ in range(count)]
