"""Lenses against OpenCV and against their own inverse."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from eyehand_core.geometry.camera_model import CameraModel
from eyehand_core.geometry.lens import Lens
from hypothesis import given
from hypothesis import strategies as st

SMALL = st.floats(-0.02, 0.02)


@given(
    k1=st.floats(-0.25, 0.25), k2=st.floats(-0.05, 0.05), p1=SMALL, p2=SMALL, seed=st.integers(0)
)
def test_pixels_are_those_of_opencv_and_rays_undo_them(
    k1: float, k2: float, p1: float, p2: float, seed: int
) -> None:
    lens = Lens(
        width=1280,
        height=960,
        focal=(1400.0, 1390.0),
        center=(640.0, 470.0),
        distortion=(k1, k2, p1, p2, 0.0),
    )
    points = np.random.default_rng(seed).uniform([-0.4, -0.3, 0.9], [0.4, 0.3, 1.2], (20, 3))
    pixels = lens.pixels(points)
    expected, _ = cv2.projectPoints(
        points, np.zeros(3), np.zeros(3), lens.matrix, np.array(lens.distortion)
    )
    assert pixels == pytest.approx(expected[:, 0], abs=1e-6)
    assert lens.rays(pixels) == pytest.approx(points[:, :2] / points[:, 2:], abs=1e-7)


def test_an_ideal_lens_is_the_pinhole_of_the_views() -> None:
    model = CameraModel(width=1280, height=960, vertical_fov=0.6458)
    lens = Lens.ideal(model)
    points = np.array([[0.1, -0.05, 0.7], [0.0, 0.2, 1.5]])
    assert lens.pixels(points) == pytest.approx(model.project(points))
    assert lens.vertical_fov == pytest.approx(model.vertical_fov)


def test_points_behind_the_camera_have_no_pixel() -> None:
    lens = Lens.ideal(CameraModel(width=64, height=48, vertical_fov=0.6))
    assert np.isnan(lens.pixels([[0.0, 0.0, -1.0]])).all()
