"""Coloured things in one picture: connected regions of saturated colour that lie on the table.

Nothing is known of the objects. The table is what has the usual chroma of the picture's warm greys
(robot, wall and sky are neutral or bluish); a coloured region that is mostly bordered by it lies on
it, and the robot's own coloured parts, bordered by the robot, do not.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from eyehand_agent.servo.colors import HUES, hue_distance

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]
Mask = NDArray[np.uint8]

MIN_SATURATION = 95
"""Of 255; above the robot's and the table's greys, below every named colour."""
MIN_BRIGHTNESS = 35
"""Of 255; darker pixels have no reliable hue."""
MIN_AREA = 250
"""Smallest region that is a thing [pixel]."""
HUE_WIDTH = 7.0
"""How far hues of one thing are apart, shades included."""
_TABLE_CHROMA = 4.0
"""How far the table's chroma differs over a picture, in Lab."""
_RING = 6
"""Width of the border in which the table is looked for [pixel]."""
_BORDER = 3
"""A thing as near to the edge of the picture is cut [pixel]."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Blob:
    """One coloured thing in a picture.

    Attributes:
        center: centroid of the convex hull, relative to the middle of the picture [pixel],
            shape (2,), x right, y down.
        hue: its median hue.
        area: of the hull [pixel].
        on_table: share of its border that is table, 0 to 1.
        cut: it touches the edge of the picture, so that a part of it is missing.
        hull: corner points relative to the middle [pixel], shape (n, 2).
    """

    center: Array
    hue: float
    area: float
    on_table: float
    cut: bool
    hull: Array

    @property
    def low(self) -> Array:
        """Left and upper end relative to the middle [pixel], shape (2,)."""
        return np.asarray(self.hull.min(axis=0))

    @property
    def high(self) -> Array:
        """Right and lower end relative to the middle [pixel], shape (2,)."""
        return np.asarray(self.hull.max(axis=0))

    @property
    def width(self) -> float:
        """Extent across the picture [pixel]."""
        return float(self.high[0] - self.low[0])

    @property
    def height(self) -> float:
        """Extent down the picture [pixel]."""
        return float(self.high[1] - self.low[1])


def decode(jpeg: bytes) -> Picture:
    """Return the picture of a JPEG, shape (height, width, 3), blue green red."""
    picture = cv2.imdecode(np.frombuffer(jpeg, dtype=np.uint8), cv2.IMREAD_COLOR)
    return np.asarray(picture, dtype=np.uint8)


def find_blobs(picture: Picture, hue: float | None = None) -> list[Blob]:
    """Return the coloured things of a picture, largest first.

    Args:
        picture: blue green red.
        hue: only regions of about this hue; without it regions of any one hue each.
    """
    hsv = cv2.cvtColor(picture, cv2.COLOR_BGR2HSV)
    vivid = (hsv[..., 1] >= MIN_SATURATION) & (hsv[..., 2] >= MIN_BRIGHTNESS)
    table = _table(picture, vivid)
    hues = hsv[..., 0].astype(np.int16)
    middles = _main_hues(hues[vivid]) if hue is None else [hue]
    blobs = []
    for middle in middles:
        apart = np.abs(hues - middle) % HUES
        near = vivid & (np.minimum(apart, HUES - apart) <= HUE_WIDTH)
        blobs += _regions(near.astype(np.uint8), hues, table)
    return sorted(blobs, key=lambda blob: -blob.area)


def _main_hues(hues: NDArray[np.int16]) -> list[float]:
    """Return the peaks of the hue histogram, each at least one hue width from the others."""
    counts = np.bincount(hues.ravel(), minlength=HUES).astype(np.float64)
    smooth = np.sum([np.roll(counts, shift) for shift in range(-3, 4)], axis=0)
    peaks: list[float] = []
    for candidate in np.argsort(-smooth):
        if counts[candidate] and all(hue_distance(candidate, p) > HUE_WIDTH for p in peaks):
            peaks.append(float(candidate))
        if smooth[candidate] < MIN_AREA:
            break
    return peaks


def _table(picture: Picture, vivid: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return where the table shows: greys of about the median chroma of all warm greys."""
    chroma = cv2.cvtColor(picture, cv2.COLOR_BGR2LAB)[..., 1:].astype(np.int16)
    lower = np.zeros(vivid.shape, dtype=bool)
    lower[vivid.shape[0] // 8 :] = True
    warm = (chroma[..., 1] > 128) & ~vivid & lower
    if not warm.any():
        return np.zeros(vivid.shape, dtype=bool)
    middle = np.median(chroma[warm], axis=0)
    return np.asarray((np.abs(chroma - middle).max(axis=-1) <= _TABLE_CHROMA) & ~vivid)


def _regions(mask: Mask, hues: NDArray[np.int16], table: NDArray[np.bool_]) -> list[Blob]:
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(closed, connectivity=8)
    height, width = mask.shape
    blobs = []
    for index in range(1, count):
        x, y, w, h, area = (int(value) for value in stats[index])
        if area < MIN_AREA:
            continue
        rows = slice(max(0, y - _RING), min(height, y + h + _RING))
        columns = slice(max(0, x - _RING), min(width, x + w + _RING))
        region = (labels[rows, columns] == index).astype(np.uint8)
        blob = _blob(region, hues[rows, columns], table[rows, columns])
        corner = np.array([columns.start - (width - 1) / 2, rows.start - (height - 1) / 2])
        edge = min(x, y, width - x - w, height - y - h)
        blobs.append(replace(_moved(blob, corner), cut=edge <= _BORDER))
    return blobs


def _blob(region: Mask, hues: NDArray[np.int16], table: NDArray[np.bool_]) -> Blob:
    """Return the thing in a cutting of the picture, in pixels of the cutting."""
    points = cv2.findNonZero(region)
    corners, center, area = hull_of(np.asarray(points).reshape(-1, 2))
    ring = cv2.dilate(region, np.ones((2 * _RING + 1, 2 * _RING + 1), np.uint8)) - region
    edge = ring.astype(bool)
    return Blob(
        center=center,
        hue=_middle_hue(hues[region.astype(bool)]),
        area=area,
        on_table=float(table[edge].mean()) if edge.any() else 0.0,
        cut=False,
        hull=corners,
    )


def _middle_hue(hues: NDArray[np.int16]) -> float:
    """Return the median on the circle; red lies on both sides of zero."""
    start = int(hues[0])
    turned = (hues - start + HUES // 2) % HUES
    return float((np.median(turned) + start - HUES // 2) % HUES)


def _moved(blob: Blob, way: Array) -> Blob:
    return replace(blob, center=blob.center + way, hull=blob.hull + way)


def hull_of(points: NDArray[Any]) -> tuple[Array, Array, float]:
    """Return convex hull, shape (n, 2), its centroid, shape (2,), and its area [pixel]."""
    hull = cv2.convexHull(points.astype(np.float32).reshape(-1, 1, 2))
    moments = cv2.moments(hull)
    area = float(moments["m00"])
    center = np.array([moments["m10"], moments["m01"]]) / max(area, 1e-9)
    return hull.reshape(-1, 2).astype(np.float64), center, area
