"""Cell files and calibrations: read whole, refused with all mistakes, found for each role."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from eyehand_core.cells.cell import Cell, load_cell
from eyehand_core.cells.cell_camera import (
    Calibration,
    load_calibration,
    write_calibration,
)
from eyehand_core.config_file import ConfigFileError
from eyehand_core.errors import ConfigError
from eyehand_core.geometry.lens import Lens
from eyehand_core.geometry.pose import Pose
from hypothesis import given
from hypothesis import strategies as st

CELLS = Path(__file__).resolve().parents[3] / "config" / "cells"
TEXT = """\
name: test
dictionary: apriltag_36h11
corner_deviation_px: 0.3
pose_deviation: 0.0005
cameras:
  front: {image: front/image, mount: {kind: fixed}}
  wrist: {image: wrist/image, mount: {kind: arm, arm: right}}
  head:
    image: head/image
    mount: {kind: pan_tilt, controller: head, joints: [pan, tilt], pivot: [0, 0, 1]}
  crane: {image: crane/image, mount: {kind: movable, mover: crane}}
objects:
  cube:
    plays: [grasp.cube]
    size: [0.05, 0.05, 0.05]
    markers:
      - {id: 1, edge: 0.03, center: [0.025, 0, 0], normal: [1, 0, 0], up: [0, 0, 1]}
"""
SECOND = "      - {id: 1, edge: 0.02, center: [0, 0, 0]}\n"


def cell_of(folder: Path, text: str) -> Cell:
    path = folder / "test.yaml"
    path.write_text(text)
    return load_cell(path)


@pytest.mark.parametrize("path", sorted(CELLS.glob("*.yaml")), ids=lambda path: path.stem)
def test_shipped_cells_are_whole(path: Path) -> None:
    cell = load_cell(path)
    for camera in cell.cameras.values():
        assert camera.measured.lens.width > 0


def test_mounts_tell_which_cameras_stand_still(tmp_path: Path) -> None:
    cell = cell_of(tmp_path, TEXT)
    still = {name: camera.stands_still for name, camera in cell.cameras.items()}
    assert still == {"front": True, "wrist": True, "head": False, "crane": False}


def test_a_camera_on_an_arm_follows_it(tmp_path: Path) -> None:
    (tmp_path / "test").mkdir()
    on_arm = Pose.of([0.0, 0.05, 0.1])
    lens = Lens(width=64, height=48, focal=(50.0, 50.0), center=(31.5, 23.5))
    measured = Calibration(lens=lens, pose=on_arm, lens_residual=0.1, pose_residual=0.2)
    write_calibration(tmp_path / "test" / "wrist.yaml", measured, heading="test")
    cell = cell_of(tmp_path, TEXT)
    end = Pose.of([0.3, 0.1, 0.9], [1.0, 0.0, 1.0, 0.0])
    found = cell.cameras["wrist"].optical_pose({"right": end})
    assert found.distance_to(end @ on_arm) < 1e-9
    with pytest.raises(ConfigError, match="not heard"):
        cell.cameras["wrist"].optical_pose({})
    with pytest.raises(ConfigError, match="calibrate"):
        cell.cameras["front"].optical_pose({})


def test_marker_corners_are_read_as_the_marker_is(tmp_path: Path) -> None:
    """On the +x face with +z up, the reader's right is +y."""
    (marker,) = cell_of(tmp_path, TEXT).objects["cube"].markers
    half = 0.015
    expected = [
        [0.025, -half, half],
        [0.025, half, half],
        [0.025, half, -half],
        [0.025, -half, -half],
    ]
    assert marker.corners == pytest.approx(np.array(expected))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("up: [0, 0, 1]", "up: [1, 0, 0]", "right angles"),
        ("edge: 0.03", "edge: 30", "0.004...1"),
        ("plays: [grasp.cube]", "plays: [cube]", "<task>.<object>"),
        ("kind: fixed", "kind: fixd", "did you mean fixed"),
        ("joints: [pan, tilt]", "joints: [pan]", "pan and the tilt"),
        ("name: test", "nam: test", "did you mean name"),
        (
            "      - {id: 1,",
            "      - {id: 1, edge: 0.02, center: [0, 0, 0]}\n      - {id: 1,",
            "twice",
        ),
    ],
)
def test_mistakes_are_named(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in TEXT
    with pytest.raises(ConfigFileError, match=message):
        cell_of(tmp_path, TEXT.replace(old, new, 1))


@given(
    numbers=st.lists(st.floats(-10, 10), min_size=5, max_size=5),
    quaternion=st.tuples(*[st.floats(-1, 1)] * 4).filter(lambda q: np.linalg.norm(q) > 0.1),
)
def test_a_calibration_is_read_as_it_was_written(
    tmp_path_factory: pytest.TempPathFactory,
    numbers: list[float],
    quaternion: tuple[float, ...],
) -> None:
    path = tmp_path_factory.mktemp("calibration") / "camera.yaml"
    lens = Lens(
        width=1280,
        height=960,
        focal=(1434.5, 1433.25),
        center=(640.0, 470.5),
        distortion=tuple(value / 50.0 for value in numbers),
    )
    pose = Pose.of(numbers[:3], quaternion)
    written = Calibration(lens=lens, pose=pose, lens_residual=0.2, pose_residual=0.3)
    write_calibration(path, written, heading="test")
    read = load_calibration(path)
    assert read.lens.distortion == pytest.approx(lens.distortion, abs=1e-8)
    assert (read.lens.focal, read.lens.center) == (lens.focal, lens.center)
    assert read.pose.distance_to(pose) < 1e-6
    assert read.pose.angle_to(pose) < 1e-6
