"""Calibrate a cell with a board: ``ros2 run eyehand_perception calibrate STEP``.

Pictures come from a folder; take them with any tool that writes the driver's own images. Each step
says what remains unexplained, and writes a file that the next one reads.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from eyehand_core.cells.cell_camera import (
    Calibration,
    decimals,
    load_calibration,
    write_calibration,
)
from eyehand_core.config_file import ConfigFile
from eyehand_core.errors import ConfigError, EyehandError, cause_of
from eyehand_core.geometry.pose import Pose
from numpy.typing import NDArray

from eyehand_perception.board import Board, BoardSighting, read_board
from eyehand_perception.frame_fits import fit_hand_eye, fit_touches
from eyehand_perception.lens_calibration import (
    calibrate_lens,
    locate_board,
    locate_camera,
)

_PICTURES = (".png", ".jpg", ".jpeg")
_MEASURED = "Measured by eyehand_perception calibrate; do not edit, measure again."


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one step; return the exit status."""
    options = _parser().parse_args(arguments)
    try:
        options.run(options)
    except EyehandError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


def print_board(options: argparse.Namespace) -> None:
    """Write the board as a picture to be printed."""
    board = _board(options.board)
    picture = board.draw(options.pixels)
    cv2.imwrite(str(options.out), picture)
    spec = board.spec
    width, height = 1000 * spec.columns * spec.square, 1000 * spec.rows * spec.square
    print(f"{options.out}: print {width:.1f} x {height:.1f} mm, mount it flat, measure a square")


def lens(options: argparse.Namespace) -> None:
    """Measure a lens from pictures of the board; keeps a pose that was measured before."""
    pictures = _pictures(options.images)
    height, width = next(iter(pictures.values())).shape
    found = _sightings(_board(options.board), pictures)
    result = calibrate_lens(list(found.values()), width, height)
    for name, residual in zip(found, result.per_picture, strict=True):
        print(f"{name}: {residual:.3f} pixel")
    print(f"all {len(found)} pictures: {result.residual:.3f} pixel (root mean square)")
    pose = load_calibration(options.out).pose if options.out.exists() else Pose.of([0, 0, 0])
    measured = Calibration(
        lens=result.lens, pose=pose, lens_residual=result.residual, pose_residual=0.0
    )
    write_calibration(options.out, measured, heading=_MEASURED)
    print(f"wrote {options.out}; the pose comes from 'place' or 'arm'")


def table(options: argparse.Namespace) -> None:
    """Measure where the board lies from corners touched with the tool's tip.

    The file of touches is JSON: a list of ``{"corner": number, "tcp": [x, y, z]}`` in metres.
    """
    touches = _json_list(options.touches)
    corners = _board(options.board).corner_points
    try:
        points = np.array([corners[int(touch["corner"])] for touch in touches])
        world = np.array([touch["tcp"] for touch in touches], dtype=np.float64)
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise ConfigError(
            f"{options.touches}: {error!r}; expected a list of {{corner, tcp}} with corners "
            f"0-{len(corners) - 1}"
        ) from error
    fit = fit_touches(points, world.reshape(-1, 3))
    for touch, residual in zip(touches, fit.residuals, strict=True):
        print(f"corner {touch['corner']}: {1000.0 * residual:.2f} mm")
    tilt = math.degrees(math.acos(min(1.0, abs(float(fit.pose.matrix[2, 2])))))
    print(f"board at {fit.pose.position.round(4).tolist()} m, tilted {tilt:.2f} degrees")
    _write_pose(options.out, fit.pose, float(np.sqrt(np.mean(fit.residuals**2))))
    print(f"wrote {options.out}")


def place(options: argparse.Namespace) -> None:
    """Measure where a standing camera is from pictures of the board that 'table' measured."""
    before = load_calibration(options.out)
    found = _sightings(_board(options.board), _pictures(options.images))
    result = locate_camera(before.lens, list(found.values()), _read_pose(options.board_pose))
    print(f"camera at {result.pose.position.round(4).tolist()} m")
    print(f"{len(found)} pictures: {result.residual:.3f} pixel (root mean square)")
    measured = replace(before, pose=result.pose, pose_residual=result.residual)
    write_calibration(options.out, measured, heading=_MEASURED)
    print(f"wrote {options.out}")


