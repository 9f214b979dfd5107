"""Pinhole cameras with square pixels, and the pose of a camera that looks at a point.

Optical frames follow REP-103: z forward, x right in the image, y down. Pixel coordinates follow
ROS: the centre of the upper left pixel is (0, 0).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from eyehand_core.geometry import rotation
from eyehand_core.geometry.pose import Pose
from eyehand_core.geometry.rotation import Array

_SMALLEST = 1e-9


@dataclass(frozen=True, kw_only=True)
class CameraModel:
    """Ideal pinhole camera without distortion.

    Attributes:
        width: image width [pixel].
        height: image height [pixel].
        vertical_fov: angle between the upper and the lower image edge [rad].
    """

    width: int
    height: int
    vertical_fov: float

    @property
    def focal_length(self) -> float:
        """Focal length, the same on both axes [pixel]."""
        return 0.5 * self.height / math.tan(0.5 * self.vertical_fov)

    @property
    def center(self) -> Array:
        """Principal point [pixel], shape (2,): the middle of the image."""
        return np.array([0.5 * (self.width - 1), 0.5 * (self.height - 1)])

    def project(self, points: ArrayLike) -> Array:
        """Return pixels of points given in the optical frame.

        Args:
            points: shape (3,) or (n, 3) [m].

        Returns:
            Shape (2,) or (n, 2) [pixel]; NaN for points that are not in front of the camera.
        """
        coordinates = np.asarray(points, dtype=np.float64)
        depth = coordinates[..., 2:3]
        depth = np.where(depth > _SMALLEST, depth, np.nan)
        return self.center + self.focal_length * coordinates[..., :2] / depth


def look_at(eye: ArrayLike, target: ArrayLike, up: ArrayLike = (0.0, 0.0, 1.0)) -> Pose:
    """Return the optical pose at ``eye`` that has ``target`` in the image centre.

    Args:
        eye: position of the camera [m], shape (3,).
        target: point to look at [m], shape (3,).
        up: direction that points up in the image.

    Raises:
        ValueError: the target is at the eye, or ``up`` is parallel to the line of sight.
    """
    position = np.asarray(eye, dtype=np.float64)
    sight = np.asarray(target, dtype=np.float64) - position
    distance = float(np.linalg.norm(sight))
    if not distance > _SMALLEST:
        raise ValueError(f"camera and target coincide at {position.tolist()}; move one of them")
    forward = sight / distance
    right = np.cross(forward, np.asarray(up, dtype=np.float64))
    length = float(np.linalg.norm(right))
    if not length > _SMALLEST:
        raise ValueError(f"line of sight {forward.tolist()} is parallel to up; give another up")
    right = right / length
    matrix = np.column_stack([right, np.cross(forward, right), forward])
    return Pose.of(position, rotation.from_matrix(matrix))
