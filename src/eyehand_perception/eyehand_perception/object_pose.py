"""Pose of a marked object from all its markers in all pictures, with its uncertainty.

Each marker alone is seen in one of two mirrored poses that project almost alike. Every candidate of
every marker is refined against all corners in all pictures; the one that explains them best is
taken. The uncertainty is that of the least-squares problem: how far the pose may move before the
corners do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from eyehand_core.cells.marker import Marker
from eyehand_core.geometry import rotation
from eyehand_core.geometry.lens import Lens
from eyehand_core.geometry.pose import Pose
from eyehand_core.geometry.rotation import Array

from eyehand_perception.marker_detector import Sighting

_ITERATIONS = 15
_CONVERGED = 1e-9
_HUBER_DEVIATIONS = 3.0
"""Errors beyond so many standard deviations pull with constant force only."""
_TRIED = 4
"""How many markers give start poses: the largest ones in the pictures."""


@dataclass(frozen=True, kw_only=True, eq=False)
class CameraView:
    """What one camera saw.

    Attributes:
        lens: its intrinsics.
        pose: optical pose in the world.
        sightings: markers in its picture.
    """

    lens: Lens
    pose: Pose
    sightings: tuple[Sighting, ...]


@dataclass(frozen=True, kw_only=True, eq=False)
class PoseEstimate:
    """A measured pose.

    Attributes:
        pose: of the object's frame in the world.
        position_deviation: standard deviation along the worst axis [m].
        angle_deviation: standard deviation about the worst axis [rad].
        residual: root mean square of the reprojection error [pixel].
        markers: sightings used.
        cameras: pictures that they are from.
    """

    pose: Pose
    position_deviation: float
    angle_deviation: float
    residual: float
    markers: int
    cameras: int


@dataclass(frozen=True, kw_only=True, eq=False)
class _Corners:
    """The corners of one marker in one picture."""

    marker: Marker
    view: CameraView
    rays: Array

    @property
    def area(self) -> float:
        """Area in the picture [pixel^2]."""
        fx, fy = self.view.lens.focal
        return float(cv2.contourArea((self.rays * [fx, fy]).astype(np.float32)))


def estimate_pose(
    markers: Sequence[Marker], views: Sequence[CameraView], *, corner_deviation: float
) -> PoseEstimate | None:
    """Return the pose of an object, None if none of its markers is seen.

    Args:
        markers: what it carries.
        views: what the cameras saw at one instant.
        corner_deviation: standard deviation of a found corner [pixel].
    """
    known = {marker.id: marker for marker in markers}
    corners = [
        _Corners(marker=known[sighting.id], view=view, rays=sighting.rays)
        for view in views
        for sighting in view.sightings
        if sighting.id in known
    ]
    if not corners:
        return None
    largest = sorted(corners, key=lambda item: -item.area)[:_TRIED]
    huber = _HUBER_DEVIATIONS * corner_deviation
    starts = (start for item in largest for start in _candidates(item))
    fits = [_refined(start, corners, huber) for start in starts]
    best = min(fits, key=lambda fit: fit.cost)
    return _estimate(best, corners, corner_deviation)


@dataclass(frozen=True, kw_only=True, eq=False)
class _Fit:
    pose: Pose
    cost: float
    normal: Array
    residuals: Array


def _candidates(item: _Corners) -> Iterator[Pose]:
    """Yield the object poses that one marker suggests."""
    half = 0.5 * item.marker.edge
    square = np.array([[-half, half, 0], [half, half, 0], [half, -half, 0], [-half, -half, 0]])
    found, turns, moves, _ = cv2.solvePnPGeneric(
        square, item.rays.reshape(-1, 1, 2), np.eye(3), None, flags=cv2.SOLVEPNP_IPPE_SQUARE
    )
    for turn, move in zip(turns[:found], moves[:found], strict=False):
        matrix, _ = cv2.Rodrigues(turn)
        seen = Pose.of(np.ravel(move), rotation.from_matrix(matrix))
        yield item.view.pose @ seen @ item.marker.pose.inverse()


def _refined(start: Pose, corners: Sequence[_Corners], huber: float) -> _Fit:
    """Minimise the reprojection error over a small turn and shift of the object in the world."""
    pose = start
    fit = _linearised(pose, corners, huber)
    for _ in range(_ITERATIONS):
        gradient = fit.gradient
        step = np.linalg.solve(fit.normal + 1e-9 * np.diag(np.diag(fit.normal)), -gradient)
        trial = _moved(pose, step)
        trial_fit = _linearised(trial, corners, huber)
        if not trial_fit.cost < fit.cost:
            break
        pose, fit = trial, trial_fit
        if float(np.abs(step).max()) < _CONVERGED:
            break
    return _Fit(pose=pose, cost=fit.cost, normal=fit.normal, residuals=fit.residuals)


@dataclass(frozen=True, kw_only=True, eq=False)
class _Linear:
    cost: float
    gradient: Array
    normal: Array
    residuals: Array


def _linearised(pose: Pose, corners: Sequence[_Corners], huber: float) -> _Linear:
    blocks = [_block(pose, item) for item in corners]
    jacobian = np.concatenate([block for block, _ in blocks])
    residuals = np.concatenate([residual for _, residual in blocks])
    if not np.isfinite(residuals).all():
        far = np.full(6, np.inf)
        return _Linear(cost=np.inf, gradient=far, normal=np.eye(6), residuals=residuals)
    size = np.abs(residuals)
    weights = np.where(size <= huber, 1.0, huber / np.maximum(size, 1e-12))
    weighted = jacobian * weights[:, None]
    within = 0.5 * residuals**2
    beyond = huber * (size - 0.5 * huber)
    return _Linear(
        cost=float(np.where(size <= huber, within, beyond).sum()),
        gradient=weighted.T @ residuals,
        normal=weighted.T @ jacobian,
        residuals=residuals,
    )


def _block(pose: Pose, item: _Corners) -> tuple[Array, Array]:
    """Return derivative, shape (8, 6), and error, shape (8,), of one marker [pixel].

    The unknowns are a shift in the world and a turn about the object's origin, world axes.
    """
    turned = item.marker.corners @ pose.matrix.T
    camera = item.view.pose
    seen = (turned + pose.position - camera.position) @ camera.matrix
    focal = np.array(item.view.lens.focal)
    x, y, z = seen.T
    if z.min() <= 1e-6:
        return np.zeros((8, 6)), np.full(8, np.inf)
    residual = (np.stack([x / z, y / z], axis=1) - item.rays) * focal
    project = np.zeros((4, 2, 3))
    project[:, 0, 0] = project[:, 1, 1] = 1.0 / z
    project[:, 0, 2], project[:, 1, 2] = -x / z**2, -y / z**2
    project = (project * focal[None, :, None]) @ camera.matrix.T
    skew = np.zeros((4, 3, 3))
    a, b, c = turned.T
    skew[:, 0, 1], skew[:, 0, 2], skew[:, 1, 2] = c, -b, a
    skew -= skew.transpose(0, 2, 1)
    jacobian = np.concatenate([project, project @ skew], axis=2)
    return jacobian.reshape(8, 6), residual.reshape(8)


def _moved(pose: Pose, step: Array) -> Pose:
    angle = float(np.linalg.norm(step[3:]))
    if angle < 1e-15:
        return pose.translated(step[:3])
    turn = rotation.from_axis_angle(step[3:], angle)
    return Pose.of(pose.position + step[:3], rotation.multiply(turn, pose.quaternion))


def _estimate(fit: _Fit, corners: Sequence[_Corners], corner_deviation: float) -> PoseEstimate:
    count = len(fit.residuals)
    freedom = max(count - 6, 1)
    variance = max(float(fit.residuals @ fit.residuals) / freedom, corner_deviation**2)
    covariance = variance * np.linalg.pinv(fit.normal)
    worst = [float(np.linalg.eigvalsh(covariance[part, part])[-1]) for part in _PARTS]
    position, angle = (float(np.sqrt(max(value, 0.0))) for value in worst)
    return PoseEstimate(
        pose=fit.pose,
        position_deviation=position,
        angle_deviation=angle,
        residual=float(np.sqrt(np.mean(fit.residuals**2))),
        markers=len(corners),
        cameras=len({id(item.view) for item in corners}),
    )


_PARTS = (slice(0, 3), slice(3, 6))


def estimate_all(
    objects: Mapping[str, Sequence[Marker]], views: Sequence[CameraView], *, corner_deviation: float
) -> dict[str, PoseEstimate]:
    """Return the poses of all objects that are seen, by name."""
    found = {
        name: estimate_pose(markers, views, corner_deviation=corner_deviation)
        for name, markers in objects.items()
    }
    return {name: estimate for name, estimate in found.items() if estimate is not None}
