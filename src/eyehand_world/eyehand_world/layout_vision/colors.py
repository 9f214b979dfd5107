"""Which pixel belongs to which thing, by colour."""

from __future__ import annotations

import cv2
import numpy as np
from eyehand_core.layout.looks import COLORS
from eyehand_core.layout.scene import Appearance
from numpy.typing import NDArray

from eyehand_world.layout_render.drawing import INK, PAPER, tinted
from eyehand_world.layout_vision.legend import Legend

Mask = NDArray[np.bool_]

# Bits of a colour channel that are left out when the nearest colour is looked up.
_COARSE = 3


def color_masks(image: NDArray[np.uint8], legend: Legend) -> dict[str, Mask]:
    """Return where each thing shows, by name, shape (height, width).

    Every pixel goes to the nearest of the colours of all things, paper and ink, so that edges lie
    in the middle of blends.

    Args:
        image: blue green red, shape (height, width, 3).
        legend: what may be in it.
    """
    looks = {name: thing.appearance for name, thing in legend.things.items()}
    palette = [*(_shown(entry) for entry in looks.values()), PAPER, INK]
    coarse = image >> _COARSE
    nearest = _nearest_colors(palette)[coarse[..., 0], coarse[..., 1], coarse[..., 2]]
    return {name: _without_lines(nearest == index) for index, name in enumerate(looks)}


def _nearest_colors(palette: list[tuple[int, int, int]]) -> NDArray[np.intp]:
    """Return the index of the nearest colour for each coarse blue, green and red."""
    steps = np.arange(256 >> _COARSE, dtype=np.float64) * (1 << _COARSE) + (1 << _COARSE) / 2.0
    cells = np.stack(np.meshgrid(steps, steps, steps, indexing="ij"), axis=-1)
    ways = [np.square(cells - np.array(color)).sum(axis=-1) for color in palette]
    return np.argmin(np.stack(ways), axis=0)


def _without_lines(mask: Mask) -> Mask:
    """Drop thin lines: blends of ink, paper and fillings look like other colours."""
    opened = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    return np.asarray(opened > 0)


def _shown(looks: Appearance) -> tuple[int, int, int]:
    red, green, blue = COLORS[looks.color]
    return tinted((blue, green, red)) if looks.is_open else (blue, green, red)
