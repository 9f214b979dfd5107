"""Perception on rendered pictures of the benchmark's scenes, at the benchmark's distance."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator

import numpy as np
import pytest
from direct_stack import LIBRARY, DirectStack
from eyehand_core.errors import WorldError
from eyehand_nodekit.jpeg import encode_jpeg
from eyehand_perception.cell_sight import CellSight
from eyehand_perception.object_pose import estimate_all
from eyehand_perception.overlay import RIGHT_COLOR, WRONG_COLOR, draw_overlay
from eyehand_perception.placement import PlacementTolerance, corrections
from PIL import Image
from rendered_cell import CELL, Imperfection, RenderedCell

pytestmark = pytest.mark.sim

TASKS = ("grasp_single_cube", "click_bell", "place_cube_in_bowl", "lift_pot")


@pytest.fixture(scope="module")
def cameras() -> Iterator[RenderedCell]:
    """Noisy pictures with shadows, calibration off by 0.3 mm and 0.02 degrees."""
    blur = Imperfection(grey=2.0, position=0.0003, angle=math.radians(0.02))
    cameras = RenderedCell(imperfection=blur)
    yield cameras
    cameras.close()


@pytest.mark.parametrize("task", TASKS)
def test_poses_are_within_3_mm_and_2_degrees(cameras: RenderedCell, task: str) -> None:
    stack = DirectStack(task, 1003, CELL)
    cast = CELL.cast(LIBRARY.instantiate(stack.task, 1003))
    found = estimate_all(
        {name: item.markers for name, item in cast.items()},
        cameras.views(stack.snapshot()),
        corner_deviation=CELL.corner_deviation,
    )
    assert set(found) == set(stack.state.objects)
    for name, estimate in found.items():
        truth = stack.state.objects[name].pose
        assert estimate.pose.distance_to(truth) < 0.003
        assert estimate.pose.angle_to(truth) < math.radians(2.0)


def test_markers_change_nothing_but_the_picture() -> None:
    plain, marked = (DirectStack("lift_pot", 1000, cell) for cell in (None, CELL))
    for stack in (plain, marked):
        stack.begin_routine(2)
    assert (
        plain.state.objects["pot"].pose.position == marked.state.objects["pot"].pose.position
    ).all()
    for arm in plain.state.arms:
        left, right = plain.state.arms[arm], marked.state.arms[arm]
        assert (left.joint_positions == right.joint_positions).all()


def test_the_overlay_shows_what_is_wrong_until_it_is_right(cameras: RenderedCell) -> None:
    """The scene of one seed under the outlines of its own and of another one."""
    stack = DirectStack("place_cube_in_bowl", 1000, CELL)
    views = cameras.views(stack.snapshot())
    measured = CELL.cameras["front_right"].measured
    jpeg = encode_jpeg(cameras.picture(stack.snapshot(), "front_right"), 95)
    colors = {}
    for seed in (1000, 1004):
        scene = LIBRARY.instantiate(stack.task, seed)
        cast = CELL.cast(scene)
        markers = {name: item.markers for name, item in cast.items()}
        found = estimate_all(markers, views, corner_deviation=CELL.corner_deviation)
        tolerance = PlacementTolerance()
        wrong = corrections(scene, found, dict.fromkeys(cast, True), tolerance)
        hints = {item.object: item.sentence(tolerance) for item in wrong}
        drawn = draw_overlay(jpeg, measured.lens, measured.pose, scene, cast, hints)
        pixels = np.asarray(Image.open(io.BytesIO(drawn)), dtype=int)[..., ::-1]
        colors[seed] = [
            int((np.abs(pixels - color).sum(axis=-1) < 90).sum())
            for color in (RIGHT_COLOR, WRONG_COLOR)
        ]
        if seed == 1000:
            assert hints == {}
        else:
            assert "to the robot's left" in hints["cube"]
            assert "turn" in hints["cube"]
    assert colors[1000][0] > 200 > colors[1004][0]
    assert colors[1004][1] > colors[1000][1]


def test_a_picture_of_another_size_or_none_is_refused() -> None:
    sight = CellSight(CELL, 2.0)
    with pytest.raises(WorldError, match="cannot be read"):
        sight.view("overhead", b"no picture", {})
    small = encode_jpeg(np.zeros((48, 64, 3), dtype=np.uint8), 90)
    with pytest.raises(WorldError, match="64x48"):
        sight.view("overhead", small, {})
