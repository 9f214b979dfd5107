"""Finding fiducial markers in a picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from eyehand_core.cells.marker_image import load_dictionary
from eyehand_core.geometry.lens import Lens
from eyehand_core.geometry.rotation import Array
from numpy.typing import NDArray

from eyehand_perception.corner_refinement import refine_corners

_ARUCO: Any = cv2.aruco  # its interface differs from release to release
_MAX_SHIFT = 2.0
"""How far refinement may move a corner [pixel]; farther means that it met another edge."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Sighting:
    """One marker in one picture.

    Attributes:
        id: its number.
        rays: corners on the plane z = 1 of the optical frame, distortion removed, shape (4, 2), in
            the order of ``Marker.corners``.
        pixels: corners in the picture [pixel], shape (4, 2).
    """

    id: int
    rays: Array
    pixels: Array


class MarkerDetector:
    """Finds the markers of one dictionary.

    Args:
        dictionary: family in lower case, for example ``apriltag_36h11`` or ``4x4_50``.

    Raises:
        UnknownNameError: OpenCV has no such dictionary.
    """

    def __init__(self, dictionary: str) -> None:
        self._find = _finder(load_dictionary(dictionary))

    def find(self, gray: NDArray[np.uint8], lens: Lens) -> tuple[Sighting, ...]:
        """Return the markers in a grey picture, in the order of their numbers.

        Args:
            gray: shape (height, width).
            lens: of the camera that took it.
        """
        corners, ids = self._find(gray)
        if ids is None:
            return ()
        found = zip((int(i) for i in np.ravel(ids)), corners, strict=True)
        sightings = [
            self._refined(gray, lens, number, np.reshape(c, (4, 2)).astype(np.float64))
            for number, c in found
        ]
        return tuple(sorted((s for s in sightings if s is not None), key=lambda s: s.id))

    @staticmethod
    def _refined(
        gray: NDArray[np.uint8], lens: Lens, number: int, corners: Array
    ) -> Sighting | None:
        rays = refine_corners(gray, lens, corners)
        if rays is None:
            return None
        pixels = lens.pixels(np.column_stack([rays, np.ones(4)]))
        if np.abs(pixels - corners).max() > _MAX_SHIFT:
            return None
        return Sighting(id=number, rays=rays, pixels=pixels)


def _finder(dictionary: Any) -> Any:
    """Return a function from picture to corners and ids, whatever interface this OpenCV has.

    Before 4.7 (Ubuntu 22.04 and 24.04) detection is a function, from 4.7 on a class.
    """
    if hasattr(_ARUCO, "ArucoDetector"):
        detector = _ARUCO.ArucoDetector(dictionary, _ARUCO.DetectorParameters())
        return lambda gray: detector.detectMarkers(gray)[:2]
    parameters = _ARUCO.DetectorParameters_create()
    return lambda gray: _ARUCO.detectMarkers(gray, dictionary, parameters=parameters)[:2]
