"""Families of markers and how their members look; OpenCV is loaded when it is needed."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from eyehand_core.errors import UnknownNameError

_PREFIX = "DICT_"
_BORDER_MODULES = 1
QUIET_MODULES = 1
"""White rim around the black square, without which it is not found [modules]."""


def load_dictionary(name: str) -> Any:
    """Return OpenCV's dictionary.

    Raises:
        UnknownNameError: there is none of that name.
    """
    import cv2

    families = _families()
    if name not in families:
        raise UnknownNameError("marker dictionary", name, families)
    return cv2.aruco.getPredefinedDictionary(families[name])


def modules_across(dictionary: Any) -> int:
    """Return the number of modules along the edge of the black square."""
    return int(dictionary.markerSize) + 2 * _BORDER_MODULES


def marker_image(dictionary: Any, number: int, module: int) -> NDArray[np.uint8]:
    """Return a grey picture of a marker with its white rim.

    Args:
        dictionary: as ``load_dictionary`` returns it.
        number: of the marker.
        module: edge of one module [pixel].
    """
    import cv2

    edge = modules_across(dictionary) * module
    aruco: Any = cv2.aruco  # before OpenCV 4.7 the function has another name
    draw = getattr(aruco, "generateImageMarker", None) or aruco.drawMarker
    square = draw(dictionary, number, edge)
    return np.pad(np.asarray(square, dtype=np.uint8), QUIET_MODULES * module, constant_values=255)


def _families() -> dict[str, int]:
    import cv2

    names = (name for name in dir(cv2.aruco) if name.startswith(_PREFIX))
    return {name.removeprefix(_PREFIX).lower(): getattr(cv2.aruco, name) for name in names}
