"""Fitting frames: where a touched board lies, and where a camera sits on an arm."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from eyehand_core.errors import ConfigError
from eyehand_core.geometry import rotation
from eyehand_core.geometry.pose import Pose
from eyehand_core.geometry.rotation import Array

LEAST_TOUCHES = 3
LEAST_POSTURES = 4
_ITERATIONS = 50
_STEP = 1e-6
_LEAST_TURN = 0.2


@dataclass(frozen=True, kw_only=True, eq=False)
class TouchFit:
    """Pose of a touched body.

    Attributes:
        pose: in the world.
        residuals: distance of each touch from where the fit puts it [m], shape (n,).
    """

    pose: Pose
    residuals: Array


@dataclass(frozen=True, kw_only=True, eq=False)
class HandEyeFit:
    """Pose of a camera on an arm.

    Attributes:
        camera: optical pose in the arm's end pose.
        board: pose of the board in the world.
        position_residuals: how far the board seems to move between postures [m], shape (n,).
        angle_residuals: likewise [rad], shape (n,).
    """

    camera: Pose
    board: Pose
    position_residuals: Array
    angle_residuals: Array


def fit_touches(points: Array, touched: Array) -> TouchFit:
    """Return the pose of a body of which some points were touched with the tool.

    Args:
        points: on the body [m], shape (n, 3).
        touched: the same points in the world [m], shape (n, 3).

    Raises:
        ConfigError: fewer than three touches, or all on one line.
    """
    if len(points) < LEAST_TOUCHES or len(points) != len(touched):
        raise ConfigError(
            f"got {len(points)} points and {len(touched)} touches; {LEAST_TOUCHES} or more pairs "
            "are needed"
        )
    body, world = points - points.mean(axis=0), touched - touched.mean(axis=0)
    left, values, right = np.linalg.svd(body.T @ world)
    if values[1] < 1e-6 * max(values[0], 1e-12):
        raise ConfigError("the touched points lie on one line; touch corners that do not")
    flip = np.diag([1.0, 1.0, np.sign(np.linalg.det(right.T @ left.T))])
    matrix = right.T @ flip @ left.T
    position = touched.mean(axis=0) - matrix @ points.mean(axis=0)
    pose = Pose.of(position, rotation.from_matrix(matrix))
    residuals = np.linalg.norm(points @ matrix.T + position - touched, axis=1)
    return TouchFit(pose=pose, residuals=residuals)


def fit_hand_eye(end_poses: Sequence[Pose], boards: Sequence[Pose]) -> HandEyeFit:
    """Return where a camera sits on an arm that looked at one resting board from several postures.

    Args:
        end_poses: end pose of the arm in the world, per posture.
        boards: pose of the board in the optical frame, per posture.

    Raises:
        ConfigError: too few postures, or they hardly turn.
    """
    if len(end_poses) < LEAST_POSTURES or len(end_poses) != len(boards):
        raise ConfigError(
            f"got {len(end_poses)} arm poses and {len(boards)} board poses; {LEAST_POSTURES} or "
            "more pairs are needed"
        )
    turns = max(end_poses[0].angle_to(pose) for pose in end_poses[1:])
    if turns < _LEAST_TURN:
        raise ConfigError(
            f"the arm turned by {np.degrees(turns):.0f} degrees only; turn it by 20 or more about "
            "two axes between pictures"
        )
    camera = _first_guess(end_poses, boards)
    board = end_poses[0] @ camera @ boards[0]
    unknown = np.zeros(12)
    for _ in range(_ITERATIONS):
        error = _errors(_moved(camera, unknown[:6]), _moved(board, unknown[6:]), end_poses, boards)
        jacobian = np.empty((len(error), 12))
        for index in range(12):
            shifted = unknown.copy()
            shifted[index] += _STEP
            camera_now, board_now = _moved(camera, shifted[:6]), _moved(board, shifted[6:])
            changed = _errors(camera_now, board_now, end_poses, boards)
            jacobian[:, index] = (changed - error) / _STEP
        step, *_ = np.linalg.lstsq(jacobian, -error, rcond=None)
        unknown += step
        if float(np.abs(step).max()) < 1e-10:
            break
    camera, board = _moved(camera, unknown[:6]), _moved(board, unknown[6:])
    seen = [pose @ camera @ b for pose, b in zip(end_poses, boards, strict=True)]
    return HandEyeFit(
        camera=camera,
        board=board,
        position_residuals=np.array([pose.distance_to(board) for pose in seen]),
        angle_residuals=np.array([pose.angle_to(board) for pose in seen]),
    )


def _first_guess(end_poses: Sequence[Pose], boards: Sequence[Pose]) -> Pose:
    """Return the solution of A X = X B by turns first (Park and Martin 1994)."""
    motions = []
    for i in range(len(end_poses)):
        for j in range(i + 1, len(end_poses)):
            arm = end_poses[j].inverse() @ end_poses[i]
            eye = boards[j] @ boards[i].inverse()
            motions.append((arm, eye))
    cross = sum(np.outer(_log(eye), _log(arm)) for arm, eye in motions)
    left, _, right = np.linalg.svd(np.asarray(cross))
    flip = np.diag([1.0, 1.0, np.sign(np.linalg.det(right.T @ left.T))])
    matrix = right.T @ flip @ left.T
    rows = np.concatenate([arm.matrix - np.eye(3) for arm, _ in motions])
    sides = np.concatenate([matrix @ eye.position - arm.position for arm, eye in motions])
    position, *_ = np.linalg.lstsq(rows, sides, rcond=None)
    return Pose.of(position, rotation.from_matrix(matrix))


def _errors(camera: Pose, board: Pose, end_poses: Sequence[Pose], boards: Sequence[Pose]) -> Array:
    """Return position errors [m] and turns weighted by 0.3 m, shape (6 n,)."""
    rows = []
    for pose, seen in zip(end_poses, boards, strict=True):
        difference = board.inverse() @ (pose @ camera @ seen)
        rows.append(np.concatenate([difference.position, 0.3 * _log(difference)]))
    return np.concatenate(rows)


def _log(pose: Pose) -> Array:
    """Return axis times angle of a pose's turn [rad], shape (3,)."""
    q = rotation.normalized(pose.quaternion)
    sine = float(np.linalg.norm(q[1:]))
    if sine < 1e-12:
        return np.asarray(2.0 * q[1:])
    return np.asarray(q[1:] / sine * 2.0 * np.arctan2(sine, q[0]))


def _moved(pose: Pose, change: Array) -> Pose:
    angle = float(np.linalg.norm(change[3:]))
    turn = rotation.IDENTITY if angle < 1e-15 else rotation.from_axis_angle(change[3:], angle)
    return Pose.of(pose.position + change[:3], rotation.multiply(turn, pose.quaternion))
