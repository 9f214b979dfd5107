"""From pictures of a cell to poses of its objects."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
from eyehand_core.cells.cell import Cell, CellObject
from eyehand_core.errors import WorldError
from eyehand_core.geometry.pose import Pose

from eyehand_perception.marker_detector import MarkerDetector
from eyehand_perception.object_pose import CameraView, PoseEstimate, estimate_all


class CellSight:
    """Measures the objects of one cell.

    Args:
        cell: the cell.
        max_residual: poses that leave a larger reprojection error are not believed: the object
            moved between pictures, or camera or marker is not where the cell says [pixel].

    Raises:
        UnknownNameError: OpenCV has no such marker dictionary.
    """

    def __init__(self, cell: Cell, max_residual: float) -> None:
        self._cell = cell
        self._detector = MarkerDetector(cell.dictionary)
        self._max_residual = max_residual

    def view(self, camera: str, jpeg: bytes, end_poses: Mapping[str, Pose]) -> CameraView:
        """Return the markers in one picture.

        Args:
            camera: name in the cell.
            jpeg: encoded picture.
            end_poses: end pose per arm in the world when it was taken.

        Raises:
            ConfigError: the camera is not calibrated, or its arm is not there.
            WorldError: the picture cannot be read or has another size than was calibrated.
        """
        item = self._cell.cameras[camera]
        lens = item.measured.lens
        gray = cv2.imdecode(np.frombuffer(jpeg, dtype=np.uint8), cv2.IMREAD_GRAYSCALE)
        if gray is None:
            raise WorldError(f"camera {camera!r}: a picture of {len(jpeg)} bytes cannot be read")
        height, width = gray.shape
        if (width, height) != (lens.width, lens.height):
            raise WorldError(
                f"camera {camera!r} sends {width}x{height} pixels but was calibrated with "
                f"{lens.width}x{lens.height}; set the driver to that size or calibrate again"
            )
        return CameraView(
            lens=lens,
            pose=item.optical_pose(end_poses),
            sightings=self._detector.find(np.asarray(gray, dtype=np.uint8), lens),
        )

    def measure(
        self, cast: Mapping[str, CellObject], views: Mapping[str, CameraView]
    ) -> dict[str, PoseEstimate]:
        """Return the poses of the objects in sight, by their name in the scene."""
        found = estimate_all(
            {name: item.markers for name, item in cast.items()},
            list(views.values()),
            corner_deviation=self._cell.corner_deviation,
        )
        return {
            name: estimate
            for name, estimate in found.items()
            if estimate.residual <= self._max_residual
        }
