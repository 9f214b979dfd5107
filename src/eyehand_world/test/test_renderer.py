"""Pictures: projection, colours, threads, freedom from side effects, driver report."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from eyehand_core.errors import WorldError
from eyehand_core.geometry.camera_model import CameraModel, look_at
from eyehand_core.scene import Part, SceneObject
from eyehand_world.render_profile import RenderProfile, load_profile
from eyehand_world.renderer import Renderer
from eyehand_world.snapshot import Snapshot

pytestmark = pytest.mark.sim

HIGH = look_at([0, -0.58, 1.48], [0.17, -0.268, 0.884])
VIEWS = {
    "center_high": HIGH,
    "side": look_at([0.9, -0.25, 1.0], [0.2, -0.1, 0.8]),
    "topdown": look_at([0.15, -0.1, 1.6], [0.15, -0.1, 0.8], up=(0, 1, 0)),
}
RADIUS = 0.012


def ball(index: int, position: tuple[float, float, float]) -> SceneObject:
    return SceneObject(
        name=f"ball{index}",
        parts=(Part(kind="sphere", size=(RADIUS,), color=(0.1, 0.9, 0.1)),),
        mass=0.1,
        position=position,
        quaternion=(1.0, 0.0, 0.0, 0.0),
        size=(2 * RADIUS,) * 3,
        fixed=True,
    )


BALLS = [
    ball(i, (x, y, 0.80 + 0.03 * i))
    for i, (x, y) in enumerate([(0.05, -0.2), (0.2, 0.0), (0.14, -0.12), (0.22, -0.2)])
]


@pytest.fixture(scope="module")
def renderer(config):
    renderer = Renderer(load_profile(config, "fast"))
    yield renderer
    renderer.close()


def snapshot_of(bench) -> Snapshot:
    world = bench.world
    return Snapshot(
        model=world.built.model, qpos=world.physics.data.qpos.copy(), stamp_ns=world.now_ns
    )


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize(("width", "height", "fov"), [(1280, 960, 37.0), (640, 360, 60.0)])
def test_spheres_appear_where_the_pinhole_model_puts_them(
    renderer, make_bench, view, width, height, fov
) -> None:
    bench = make_bench(*BALLS, settle=False)
    camera = CameraModel(width=width, height=height, vertical_fov=np.radians(fov))
    pose = VIEWS[view]
    picture = renderer.render(snapshot_of(bench), camera, pose).astype(int)
    green = picture[..., 1] > 1.5 * picture[..., [0, 2]].max(axis=2)
    checked = 0
    for item in BALLS:
        sphere = silhouette(np.array(item.position), pose.position)
        outline = camera.project((sphere - pose.position) @ pose.matrix)
        rows, columns = np.nonzero(green & around(outline, camera))
        inside = (outline > 2).all() and (outline < [width - 3, height - 3]).all()
        covered = np.pi * np.prod(np.ptp(outline, axis=0)) / 4
        if not inside or len(rows) < 0.95 * covered:
            continue  # Cut by the border or hidden by another body.
        middle = (outline.max(axis=0) + outline.min(axis=0)) / 2
        seen = (np.array([columns.max(), rows.max()]) + [columns.min(), rows.min()]) / 2
        assert np.abs(seen - middle).max() <= 0.5
        checked += 1
    assert checked >= 2


def around(outline: np.ndarray, camera: CameraModel) -> np.ndarray:
    """Return which pixels are within a few pixels of an outline's bounding box."""
    rows, columns = np.mgrid[: camera.height, : camera.width]
    (left, top), (right, bottom) = outline.min(axis=0) - 5, outline.max(axis=0) + 5
    return (left < columns) & (columns < right) & (top < rows) & (rows < bottom)


