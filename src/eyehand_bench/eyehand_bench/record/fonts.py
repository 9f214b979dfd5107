"""A readable font for pictures, wherever it comes from on this machine."""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from PIL import ImageFont

_NAME = "DejaVuSans.ttf"

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


@lru_cache(maxsize=16)
def font(size: int) -> Font:
    """Return a font of ``size`` pixels: DejaVu, which knows most signs, or Pillow's own."""
    for place in (_NAME, _bundled()):
        try:
            return ImageFont.truetype(place, size)
        except OSError:
            continue
    return ImageFont.load_default(size)


def fitted(text: str, width: int, size: int, lines: int = 1) -> str:
    """Return ``text`` wrapped to ``width`` pixels and cut to a number of lines."""
    shown, rows = font(size), [""]
    for word in text.split():
        longer = f"{rows[-1]} {word}".strip()
        if shown.getlength(longer) <= width or not rows[-1]:
            rows[-1] = longer
        else:
            rows.append(word)
    kept = rows[:lines]
    if len(rows) > lines:
        kept[-1] += "…"
    return "\n".join(_cut(row, width, shown) for row in kept)


def _cut(line: str, width: int, shown: Font) -> str:
    while len(line) > 1 and shown.getlength(line) > width:
        line = line.rstrip("…")[:-1].rstrip() + "…"
    return line


def _bundled() -> str:
    """Return where matplotlib keeps the font; the package itself is not imported."""
    package = find_spec("matplotlib")
    if package is None or not package.submodule_search_locations:
        return _NAME
    folder = Path(package.submodule_search_locations[0])
    return str(folder / "mpl-data" / "fonts" / "ttf" / _NAME)