def arm(options: argparse.Namespace) -> None:
    """Measure where a camera sits on an arm, which looked at the resting board from postures.

    The file of postures is JSON: a list of ``{"image": name, "position": [m], "quaternion":
    [w, x, y, z]}``, the arm's end pose in the world for each picture.
    """
    before = load_calibration(options.out)
    found = _sightings(_board(options.board), _pictures(options.images))
    postures = [p for p in _json_list(options.postures) if p.get("image") in found]
    boards = [locate_board(before.lens, found[posture["image"]]) for posture in postures]
    end_poses = [Pose.of(posture["position"], posture["quaternion"]) for posture in postures]
    fit = fit_hand_eye(end_poses, [result.pose for result in boards])
    for posture, shift, turn in zip(
        postures, fit.position_residuals, fit.angle_residuals, strict=True
    ):
        print(f"{posture['image']}: {1000.0 * shift:.2f} mm, {math.degrees(turn):.3f} degrees")
    pixels = float(np.sqrt(np.mean([result.residual**2 for result in boards])))
    measured = replace(before, pose=fit.camera, pose_residual=pixels)
    write_calibration(options.out, measured, heading=_MEASURED)
    print(f"board at {fit.board.position.round(4).tolist()} m in the world; wrote {options.out}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="calibrate", description=__doc__)
    steps = parser.add_subparsers(required=True, metavar="STEP")
    for run in (print_board, lens, table, place, arm):
        name = run.__name__.replace("_", "-")
        summary = (run.__doc__ or "").splitlines()[0]
        step = steps.add_parser(name, help=summary, description=run.__doc__)
        step.add_argument("--board", type=Path, required=True, help="board file (YAML)")
        step.add_argument("--out", type=Path, required=True, help="file to write")
        step.set_defaults(run=run)
        for flag, kind, text in _ARGUMENTS[run.__name__]:
            step.add_argument(flag, type=kind, required=True, help=text)
    return parser


_IMAGES = ("--images", Path, "folder of pictures, png or jpg")
_ARGUMENTS: dict[str, tuple[tuple[str, type, str], ...]] = {
    "print_board": (("--pixels", int, "edge of a square [pixel]"),),
    "lens": (_IMAGES,),
    "table": (("--touches", Path, "touched corners (JSON)"),),
    "place": (_IMAGES, ("--board-pose", Path, "what 'table' wrote")),
    "arm": (_IMAGES, ("--postures", Path, "end poses by picture (JSON)")),
}


def _board(path: Path) -> Board:
    file = ConfigFile(path)
    spec = read_board(file)
    file.finish()
    return Board(spec)


def _pictures(folder: Path) -> dict[str, NDArray[np.uint8]]:
    paths = sorted(p for p in folder.glob("*") if p.suffix.lower() in _PICTURES)
    read = {path.name: cv2.imread(str(path), cv2.IMREAD_GRAYSCALE) for path in paths}
    pictures = {
        name: np.asarray(picture, dtype=np.uint8)
        for name, picture in read.items()
        if picture is not None
    }
    if len({picture.shape for picture in pictures.values()}) != 1:
        sizes = ", ".join(sorted({str(p.shape[::-1]) for p in pictures.values()})) or "none"
        raise ConfigError(f"{folder}: expected pictures of one size (png, jpg), found {sizes}")
    return pictures


def _sightings(board: Board, pictures: dict[str, NDArray[np.uint8]]) -> dict[str, BoardSighting]:
    found = {name: board.find(picture) for name, picture in pictures.items()}
    for name, sighting in found.items():
        if sighting is None:
            print(f"{name}: the board was not found; the picture is left out")
    seen = {name: sighting for name, sighting in found.items() if sighting is not None}
    if not seen:
        raise ConfigError("the board was found in no picture; does its file describe the print?")
    return seen


def _json_list(path: Path) -> list[dict[str, Any]]:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ConfigError(f"{path} cannot be read as JSON: {cause_of(error)}") from error
    if not isinstance(content, list) or not all(isinstance(item, dict) for item in content):
        raise ConfigError(f"{path}: expected a list of objects")
    return content


def _write_pose(path: Path, pose: Pose, residual: float) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        f"# {_MEASURED}\nposition: {decimals(pose.position)}\n"
        f"quaternion: {decimals(pose.quaternion)}\n"
        f"residual_mm: {1000.0 * residual:.3f}\n",
        encoding="utf-8",
    )


def _read_pose(path: Path) -> Pose:
    file = ConfigFile(path)
    pose = Pose.of(file.root.vector("position", 3), file.root.vector("quaternion", 4))
    file.root.number("residual_mm", 0.0)
    file.root.close()
    file.finish()
    return pose


if __name__ == "__main__":
    sys.exit(main())
