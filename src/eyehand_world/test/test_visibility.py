"""Visible shares of bodies: all, none, and a part that can be calculated."""

from __future__ import annotations

import numpy as np
import pytest
from eyehand_core.geometry.camera_model import CameraModel, look_at
from eyehand_core.scene import Part, SceneObject
from eyehand_world.render_profile import load_profile
from eyehand_world.renderer import Renderer
from eyehand_world.snapshot import Snapshot
from eyehand_world.visibility import geoms_of, visible_shares

pytestmark = pytest.mark.sim

CAMERA = CameraModel(width=320, height=240, vertical_fov=0.6458)
TARGET = np.array([0.15, -0.05, 1.2])
POSE = look_at(TARGET - [0.0, 0.8, 0.0], TARGET)


def plate(name: str, y: float, left: float, right: float) -> SceneObject:
    """Return a plate that faces the camera, from one x to another."""
    width, height = right - left, 0.10
    return SceneObject(
        name=name,
        parts=(Part(kind="box", size=(width, 0.002, height), color=(0.1, 0.9, 0.1)),),
        mass=0.1,
        position=((left + right) / 2, y, float(TARGET[2])),
        quaternion=(1.0, 0.0, 0.0, 0.0),
        size=(width, 0.002, height),
        fixed=True,
    )


@pytest.fixture(scope="module")
def renderer(config):
    renderer = Renderer(load_profile(config, "fine"))  # the one with smoothed edges
    yield renderer
    renderer.close()


@pytest.mark.parametrize("hidden", [0.0, 0.5, 1.0])
def test_the_share_is_that_of_the_uncovered_part(renderer, make_bench, hidden: float) -> None:
    """The screen is at half the distance, so half as wide a plate covers as much."""
    x, width = float(TARGET[0]), 0.10
    edge = x - width / 4 + hidden * width / 2
    bench = make_bench(
        plate("target", float(TARGET[1]), x - width / 2, x + width / 2),
        plate("screen", float(TARGET[1]) - 0.4, x - 0.12, edge),
        settle=False,
    )
    snapshot = Snapshot(
        model=bench.world.built.model, qpos=bench.physics.data.qpos.copy(), stamp_ns=0
    )
    bodies = [geoms_of(snapshot.model, [name]) for name in ("target", "screen")]
    before = renderer.render(snapshot, CAMERA, POSE)
    target, screen = visible_shares(renderer, snapshot, CAMERA, POSE, bodies)
    assert target == pytest.approx(1.0 - hidden, abs=0.03)
    assert screen == pytest.approx(1.0, abs=0.01)
    away = look_at(TARGET - [0.0, 0.8, 0.0], TARGET - [0.0, 1.6, 0.0])
    assert visible_shares(renderer, snapshot, CAMERA, away, bodies) == (0.0, 0.0)
    np.testing.assert_array_equal(renderer.render(snapshot, CAMERA, POSE), before)


@pytest.mark.parametrize("inside", [1.0, 0.4])
def test_what_lies_beyond_the_border_counts_as_hidden(renderer, make_bench, inside: float) -> None:
    half = 0.799 * float(np.tan(CAMERA.vertical_fov / 2.0)) * CAMERA.width / CAMERA.height
    left = float(TARGET[0]) + half - inside * 0.10
    bench = make_bench(plate("target", float(TARGET[1]), left, left + 0.0999), settle=False)
    snapshot = Snapshot(
        model=bench.world.built.model, qpos=bench.physics.data.qpos.copy(), stamp_ns=0
    )
    bodies = [geoms_of(snapshot.model, ["target"])]
    (share,) = visible_shares(renderer, snapshot, CAMERA, POSE, bodies)
    assert share == pytest.approx(inside, abs=0.06)


def test_depth_is_the_distance_along_the_viewing_direction(renderer, make_bench) -> None:
    bench = make_bench(plate("target", float(TARGET[1]), 0.0, 0.3), settle=False)
    snapshot = Snapshot(
        model=bench.world.built.model, qpos=bench.physics.data.qpos.copy(), stamp_ns=0
    )
    geoms = geoms_of(snapshot.model, ["target"])
    depth = renderer.depth(snapshot, CAMERA, POSE, geoms)
    shown = depth[np.isfinite(depth)]
    assert shown.size > 1000
    assert np.isinf(depth).any()
    # A plane across the viewing direction is as deep at its rim as in its middle.
    np.testing.assert_allclose(shown, 0.799, atol=0.002)
