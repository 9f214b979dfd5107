"""Pictures of flat things through a known lens, drawn by the lens's own inverse."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from eyehand_core.geometry.lens import Lens
from eyehand_core.geometry.pose import Pose
from eyehand_core.geometry.rotation import Array
from numpy.typing import NDArray

LENS = Lens(
    width=640,
    height=480,
    focal=(600.0, 604.0),
    center=(314.0, 243.0),
    distortion=(-0.12, 0.05, 0.001, -0.0008, 0.0),
)
_SUPERSAMPLING = 2


@lru_cache(maxsize=2)
def _directions(lens: Lens) -> Array:
    """Return the line of sight of each fine pixel in the optical frame, shape (n, 3)."""
    n = _SUPERSAMPLING
    y, x = np.mgrid[0 : lens.height * n, 0 : lens.width * n]
    rays = lens.rays((np.stack([x, y], axis=-1).reshape(-1, 2) + 0.5) / n - 0.5)
    return np.column_stack([rays, np.ones(len(rays))])


def picture_of(
    sheet: NDArray[np.uint8], meters_per_pixel: float, camera: Pose, lens: Lens = LENS
) -> NDArray[np.uint8]:
    """Return what a camera sees of a sheet, in whose frame x is right, y down, z into the paper.

    Args:
        sheet: grey picture; its upper left corner is the origin.
        meters_per_pixel: of the sheet.
        camera: optical pose in the sheet's frame.
        lens: of the camera.
    """
    n = _SUPERSAMPLING
    rows, columns = lens.height * n, lens.width * n
    directions = _directions(lens) @ camera.matrix.T
    reach = -camera.position[2] / directions[:, 2]
    points = (camera.position + reach[:, None] * directions)[:, :2] / meters_per_pixel - 0.5
    u, v = (points[:, i].astype(np.float32).reshape(rows, columns) for i in range(2))
    # A print is sharper than a picture: without this blur its edges would be seen in steps.
    ratio = float(np.linalg.norm(camera.position)) / lens.focal[0] / meters_per_pixel
    smooth = cv2.GaussianBlur(sheet, (0, 0), 0.5 * ratio, borderType=cv2.BORDER_REPLICATE)
    fine = cv2.remap(
        smooth, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=200
    )
    blocks = fine.reshape(lens.height, n, lens.width, n).astype(np.float64)
    return np.asarray(np.round(blocks.mean(axis=(1, 3))), dtype=np.uint8)
