"""Words for how layout objects look."""

from __future__ import annotations

from eyehand_core.registry import Registry

Rgb = tuple[int, int, int]

COLORS: Registry[Rgb] = Registry("color")
"""Colour words with red, green and blue, 0 to 255."""
COLORS.add("grey", (150, 150, 150))
COLORS.add("brown", (139, 90, 43))
COLORS.add("red", (205, 60, 50))
COLORS.add("green", (70, 150, 80))
COLORS.add("blue", (60, 105, 190))
COLORS.add("yellow", (235, 195, 60))
COLORS.add("orange", (240, 140, 40))
COLORS.add("purple", (130, 70, 160))
COLORS.add("pink", (240, 150, 190))
COLORS.add("cyan", (80, 195, 205))
COLORS.add("white", (255, 255, 255))
COLORS.add("black", (30, 30, 30))

SIZES: Registry[float] = Registry("size")
"""Size words with the factor on an object's ordinary width and height."""
SIZES.add("small", 2.0 / 3.0)
SIZES.add("medium", 1.0)
SIZES.add("large", 1.5)

FACTORS: Registry[float] = Registry("factor")
"""Words for a change of size with the factor on width and height."""
FACTORS.add("smaller", 2.0 / 3.0)
FACTORS.add("larger", 1.5)
