"""Lens, table and camera poses from a board, as the command measures them."""

from __future__ import annotations

import json
import math
from pathlib import Path

import cv2
import numpy as np
import pytest
from eyehand_core.cells.cell_camera import load_calibration
from eyehand_core.errors import ConfigError
from eyehand_core.geometry.camera_model import look_at
from eyehand_core.geometry.pose import Pose
from eyehand_perception.board import Board, BoardSpec
from eyehand_perception.calibrate import main
from eyehand_perception.frame_fits import fit_hand_eye, fit_touches
from hypothesis import given, settings
from hypothesis import strategies as st
from pictures import LENS, picture_of

BOARD_FILE = Path(__file__).resolve().parents[3] / "config" / "boards" / "a4.yaml"
BOARD = Board(BoardSpec(columns=8, rows=11, square=0.024, marker=0.018, dictionary="5x5_100"))
PIXELS = 48
MIDDLE = np.array([0.096, 0.132, 0.0])
QUATERNION = st.tuples(*[st.floats(-1.0, 1.0)] * 4).filter(lambda q: np.linalg.norm(q) > 0.2)
POSITION = st.tuples(*[st.floats(-1.0, 1.0)] * 3)


def cameras(count: int) -> list[Pose]:
    """Return optical poses in the board's frame that look at it from all sides."""
    rng = np.random.default_rng(4)
    poses = []
    for index in range(count):
        angle = 2.0 * math.pi * index / count
        eye = MIDDLE + [0.2 * math.cos(angle), 0.2 * math.sin(angle), -rng.uniform(0.3, 0.4)]
        poses.append(look_at(eye, MIDDLE + [*rng.uniform(-0.04, 0.04, 2), 0.0], (0.0, -1.0, 0.1)))
    return poses


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Pose]]:
    folder = tmp_path_factory.mktemp("pictures")
    sheet = BOARD.draw(PIXELS)
    poses = cameras(9)
    for index, pose in enumerate(poses):
        picture = picture_of(sheet, BOARD.spec.square / PIXELS, pose)
        cv2.imwrite(str(folder / f"{index}.png"), picture)
    return folder, poses


def step(name: str, **options: object) -> int:
    flags = [
        word
        for key, value in options.items()
        for word in (f"--{key.replace('_', '-')}", str(value))
    ]
    return main([name, "--board", str(BOARD_FILE), *flags])


@pytest.mark.slow
def test_the_command_measures_lens_and_places(
    pictures: tuple[Path, list[Pose]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Pictures to lens, touches to table, pictures to camera: each within its residuals."""
    folder, poses = pictures
    out = tmp_path / "camera.yaml"
    assert step("lens", images=folder, out=out) == 0
    lens = load_calibration(out).lens
    assert lens.focal == pytest.approx(LENS.focal, rel=0.002)
    assert lens.center == pytest.approx(LENS.center, abs=1.5)
    assert load_calibration(out).lens_residual < 0.3

    board = Pose.of([0.3, -0.1, 0.74], [0.0, 0.995, 0.1, 0.0])
    corners = BOARD.corner_points
    touches = [{"corner": i, "tcp": board.transform(corners[i]).tolist()} for i in (0, 6, 63, 69)]
    (tmp_path / "touches.json").write_text(json.dumps(touches))
    where = tmp_path / "board.yaml"
    assert step("table", touches=tmp_path / "touches.json", out=where) == 0

    one = tmp_path / "one"
    one.mkdir()
    (one / "0.png").write_bytes((folder / "0.png").read_bytes())
    assert step("place", images=one, board_pose=where, out=out) == 0
    found, truth = load_calibration(out).pose, board @ poses[0]
    assert found.distance_to(truth) < 0.002
    assert found.angle_to(truth) < math.radians(0.3)
    assert "pixel (root mean square)" in capsys.readouterr().out


@pytest.mark.slow
def test_too_few_pictures_are_refused(
    pictures: tuple[Path, list[Pose]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    few = tmp_path / "few"
    few.mkdir()
    (few / "0.png").write_bytes((pictures[0] / "0.png").read_bytes())
    assert step("lens", images=few, out=tmp_path / "out.yaml") == 2
    assert "8 or more" in capsys.readouterr().err
    assert not (tmp_path / "out.yaml").exists()


@settings(max_examples=40)
@given(position=POSITION, quaternion=QUATERNION)
def test_a_touched_board_is_where_it_is(
    position: tuple[float, ...], quaternion: tuple[float, ...]
) -> None:
    truth = Pose.of(position, quaternion)
    points = np.array([[0.0, 0, 0], [0.1, 0, 0], [0.0, 0.15, 0], [0.1, 0.15, 0]])
    fit = fit_touches(points, np.array([truth.transform(p) for p in points]))
    assert fit.pose.distance_to(truth) < 1e-9
    assert fit.pose.angle_to(truth) < 1e-6
    assert fit.residuals.max() < 1e-9


def test_touches_on_a_line_are_refused() -> None:
    line = np.array([[0.0, 0, 0], [0.1, 0, 0], [0.2, 0, 0]])
    with pytest.raises(ConfigError, match="one line"):
        fit_touches(line, line)


@settings(max_examples=15)
@given(position=POSITION, quaternion=QUATERNION, seed=st.integers(0, 1000))
def test_a_camera_on_an_arm_is_where_it_is(
    position: tuple[float, ...], quaternion: tuple[float, ...], seed: int
) -> None:
    rng = np.random.default_rng(seed)
    camera, board = Pose.of(position, quaternion), Pose.of([0.4, 0.0, 0.7], [1.0, 0.1, 0.0, 0.5])
    ends = [Pose.of(rng.uniform(-0.3, 0.3, 3), rng.normal(size=4)) for _ in range(6)]
    seen = [(end @ camera).inverse() @ board for end in ends]
    fit = fit_hand_eye(ends, seen)
    assert fit.camera.distance_to(camera) < 1e-6
    assert fit.camera.angle_to(camera) < 1e-6
    assert fit.board.distance_to(board) < 1e-6


def test_an_arm_that_does_not_turn_is_refused() -> None:
    ends = [Pose.of([0.1 * i, 0.0, 0.0]) for i in range(5)]
    with pytest.raises(ConfigError, match="turn it by 20"):
        fit_hand_eye(ends, ends)
