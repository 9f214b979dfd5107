"""Pictures whose right description is known."""

from __future__ import annotations

import io
from collections.abc import Sequence

from eyehand_core.observation import View

COLORS = {
    "red": (220, 20, 20),
    "blue": (20, 40, 220),
    "green": (20, 170, 40),
    "yellow": (240, 220, 20),
    "white": (250, 250, 250),
    "black": (5, 5, 5),
}
"""Colours with names that nobody confuses."""

_SIZE = (64, 64)


def color_views(names: Sequence[str]) -> tuple[View, ...]:
    """Return one plain picture per colour name."""
    from PIL import Image

    views = []
    for number, name in enumerate(names, start=1):
        coded = io.BytesIO()
        Image.new("RGB", _SIZE, COLORS[name]).save(coded, "JPEG", quality=95)
        views.append(View(name=f"picture {number}", jpeg=coded.getvalue(), stamp=0.0))
    return tuple(views)


def colors_said(text: str) -> list[str]:
    """Return the colour names in a text, in order."""
    words = "".join(letter if letter.isalpha() else " " for letter in text.lower()).split()
    return [word for word in words if word in COLORS]
