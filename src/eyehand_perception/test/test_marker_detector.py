"""Marker corners in pictures whose geometry is known."""

from __future__ import annotations

import numpy as np
import pytest
from eyehand_core.cells.marker_image import load_dictionary, marker_image
from eyehand_core.errors import UnknownNameError
from eyehand_core.geometry.camera_model import look_at
from eyehand_perception.marker_detector import MarkerDetector
from pictures import LENS, picture_of

EDGE = 0.04
MODULE = 30


@pytest.mark.parametrize("dictionary", ["apriltag_36h11", "4x4_50"])
@pytest.mark.parametrize("eye", [(0.03, 0.05, -0.35), (0.25, -0.1, -0.3), (-0.2, 0.2, -0.45)])
def test_corners_are_found_to_a_tenth_of_a_pixel(
    dictionary: str, eye: tuple[float, float, float]
) -> None:
    """Through a distorting lens, at 45 to 130 pixels per edge, the largest of 8 coordinates."""
    family = load_dictionary(dictionary)
    sheet = marker_image(family, 7, MODULE)
    scale = EDGE / (sheet.shape[0] - 2 * MODULE)
    rim = MODULE * scale
    middle = 0.5 * sheet.shape[0] * scale
    camera = look_at(np.array(eye) + [middle, middle, 0.0], [middle, middle, 0.0], (0, -1, 0))
    (sighting,) = MarkerDetector(dictionary).find(picture_of(sheet, scale, camera), LENS)
    low, high = rim, rim + EDGE
    corners = np.array([[low, low, 0], [high, low, 0], [high, high, 0], [low, high, 0]])
    expected = LENS.pixels((corners - camera.position) @ camera.matrix)
    assert sighting.id == 7
    assert sighting.pixels == pytest.approx(expected, abs=0.1)


def test_a_picture_without_markers_is_empty() -> None:
    noise = np.random.default_rng(0).integers(0, 255, (720, 960)).astype(np.uint8)
    assert MarkerDetector("apriltag_36h11").find(noise, LENS) == ()


def test_an_unknown_family_lists_the_known_ones() -> None:
    with pytest.raises(UnknownNameError, match="apriltag_36h11"):
        MarkerDetector("apriltag_36h12")
