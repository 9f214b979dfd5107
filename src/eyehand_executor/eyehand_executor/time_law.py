"""Time laws: the fastest motion along a path within velocity and acceleration limits (TOPP-RA)."""

from __future__ import annotations

import logging
import math

import numpy as np
import toppra
import toppra.algorithm
import toppra.constraint
from eyehand_core.geometry.rotation import Array

from eyehand_executor.cartesian_path import CartesianPath
from eyehand_executor.joint_trajectory import JointTrajectory
from eyehand_executor.reasons import Reason, Refusal

_MIN_SEGMENTS = 24
"""Least number of segments of the result. Its points are the solver's grid: acceleration switches
only there, so that cubic interpolation between them neither leaves the path nor overshoots."""
_VELOCITY_SHARE = 0.98
_ACCELERATION_SHARE = 0.9
"""Shares of the limits that the solver may use: it enforces them on its grid only, and between
grid points a path near a singular posture bends sharply."""

logging.getLogger("toppra").setLevel(logging.ERROR)


def time_path(
    path: CartesianPath, moving: Array, velocity: Array, acceleration: Array
) -> JointTrajectory | Refusal:
    """Return the path as a motion from rest to rest.

    Args:
        path: checked waypoints.
        moving: columns of the configurations that may change, shape (m,), integers.
        velocity: limit of each of these joints [rad/s], shape (m,).
        acceleration: likewise [rad/s^2], shape (m,).
    """
    waypoints = path.configurations[:, moving]
    # The solver's numerics want path speeds near one, also on very short paths.
    length = float(np.abs(np.diff(waypoints, axis=0)).sum(axis=0).max())
    spline = toppra.SplineInterpolator(length * path.parameters, waypoints)
    grid = length * _subdivide(path.parameters)
    fast, strong = _VELOCITY_SHARE * velocity, _ACCELERATION_SHARE * acceleration
    solver = toppra.algorithm.TOPPRA(
        [
            toppra.constraint.JointVelocityConstraint(np.column_stack([-fast, fast])),
            toppra.constraint.JointAccelerationConstraint(np.column_stack([-strong, strong])),
        ],
        spline,
        gridpoints=grid,
    )
    _, speeds, _ = solver.compute_parameterization(0.0, 0.0)
    if speeds is None or not np.isfinite(speeds).all() or (speeds[1:-1] <= 0.0).any():
        return Refusal(
            reason=Reason.TIME_LAW_FAILED,
            message="no time law keeps velocity and acceleration within their limits on this path",
            fraction=1.0,
        )
    # Constant path acceleration between grid points: mean speed is the mean of the end speeds.
    spans = 2.0 * np.diff(grid) / (speeds[:-1] + speeds[1:])
    positions = np.repeat(path.configurations[:1], len(grid), axis=0)
    velocities = np.zeros_like(positions)
    positions[1:-1, moving] = spline(grid)[1:-1]
    positions[-1] = path.configurations[-1]
    velocities[:, moving] = spline(grid, 1) * speeds[:, None]
    return JointTrajectory(
        times=np.concatenate([[0.0], np.cumsum(spans)]), positions=positions, velocities=velocities
    )


def _subdivide(parameters: Array) -> Array:
    """Return the path parameters with equal steps put between each two: finer where they are."""
    steps = max(2, math.ceil(_MIN_SEGMENTS / (len(parameters) - 1)))
    fractions = np.arange(steps) / steps
    inner = parameters[:-1, None] + np.diff(parameters)[:, None] * fractions
    return np.append(inner.ravel(), parameters[-1])
