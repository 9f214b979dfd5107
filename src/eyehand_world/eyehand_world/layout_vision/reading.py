"""From a picture to outlines: what colour is where, with OpenCV."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from eyehand_core.errors import WorldError
from eyehand_core.layout.facing import normalized
from eyehand_core.layout.looks import COLORS
from eyehand_core.layout.rules import CANVAS
from eyehand_core.layout.scene import Appearance, LayoutObject, LayoutScene
from numpy.typing import NDArray

from eyehand_world.layout_render.drawing import INK, PAPER, tinted
from eyehand_world.layout_vision.legend import Legend

Mask = NDArray[np.bool_]

# Fewer pixels are noise of the encoding.
_SMALLEST = 24
# Raster of measured edges [canvas units].
_RASTER = 0.5
# Share of a thing's middle in which the mark of its front is looked for.
_INNER = 0.9


def read_scene(jpeg: bytes, legend: Legend, template: LayoutScene) -> LayoutScene:
    """Return the scene that a picture shows.

    Args:
        jpeg: the picture, encoded, seen straight from the front.
        legend: names and colours to look for.
        template: plane of the scene; its objects are not looked at.

    Raises:
        WorldError: it is no picture.
    """
    image = cv2.imdecode(np.frombuffer(jpeg, dtype=np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise WorldError("the picture cannot be decoded")
    masks = color_masks(image, legend)
    found = (_found(image, name, masks[name], legend) for name in legend.looks)
    return replace(template, objects=tuple(thing for thing in found if thing))


def color_masks(image: NDArray[np.uint8], legend: Legend) -> dict[str, Mask]:
    """Return where each thing shows, by name, shape (height, width).

    Every pixel goes to the nearest of the colours of all things, paper and ink, so that edges lie
    in the middle of blends.
    """
    names = list(legend.looks)
    palette = [_shown(legend.looks[name]) for name in names] + [PAPER, INK]
    pixels = image.astype(np.float32)
    ways = [np.square(pixels - np.array(color, dtype=np.float32)).sum(axis=2) for color in palette]
    nearest = np.argmin(np.stack(ways), axis=0)
    return {name: _without_lines(nearest == i, legend, name) for i, name in enumerate(names)}


def _without_lines(mask: Mask, legend: Legend, name: str) -> Mask:
    """Drop thin lines: blends of ink and paper look like other colours."""
    if not legend.looks[name].is_solid:
        return mask
    opened = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    return np.asarray(opened > 0)


def _shown(looks: Appearance) -> tuple[int, int, int]:
    return tinted(_bgr(looks)) if looks.is_open else _bgr(looks)


def _bgr(looks: Appearance) -> tuple[int, int, int]:
    red, green, blue = COLORS[looks.color]
    return blue, green, red


def _found(image: NDArray[np.uint8], name: str, mask: Mask, legend: Legend) -> LayoutObject | None:
    looks, kind = legend.looks[name], legend.kinds[name]
    if int(mask.sum()) < _SMALLEST:
        return None
    rows, columns = np.nonzero(mask)
    scale = CANVAS / image.shape[0]
    # The soft border of a filled shape covers half of itself inside; dashes lie on the edge.
    width = max(1, round(image.shape[0] / CANVAS))
    margin = (width + 1.0) / 2.0 if looks.is_solid else -float(width)
    # Pixels are drawn around whole numbers.
    low = np.array([columns.min(), rows.min()]) - 0.5 - margin
    high = np.array([columns.max(), rows.max()]) + 0.5 + margin
    edges = np.round(np.stack([low, high]) * scale / _RASTER) * _RASTER
    size = edges[1] - edges[0]
    center = (edges[0] + edges[1]) / 2.0
    return replace(
        kind,
        center=(float(center[0]), float(center[1])),
        appearance=replace(looks, size=(float(size[0]), float(size[1]))),
        turn_deg=_seen_turn(image, mask, looks),
    )


def _seen_turn(image: NDArray[np.uint8], mask: Mask, looks: Appearance) -> float:
    """Return which way the mark of the front points, to a quarter; 0 without a front."""
    if not looks.has_front:
        return 0.0
    rows, columns = np.nonzero(mask)
    middle = np.array([columns.min() + columns.max(), rows.min() + rows.max()]) / 2.0
    half = np.array([np.ptp(columns), np.ptp(rows)]) / 2.0 * _INNER
    ys, xs = np.mgrid[0 : image.shape[0], 0 : image.shape[1]]
    inside = (np.abs(xs - middle[0]) < half[0]) & (np.abs(ys - middle[1]) < half[1])
    paper = image.min(axis=2) > 200
    mark = inside & ~mask
    mark = mark & paper if (mark & paper).sum() > mark.sum() / 2.0 else mark
    if int(mark.sum()) < _SMALLEST:
        return 0.0
    dx, dy = xs[mark].mean() - middle[0], ys[mark].mean() - middle[1]
    quarter = round(float(np.degrees(np.arctan2(dx, dy))) / 90.0) * 90.0
    return normalized(quarter)
