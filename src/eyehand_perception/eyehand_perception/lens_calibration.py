"""Lens and pose of a camera from pictures of a board, with what remains unexplained."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from eyehand_core.errors import ConfigError
from eyehand_core.geometry import rotation
from eyehand_core.geometry.lens import Lens
from eyehand_core.geometry.pose import Pose

from eyehand_perception.board import BoardSighting

LEAST_PICTURES = 8


@dataclass(frozen=True, kw_only=True, eq=False)
class LensResult:
    """A measured lens.

    Attributes:
        lens: the lens.
        residual: root mean square of the reprojection error [pixel].
        per_picture: same for each picture; one that stands out should be left out.
    """

    lens: Lens
    residual: float
    per_picture: tuple[float, ...]


@dataclass(frozen=True, kw_only=True, eq=False)
class PoseResult:
    """A measured pose.

    Attributes:
        pose: the pose.
        residual: root mean square of the reprojection error [pixel].
    """

    pose: Pose
    residual: float


def calibrate_lens(sightings: Sequence[BoardSighting], width: int, height: int) -> LensResult:
    """Return the lens that explains pictures of a board from different sides.

    Args:
        sightings: one per picture.
        width: image width [pixel].
        height: image height [pixel].

    Raises:
        ConfigError: too few pictures.
    """
    if len(sightings) < LEAST_PICTURES:
        raise ConfigError(
            f"the board was found in {len(sightings)} pictures; a lens needs {LEAST_PICTURES} or "
            "more, tilted by 20 to 45 degrees in all directions and filling all corners"
        )
    points = [s.points.astype(np.float32) for s in sightings]
    pixels = [s.pixels.astype(np.float32).reshape(-1, 1, 2) for s in sightings]
    residual, matrix, distortion, turns, moves = cv2.calibrateCamera(
        points, pixels, (width, height), None, None
    )[:5]
    lens = Lens(
        width=width,
        height=height,
        focal=(float(matrix[0, 0]), float(matrix[1, 1])),
        center=(float(matrix[0, 2]), float(matrix[1, 2])),
        distortion=tuple(float(value) for value in np.ravel(distortion)[:5]),
    )
    poses = [_pose(turn, move) for turn, move in zip(turns, moves, strict=True)]
    each = tuple(_residual(lens, p, s) for p, s in zip(poses, sightings, strict=True))
    return LensResult(lens=lens, residual=float(residual), per_picture=each)


def locate_board(lens: Lens, sighting: BoardSighting) -> PoseResult:
    """Return the pose of the board in the optical frame.

    Raises:
        ConfigError: the corners fit no pose.
    """
    rays = lens.rays(sighting.pixels).reshape(-1, 1, 2)
    found, turn, move = cv2.solvePnP(
        sighting.points, rays, np.eye(3), None, flags=cv2.SOLVEPNP_IPPE
    )
    if not found:
        raise ConfigError("the board's corners fit no pose; take another picture")
    turn, move = cv2.solvePnPRefineLM(sighting.points, rays, np.eye(3), None, turn, move)
    pose = _pose(turn, move)
    return PoseResult(pose=pose, residual=_residual(lens, pose, sighting))


def locate_camera(lens: Lens, sightings: Sequence[BoardSighting], board: Pose) -> PoseResult:
    """Return the optical pose in the world of a camera that looks at a board in a known place.

    Args:
        lens: its lens.
        sightings: of the board at rest; their mean is used.
        board: pose of the board in the world.
    """
    points = np.concatenate([s.points for s in sightings])
    pixels = np.concatenate([s.pixels for s in sightings])
    seen = locate_board(lens, BoardSighting(points=points, pixels=pixels))
    return PoseResult(pose=board @ seen.pose.inverse(), residual=seen.residual)


def _pose(turn: Any, move: Any) -> Pose:
    matrix, _ = cv2.Rodrigues(turn)
    return Pose.of(np.ravel(move), rotation.from_matrix(matrix))


def _residual(lens: Lens, pose: Pose, sighting: BoardSighting) -> float:
    seen = lens.pixels(sighting.points @ pose.matrix.T + pose.position)
    return float(np.sqrt(np.mean(np.sum((seen - sighting.pixels) ** 2, axis=1))))
