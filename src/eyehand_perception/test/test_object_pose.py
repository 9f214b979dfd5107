"""Object poses from marker corners: exact, with honest uncertainty, never the mirrored pose."""

from __future__ import annotations

import numpy as np
import pytest
from eyehand_core.cells.marker import Marker
from eyehand_core.geometry.camera_model import look_at
from eyehand_core.geometry.lens import Lens
from eyehand_core.geometry.pose import Pose
from eyehand_perception.marker_detector import Sighting
from eyehand_perception.object_pose import CameraView, estimate_pose
from hypothesis import given, settings
from hypothesis import strategies as st

LENS = Lens(width=1280, height=960, focal=(1434.6, 1434.6), center=(639.5, 479.5))
MARKERS = [
    Marker(id=index, edge=0.04, pose=Pose.of(np.eye(3)[index] * 0.03, [1.0, index, 0.3, 0.0]))
    for index in range(3)
]
EYES = ([0.5, -0.5, 0.6], [-0.6, -0.3, 0.5])
QUATERNION = st.tuples(*[st.floats(-1.0, 1.0)] * 4).filter(lambda q: np.linalg.norm(q) > 0.2)
POSITION = st.tuples(*[st.floats(-0.1, 0.1)] * 3)


def views_of(
    truth: Pose, noise: float, seed: int, eyes: tuple[list[float], ...] = EYES, count: int = 3
) -> list[CameraView]:
    rng = np.random.default_rng(seed)
    views = []
    for eye in eyes:
        camera = look_at(eye, [0.0, 0.0, 0.0])
        sightings = []
        for marker in MARKERS[:count]:
            corners = np.array([truth.transform(corner) for corner in marker.corners])
            pixels = LENS.pixels((corners - camera.position) @ camera.matrix)
            pixels = pixels + rng.normal(0.0, noise, (4, 2))
            sightings.append(Sighting(id=marker.id, rays=LENS.rays(pixels), pixels=pixels))
        views.append(CameraView(lens=LENS, pose=camera, sightings=tuple(sightings)))
    return views


@pytest.mark.slow
@settings(max_examples=40)
@given(position=POSITION, quaternion=QUATERNION)
def test_exact_corners_give_the_exact_pose(
    position: tuple[float, ...], quaternion: tuple[float, ...]
) -> None:
    truth = Pose.of(position, quaternion)
    found = estimate_pose(MARKERS, views_of(truth, 0.0, 0), corner_deviation=0.1)
    assert found is not None
    assert found.pose.distance_to(truth) < 1e-6
    assert found.pose.angle_to(truth) < 1e-5
    assert (found.markers, found.cameras) == (6, 2)


@pytest.mark.slow
def test_the_stated_uncertainty_is_that_of_the_errors() -> None:
    """Over 60 noisy views errors spread as the worst axis states, within a factor of two."""
    truth = Pose.of([0.02, -0.01, 0.03], [0.9, 0.1, -0.3, 0.2])
    found = [
        estimate_pose(MARKERS, views_of(truth, 0.2, seed), corner_deviation=0.2)
        for seed in range(60)
    ]
    shifts = np.array([f.pose.position - truth.position for f in found if f is not None])
    stated = np.mean([f.position_deviation for f in found if f is not None])
    worst = np.sqrt(np.linalg.eigvalsh(np.cov(shifts.T))[-1])
    assert 0.5 * worst < stated < 2.0 * worst


def test_one_marker_in_one_picture_is_stated_to_be_vague() -> None:
    truth = Pose.of([0.0, 0.0, 0.02], [1.0, 0.2, 0.1, 0.0])
    both = estimate_pose(MARKERS, views_of(truth, 0.2, 1), corner_deviation=0.2)
    one = estimate_pose(
        MARKERS, views_of(truth, 0.2, 1, eyes=(EYES[0],), count=1), corner_deviation=0.2
    )
    assert both is not None
    assert one is not None
    assert one.position_deviation > 5.0 * both.position_deviation
    assert one.pose.distance_to(truth) < 4.0 * one.position_deviation


def test_a_wrong_corner_pulls_little() -> None:
    truth = Pose.of([0.01, 0.02, 0.0], [1.0, 0.0, 0.0, 0.2])
    views = views_of(truth, 0.0, 0)
    first = views[0].sightings[0]
    first.rays[0] += 6.0 / 1434.6
    found = estimate_pose(MARKERS, views, corner_deviation=0.1)
    assert found is not None
    assert found.pose.distance_to(truth) < 0.0005


def test_an_object_without_a_marker_in_sight_has_no_pose() -> None:
    assert estimate_pose(MARKERS, [], corner_deviation=0.1) is None
    views = views_of(Pose.of([0.0, 0.0, 0.0]), 0.0, 0)
    strangers = [Marker(id=90, edge=0.04, pose=Pose.of([0.0, 0.0, 0.0]))]
    assert estimate_pose(strangers, views, corner_deviation=0.1) is None
