"""Marker corners to a few hundredths of a pixel.

A corner of a black square is where two straight edges meet. Blur rounds the corner itself and moves
it inwards, by 0.3 pixels in sharp pictures, which is 4 mm at an arm's length; it leaves the middle
of the edges where they are. So each edge is measured at many places away from its ends, a line is
fitted, and lines are intersected.
"""

from __future__ import annotations

import cv2
import numpy as np
from eyehand_core.geometry.lens import Lens
from eyehand_core.geometry.rotation import Array
from numpy.typing import NDArray

_PLACES = 24
_MARGIN = 0.12
"""Share of an edge left out at both ends."""
_REACH_SHARE = 0.06
_REACH = (1.5, 4.0)
"""Half length of a profile across the edge: share of the edge's length, and bounds [pixel]."""
_STEP = 0.25
_LEAST_CONTRAST = 12.0
_PLATEAU = 3
"""Samples at either end of a profile that are taken for bright and dark."""
_OVERSHOOT = 0.2
_OUTLIER = 3.0


def refine_corners(gray: NDArray[np.uint8], lens: Lens, corners: Array) -> Array | None:
    """Return the corners as rays of an undistorted camera, shape (4, 2); None if an edge is vague.

    Args:
        gray: picture, shape (height, width).
        lens: of the camera.
        corners: as found, in order round the square [pixel], shape (4, 2).
    """
    lines = []
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        line = _edge_line(gray, lens, start, end)
        if line is None:
            return None
        lines.append(line)
    meeting = [np.cross(lines[index - 1], lines[index]) for index in range(4)]
    if min(abs(point[2]) for point in meeting) < 1e-9:
        return None
    return np.array([point[:2] / point[2] for point in meeting])


def _edge_line(gray: NDArray[np.uint8], lens: Lens, start: Array, end: Array) -> Array | None:
    """Return the line a x + b y + c = 0 on the plane z = 1, shape (3,)."""
    length = float(np.linalg.norm(end - start))
    along = (end - start) / length
    across = np.array([-along[1], along[0]])
    reach = float(np.clip(_REACH_SHARE * length, *_REACH))
    offsets = np.arange(-reach, reach + _STEP / 2, _STEP)
    shares = np.linspace(_MARGIN, 1.0 - _MARGIN, _PLACES)
    places = start + shares[:, None] * (end - start)
    points = places[:, None, :] + offsets[None, :, None] * across
    profiles = _sampled(gray, points)
    crossing = _crossings(profiles, offsets)
    good = np.isfinite(crossing)
    if good.sum() < _PLACES / 2:
        return None
    found = places[good] + crossing[good, None] * across
    return _robust_line(lens.rays(found))


def _sampled(gray: NDArray[np.uint8], points: Array) -> Array:
    x, y = points[..., 0].astype(np.float32), points[..., 1].astype(np.float32)
    sampled = cv2.remap(gray, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(sampled, dtype=np.float64)


def _crossings(profiles: Array, offsets: Array) -> Array:
    """Return where each profile turns from bright to dark; NaN where it does not.

    Profiles lead from the white rim into the black square. The edge is where an ideal step would
    have the same area below it: interpolation and symmetric blur leave that in place.
    """
    bright = profiles[:, :_PLATEAU].mean(axis=1)
    dark = profiles[:, -_PLATEAU:].mean(axis=1)
    contrast = bright - dark
    clear = contrast >= _LEAST_CONTRAST
    height = np.where(clear, contrast, np.nan)[:, None]
    level = np.clip((profiles - dark[:, None]) / height, -_OVERSHOOT, 1.0 + _OVERSHOOT)
    area = 0.5 * (level[:, 1:] + level[:, :-1]).sum(axis=1) * (offsets[1] - offsets[0])
    return np.asarray(offsets[0] + area)


def _robust_line(points: Array) -> Array:
    line = _line(points)
    distance = np.abs(points @ line[:2] + line[2])
    spread = max(float(np.median(distance)), 1e-7)
    return _line(points[distance <= _OUTLIER * spread])


def _line(points: Array) -> Array:
    center = points.mean(axis=0)
    _, _, axes = np.linalg.svd(points - center)
    normal = axes[-1]
    return np.array([normal[0], normal[1], -float(normal @ center)])
