"""Pinhole camera and look_at."""

from __future__ import annotations

import math

import numpy as np
import pytest
from eyehand_core.geometry.camera_model import CameraModel, look_at
from eyehand_core.geometry.lens import Lens
from hypothesis import given
from hypothesis import strategies as st

coordinate = st.floats(-2.0, 2.0)
point = st.tuples(coordinate, coordinate, coordinate)
model = st.builds(
    CameraModel,
    width=st.integers(16, 2000),
    height=st.integers(16, 2000),
    vertical_fov=st.floats(0.2, 2.0),
)


def test_published_focal_length() -> None:
    """VA-Bench: 37 degrees over 960 rows are 1434.6 pixels; 1280 columns are 48.1 degrees."""
    camera = CameraModel(width=1280, height=960, vertical_fov=math.radians(37.0))
    assert camera.focal_length == pytest.approx(1434.6, abs=0.1)
    across = 2.0 * math.atan(0.5 * camera.width / camera.focal_length)
    assert math.degrees(across) == pytest.approx(48.1, abs=0.05)
    assert camera.center.tolist() == [639.5, 479.5]


@given(model, st.floats(0.1, 10.0))
def test_fov_spans_the_outer_pixel_edges(camera: CameraModel, depth: float) -> None:
    top = [0.0, -depth * math.tan(0.5 * camera.vertical_fov), depth]
    assert camera.project(top)[1] == pytest.approx(-0.5, abs=1e-6)
    bottom = [0.0, -top[1], depth]
    assert camera.project(bottom)[1] == pytest.approx(camera.height - 0.5, abs=1e-6)


@given(model, st.lists(point, min_size=1, max_size=5))
def test_projection_is_the_intrinsic_matrix(
    camera: CameraModel, points: list[tuple[float, float, float]]
) -> None:
    pixels = camera.project(points)
    for pixel, (x, y, z) in zip(pixels, points, strict=True):
        if z <= 1e-3:
            assert z > 0.0 or np.isnan(pixel).all()
            continue
        u, v, w = Lens.ideal(camera).matrix @ np.array([x, y, z])
        assert pixel == pytest.approx([u / w, v / w], rel=1e-9, abs=1e-6)


@given(point, point)
def test_look_at_centres_the_target(
    eye: tuple[float, float, float], target: tuple[float, float, float]
) -> None:
    across = math.hypot(target[0] - eye[0], target[1] - eye[1])
    if across < 1e-3:
        return
    pose = look_at(eye, target)
    camera = CameraModel(width=640, height=480, vertical_fov=0.8)
    assert camera.project(pose.inverse().transform(target)) == pytest.approx(
        camera.center, abs=1e-6
    )
    right, down, forward = pose.matrix.T
    assert right[2] == pytest.approx(0.0, abs=1e-9), "the horizon is level"
    assert down[2] < 0.0, "world up is up in the image"
    assert np.cross(right, down) == pytest.approx(forward, abs=1e-9)


def test_look_at_names_degenerate_input() -> None:
    with pytest.raises(ValueError, match="coincide"):
        look_at([0, 0, 1], [0, 0, 1])
    with pytest.raises(ValueError, match="parallel"):
        look_at([0, 0, 1], [0, 0, 0])
