"""Rule renderer: draws a layout scene as outlines, colours and labels. Deterministic.

The picture shows no grid, ruler or number; it is a view of the scene, never its source.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from eyehand_core.layout.looks import COLORS
from eyehand_core.layout.rules import CANVAS
from eyehand_core.layout.scene import LayoutObject, LayoutScene, Shape
from numpy.typing import NDArray

from eyehand_world.jpeg import encode_jpeg

Image = NDArray[np.uint8]
Bgr = tuple[int, int, int]
Corners = tuple[int, int, int, int]

_PAPER = (250, 248, 245)
_INK = (40, 40, 40)
_FONT = cv2.FONT_HERSHEY_SIMPLEX
_JPEG_QUALITY = 92
# Fractional bits of OpenCV's sub-pixel coordinates.
_SHIFT = 6
# Shares of the image's edge length.
_BORDER = 1.0 / 256.0
_LETTER = 1.0 / 32.0
_STROKE = 1.0 / 400.0
_PAD = 1.0 / 128.0
# Height of a line at font scale 1 [pixel].
_FONT_HEIGHT = 22.0


@dataclass(frozen=True, kw_only=True)
class LayoutRenderer:
    """Draws scenes.

    Attributes:
        size: edge length of the square image [pixel]; never changes geometry.
    """

    size: int = 512

    def jpeg(self, scene: LayoutScene) -> bytes:
        """Return the picture of a scene as JPEG.

        Raises:
            WorldError: the picture could not be encoded.
        """
        picture = cv2.cvtColor(self.draw(scene), cv2.COLOR_BGR2RGB)
        return encode_jpeg(picture.astype(np.uint8, copy=False), _JPEG_QUALITY)

    def draw(self, scene: LayoutScene) -> Image:
        """Return the picture, shape (size, size, 3), blue green red."""
        image = np.full((self.size, self.size, 3), _PAPER, dtype=np.uint8)
        for thing in scene.objects:
            self._draw_outline(image, thing)
        for thing in scene.objects:
            self._draw_label(image, thing)
        return image

    def _draw_outline(self, image: Image, thing: LayoutObject) -> None:
        draw = _DRAW[thing.appearance.shape]
        draw(image, self._pixels(thing), _bgr(thing), cv2.FILLED)
        draw(image, self._pixels(thing), _INK, max(1, round(self.size * _BORDER)))

    def _pixels(self, thing: LayoutObject) -> Corners:
        """Return left, top, right, bottom in OpenCV's fractions of a pixel."""
        edges = [edge(axis) for edge in (thing.outline.low, thing.outline.high) for axis in (0, 1)]
        left, top, right, bottom = (round(edge * self.size / CANVAS * 2**_SHIFT) for edge in edges)
        return left, top, right, bottom

    def _draw_label(self, image: Image, thing: LayoutObject) -> None:
        scale, width = self.size * _LETTER / _FONT_HEIGHT, max(1, round(self.size * _STROKE))
        (wide, high), base = cv2.getTextSize(thing.name, _FONT, scale, width)
        pixel, pad = self.size / CANVAS, self.size * _PAD
        ink, bottom = _readable_on(_bgr(thing)), thing.center[1] * pixel + high / 2.0
        if wide + 2 * pad > thing.appearance.size[0] * pixel:
            ink, bottom = _INK, thing.outline.high(1) * pixel + high + pad
            if bottom + base > self.size:
                bottom = thing.outline.low(1) * pixel - pad
        left = thing.center[0] * pixel - wide / 2.0
        left = min(max(left, pad), self.size - wide - pad)
        place = (round(left), round(bottom))
        cv2.putText(image, thing.name, place, _FONT, scale, ink, width, cv2.LINE_AA)


def _draw_box(image: Image, corners: Corners, color: Bgr, width: int) -> None:
    cv2.rectangle(image, corners[:2], corners[2:], color, width, cv2.LINE_AA, _SHIFT)


def _draw_disc(image: Image, corners: Corners, color: Bgr, width: int) -> None:
    left, top, right, bottom = corners
    center, half = (
        ((left + right) // 2, (top + bottom) // 2),
        (
            (right - left) // 2,
            (bottom - top) // 2,
        ),
    )
    cv2.ellipse(image, center, half, 0, 0, 360, color, width, cv2.LINE_AA, _SHIFT)


_DRAW: dict[Shape, Callable[[Image, Corners, Bgr, int], None]] = {
    "box": _draw_box,
    "disc": _draw_disc,
}


def _bgr(thing: LayoutObject) -> Bgr:
    red, green, blue = COLORS[thing.appearance.color]
    return blue, green, red


def _readable_on(color: Bgr) -> Bgr:
    blue, green, red = color
    bright = 0.114 * blue + 0.587 * green + 0.299 * red > 128  # noqa: PLR2004 - middle grey
    return _INK if bright else _PAPER
