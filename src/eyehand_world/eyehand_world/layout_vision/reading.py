"""From a picture to places, sizes and turns, with OpenCV."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from eyehand_core.errors import WorldError
from eyehand_core.layout.facing import TURN_STEP_DEG, normalized
from eyehand_core.layout.outline import Size
from eyehand_core.layout.rules import CANVAS
from eyehand_core.layout.scene import LayoutObject, LayoutScene
from numpy.typing import NDArray

from eyehand_world.layout_vision.colors import Mask, color_masks
from eyehand_world.layout_vision.legend import Legend

# Fewer pixels are noise of the encoding.
_SMALLEST = 24
# Raster of measured edges [canvas units].
_RASTER = 0.5
# Share of a thing's middle in which the mark of its front is looked for.
_INNER = 0.9
# A box is turned if its tightest frame is smaller than the upright one by this share.
_TURNED = 0.06


def read_scene(jpeg: bytes, legend: Legend, template: LayoutScene) -> LayoutScene:
    """Return the scene that a picture shows.

    Args:
        jpeg: the picture, encoded, seen straight from the front.
        legend: what to look for.
        template: plane of the scene; its objects are not looked at.

    Raises:
        WorldError: it is no picture.
    """
    image = cv2.imdecode(np.frombuffer(jpeg, dtype=np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise WorldError("the picture cannot be decoded")
    pixels = np.asarray(image, dtype=np.uint8)
    masks = color_masks(pixels, legend)
    found = (_found(pixels, masks[name], thing) for name, thing in legend.things.items())
    return replace(template, objects=tuple(thing for thing in found if thing))


def _found(image: NDArray[np.uint8], mask: Mask, thing: LayoutObject) -> LayoutObject | None:
    if int(mask.sum()) < _SMALLEST:
        return None
    rows, columns = np.nonzero(mask)
    scale = CANVAS / image.shape[0]
    # The soft border of a filled shape covers half of itself inside; dashes lie on the edge.
    # Pixels are drawn around whole numbers.
    width = max(1, round(image.shape[0] / CANVAS))
    margin = 0.5 + ((width + 1.0) / 2.0 if thing.appearance.is_solid else -float(width))
    low = np.array([columns.min(), rows.min()]) - margin
    high = np.array([columns.max(), rows.max()]) + margin
    edges = np.round(np.stack([low, high]) * scale / _RASTER) * _RASTER
    center, size = (edges[0] + edges[1]) / 2.0, edges[1] - edges[0]
    seen = replace(
        thing,
        center=(float(center[0]), float(center[1])),
        appearance=replace(thing.appearance, size=(float(size[0]), float(size[1]))),
    )
    if thing.appearance.has_front:
        return replace(seen, turn_deg=_front_turn(image, mask))
    if thing.appearance.shape == "box":
        return _turned(seen, mask, thing.appearance.size, scale, margin)
    return seen


def _turned(
    seen: LayoutObject, mask: Mask, ordinary: Size, scale: float, margin: float
) -> LayoutObject:
    """Return the thing with its own size and turn, if its tightest frame is not upright."""
    points = cv2.findNonZero(mask.astype(np.uint8))
    _, (width, height), angle = cv2.minAreaRect(points)
    frame = ((width + 2.0 * margin) * scale, (height + 2.0 * margin) * scale)
    upright = seen.appearance.size
    if frame[0] * frame[1] > (1.0 - _TURNED) * upright[0] * upright[1]:
        return seen
    turn = TURN_STEP_DEG * round(-angle / TURN_STEP_DEG)
    swapped = (frame[1], frame[0])
    if _aspect_error(swapped, ordinary) < _aspect_error(frame, ordinary):
        frame, turn = swapped, turn + 90.0
    looks = replace(seen.appearance, size=frame)
    return replace(seen, appearance=looks, turn_deg=normalized(turn))


def _aspect_error(size: Size, ordinary: Size) -> float:
    return abs(float(np.log(size[0] / size[1]) - np.log(ordinary[0] / ordinary[1])))


def _front_turn(image: NDArray[np.uint8], mask: Mask) -> float:
    """Return which way the mark of the front points; 0 if it cannot be seen."""
    rows, columns = np.nonzero(mask)
    middle = np.array([columns.min() + columns.max(), rows.min() + rows.max()]) / 2.0
    half = np.array([np.ptp(columns), np.ptp(rows)]) / 2.0 * _INNER
    ys, xs = np.mgrid[0 : image.shape[0], 0 : image.shape[1]]
    mark = (np.abs(xs - middle[0]) < half[0]) & (np.abs(ys - middle[1]) < half[1]) & ~mask
    if int(mark.sum()) < _SMALLEST:
        return 0.0
    dx, dy = xs[mark].mean() - middle[0], ys[mark].mean() - middle[1]
    exact = float(np.degrees(np.arctan2(dx, dy)))
    return normalized(TURN_STEP_DEG * round(exact / TURN_STEP_DEG))
