"""Calibrated lenses: a pinhole with the distortion model that ROS calls ``plumb_bob``."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from eyehand_core.geometry.camera_model import CameraModel
from eyehand_core.geometry.rotation import Array

NO_DISTORTION = (0.0, 0.0, 0.0, 0.0, 0.0)
_UNDISTORT_ITERATIONS = 20
_SMALLEST_CHANGE = 1e-13


@dataclass(frozen=True, kw_only=True)
class Lens:
    """Intrinsics of a real camera. Pixel (0, 0) is the centre of the upper left pixel.

    Attributes:
        width: image width [pixel].
        height: image height [pixel].
        focal: focal lengths x, y [pixel].
        center: principal point x, y [pixel].
        distortion: k1, k2, p1, p2, k3 (Brown 1966, as in OpenCV and sensor_msgs/CameraInfo).
    """

    width: int
    height: int
    focal: tuple[float, float]
    center: tuple[float, float]
    distortion: tuple[float, ...] = NO_DISTORTION

    @staticmethod
    def ideal(model: CameraModel) -> Lens:
        """Return the lens of an ideal pinhole camera."""
        x, y = (float(value) for value in model.center)
        return Lens(
            width=model.width,
            height=model.height,
            focal=(model.focal_length, model.focal_length),
            center=(x, y),
        )

    @property
    def matrix(self) -> Array:
        """Matrix K, shape (3, 3), from optical coordinates to homogeneous pixels."""
        (fx, fy), (cx, cy) = self.focal, self.center
        return np.array([[fx, 0.0, cx], [0.0, fy, cy], [0.0, 0.0, 1.0]])

    @property
    def vertical_fov(self) -> float:
        """Angle between the upper and the lower image edge, distortion ignored [rad]."""
        return 2.0 * math.atan(0.5 * self.height / self.focal[1])

    def pixels(self, points: ArrayLike) -> Array:
        """Return pixels, shape (n, 2), of points in the optical frame, shape (n, 3) [m].

        Points behind the camera give NaN.
        """
        coordinates = np.asarray(points, dtype=np.float64).reshape(-1, 3)
        depth = np.where(coordinates[:, 2:] > 1e-9, coordinates[:, 2:], np.nan)
        distorted = self._distorted(coordinates[:, :2] / depth)
        return np.asarray(distorted * np.array(self.focal) + np.array(self.center))

    def rays(self, pixels: ArrayLike) -> Array:
        """Return where lines of sight cross the plane z = 1 of the optical frame, shape (n, 2)."""
        seen = np.asarray(pixels, dtype=np.float64).reshape(-1, 2)
        target = (seen - np.array(self.center)) / np.array(self.focal)
        ray = target.copy()
        for _ in range(_UNDISTORT_ITERATIONS):
            change = target - self._distorted(ray)
            ray += change
            if not np.abs(change).max(initial=0.0) > _SMALLEST_CHANGE:
                break
        return np.asarray(ray)

    def _distorted(self, ray: Array) -> Array:
        k1, k2, p1, p2, k3 = self.distortion
        x, y = ray[:, 0], ray[:, 1]
        square = x * x + y * y
        radial = 1.0 + square * (k1 + square * (k2 + square * k3))
        return np.stack(
            [
                x * radial + 2.0 * p1 * x * y + p2 * (square + 2.0 * x * x),
                y * radial + p1 * (square + 2.0 * y * y) + 2.0 * p2 * x * y,
            ],
            axis=1,
        )
