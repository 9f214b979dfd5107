"""Drawing one object after the other: outlines, colours, fronts, labels. Deterministic.

The picture shows no grid, ruler or number; it is a view of the scene, never its source.
"""

from __future__ import annotations

import cv2
import numpy as np
from eyehand_core.layout.checks import hidden_by
from eyehand_core.layout.facing import DIRECTIONS
from eyehand_core.layout.looks import COLORS
from eyehand_core.layout.polygon import Point, Polygon, box_corners
from eyehand_core.layout.scene import LayoutObject, LayoutScene
from numpy.typing import NDArray

from eyehand_world.layout_render.viewpoint import Viewpoint

Image = NDArray[np.uint8]
Bgr = tuple[int, int, int]

PAPER: Bgr = (250, 248, 245)
INK: Bgr = (40, 40, 40)
_FONT = cv2.FONT_HERSHEY_SIMPLEX
# Fractional bits of OpenCV's sub-pixel coordinates.
_SHIFT = 6
# Shares of the image's edge length.
_BORDER = 1.0 / 256.0
_LETTER = 1.0 / 32.0
_STROKE = 1.0 / 400.0
_PAD = 1.0 / 128.0
# Height of a line at font scale 1 [pixel].
_FONT_HEIGHT = 22.0
# Depth and half width of the mark on an object's front, as shares of its sides.
_FRONT = (0.35, 0.3)
# Dashes along one side of a region.
_DASHES = 12
# How much of its colour an open thing shows inside.
_TINT = 0.35


def draw_scene(scene: LayoutScene, viewpoint: Viewpoint, labels: bool) -> Image:
    """Return the picture of a scene, shape (size, size, 3), blue green red."""
    image = np.full((viewpoint.size, viewpoint.size, 3), PAPER, dtype=np.uint8)
    hidden = {thing.name for thing in scene.objects if hidden_by(scene, thing)}
    for thing in scene.drawing_order:
        _draw_shape(image, thing, viewpoint)
        if labels and thing.name in hidden:
            _draw_label(image, thing, viewpoint)
    for thing in scene.drawing_order:
        if labels and thing.name not in hidden:
            _draw_label(image, thing, viewpoint)
    return image


def _draw_shape(image: Image, thing: LayoutObject, viewpoint: Viewpoint) -> None:
    corners = viewpoint.pixels(thing.polygon)
    width = max(1, round(viewpoint.size * _BORDER))
    color = bgr(thing)
    if not thing.appearance.is_solid:
        _draw_dashes(image, corners, color, 2 * width)
        return
    _fill(image, corners, tinted(color) if thing.appearance.is_open else color)
    if thing.appearance.is_open:
        _line(image, corners, color, 3 * width)
    _line(image, corners, INK, width)
    if thing.appearance.has_front:
        _fill(image, viewpoint.pixels(_front_mark(thing)), _readable_on(color))


def _front_mark(thing: LayoutObject) -> Polygon:
    """Return a triangle that points to the object's front."""
    width, height = thing.appearance.size
    tip, left, right = (
        (0.0, 0.95),
        (-_FRONT[1], 1.0 - 2 * _FRONT[0]),
        (_FRONT[1], 1.0 - 2 * _FRONT[0]),
    )
    angle = np.radians(thing.turn_deg - DIRECTIONS["down"])
    cosine, sine = float(np.cos(angle)), float(np.sin(angle))
    points = ((x * width / 2.0, y * height / 2.0) for x, y in (tip, left, right))
    x0, y0 = thing.center
    return tuple((x0 + x * cosine + y * sine, y0 - x * sine + y * cosine) for x, y in points)


def _draw_dashes(image: Image, corners: NDArray[np.float64], color: Bgr, width: int) -> None:
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        marks = np.linspace(start, end, 2 * _DASHES)
        for first, last in zip(marks[::2], marks[1::2], strict=True):
            _line(image, np.array([first, last]), color, width, closed=False)


def _draw_label(image: Image, thing: LayoutObject, viewpoint: Viewpoint) -> None:
    size = viewpoint.size
    scale, width = size * _LETTER / _FONT_HEIGHT, max(1, round(size * _STROKE))
    (wide, high), base = cv2.getTextSize(thing.name, _FONT, scale, width)
    outline, pad = thing.outline, size * _PAD
    frame = viewpoint.pixels(box_corners(outline.center, outline.size, 0.0))
    low, high_edge = frame.min(axis=0), frame.max(axis=0)
    middle = _middle(viewpoint, thing.center)
    ink, bottom = _readable_on(bgr(thing)), middle[1] + high / 2.0
    solid = thing.appearance.is_solid and not thing.appearance.is_open
    if not solid:
        ink, bottom = INK, low[1] + high + 2 * pad
    elif wide + 2 * pad > high_edge[0] - low[0] or thing.appearance.has_front:
        ink, bottom = INK, high_edge[1] + high + pad
        if bottom + base > size:
            bottom = low[1] - pad
    left = min(max(middle[0] - wide / 2.0, pad), size - wide - pad)
    place = (round(float(left)), round(float(bottom)))
    cv2.putText(image, thing.name, place, _FONT, scale, ink, width, cv2.LINE_AA)


def _middle(viewpoint: Viewpoint, center: Point) -> tuple[float, float]:
    ((x, y),) = viewpoint.pixels((center,))
    return float(x), float(y)


def _fill(image: Image, corners: NDArray[np.float64], color: Bgr) -> None:
    cv2.fillPoly(image, [_fixed(corners)], color, cv2.LINE_AA, _SHIFT)


def _line(
    image: Image, corners: NDArray[np.float64], color: Bgr, width: int, closed: bool = True
) -> None:
    cv2.polylines(image, [_fixed(corners)], closed, color, width, cv2.LINE_AA, _SHIFT)


def _fixed(corners: NDArray[np.float64]) -> NDArray[np.int32]:
    """Return pixels in OpenCV's fractions."""
    return np.asarray(np.rint(corners * 2**_SHIFT), dtype=np.int32)


def bgr(thing: LayoutObject) -> Bgr:
    """Return the colour of an object in OpenCV's order."""
    red, green, blue = COLORS[thing.appearance.color]
    return blue, green, red


def tinted(color: Bgr) -> Bgr:
    """Return the colour that an open thing shows inside."""
    blue, green, red = (
        round(_TINT * c + (1.0 - _TINT) * p) for c, p in zip(color, PAPER, strict=True)
    )
    return blue, green, red


def _readable_on(color: Bgr) -> Bgr:
    blue, green, red = color
    bright = 0.114 * blue + 0.587 * green + 0.299 * red > 128
    return INK if bright else PAPER