def silhouette(center: np.ndarray, eye: np.ndarray) -> np.ndarray:
    """Return points of the circle on a sphere that borders its image."""
    to_eye = eye - center
    distance = np.linalg.norm(to_eye)
    to_eye /= distance
    across = np.cross(to_eye, [0.3, 0.5, 0.8])
    across /= np.linalg.norm(across)
    other = np.cross(to_eye, across)
    angle = np.linspace(0, 2 * np.pi, 720)
    offset, size = RADIUS**2 / distance, RADIUS * np.sqrt(1 - (RADIUS / distance) ** 2)
    ring = np.outer(np.cos(angle), across) + np.outer(np.sin(angle), other)
    return center + offset * to_eye + size * ring


def test_colours_are_those_of_the_scene(renderer, make_bench) -> None:
    bench = make_bench(*BALLS, settle=False)
    camera = CameraModel(width=640, height=480, vertical_fov=0.6458)
    picture = renderer.render(snapshot_of(bench), camera, HIGH).astype(int)
    for item in BALLS[:2]:
        column, row = camera.project(HIGH.inverse().transform(item.position)).round().astype(int)
        red, green, blue = picture[row, column]
        assert green > red + 40 and green > blue + 40


def test_pictures_from_many_threads_are_the_same(renderer, make_bench) -> None:
    snapshots = [snapshot_of(make_bench(*BALLS[: n + 1], settle=False)) for n in range(2)]
    cameras = [CameraModel(width=w, height=48, vertical_fov=0.6) for w in (64, 80)]
    jobs = [(s, c, p) for s in snapshots for c in cameras for p in VIEWS.values()]
    alone = [renderer.render(*job) for job in jobs]
    results: dict[int, np.ndarray] = {}

    def work(index: int) -> None:
        results[index] = renderer.render(*jobs[index])

    threads = [threading.Thread(target=work, args=(index,)) for index in range(len(jobs))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for index, expected in enumerate(alone):
        np.testing.assert_array_equal(results[index], expected)


def test_looking_changes_nothing(renderer, make_bench, make_cube) -> None:
    bench, unseen = (
        make_bench(make_cube("cube", 0.2, -0.15, above=0.1), settle=False) for _ in "ab"
    )
    camera = CameraModel(width=64, height=48, vertical_fov=0.6)
    for step in range(30):
        bench.physics.step_tick()
        unseen.physics.step_tick()
        if step % 5 == 0:
            renderer.render(snapshot_of(bench), camera, HIGH)
    np.testing.assert_array_equal(bench.physics.state_vector(), unseen.physics.state_vector())


def test_picture_follows_the_configuration(renderer, make_bench, make_cube) -> None:
    bench = make_bench(make_cube("cube", 0.2, -0.15, above=0.2), settle=False)
    camera = CameraModel(width=320, height=240, vertical_fov=0.6458)
    before = snapshot_of(bench)
    first = renderer.render(before, camera, HIGH)
    for _ in range(40):
        bench.physics.step_tick()
    second = renderer.render(snapshot_of(bench), camera, HIGH)
    assert (first != second).any()
    np.testing.assert_array_equal(renderer.render(before, camera, HIGH), first)


@pytest.mark.parametrize("name", ["fast", "standard", "fine"])
def test_profiles_draw_and_shadows_differ(config, make_bench, make_cube, name) -> None:
    bench = make_bench(make_cube("cube", 0.2, -0.15))
    camera = CameraModel(width=320, height=240, vertical_fov=0.6458)
    pictures = []
    profile = load_profile(config, name)
    for shadow_map in {profile.shadow_map, 0}:
        renderer = Renderer(
            RenderProfile(name=name, samples=profile.samples, shadow_map=shadow_map)
        )
        try:
            pictures.append(renderer.render(snapshot_of(bench), camera, HIGH))
            assert renderer.driver
        finally:
            renderer.close()
    assert len({picture.tobytes() for picture in pictures}) == len(pictures)


def test_size_that_cannot_be_drawn_is_a_fault(renderer, make_bench) -> None:
    bench = make_bench(settle=False)
    with pytest.raises(WorldError):
        renderer.render(snapshot_of(bench), CameraModel(width=0, height=0, vertical_fov=0.5), HIGH)
    camera = CameraModel(width=64, height=48, vertical_fov=0.6)
    assert renderer.render(snapshot_of(bench), camera, HIGH).shape == (48, 64, 3)
