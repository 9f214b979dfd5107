"""Rotations as unit quaternions (w, x, y, z) and 3x3 matrices."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]

IDENTITY = np.array([1.0, 0.0, 0.0, 0.0])
IDENTITY.setflags(write=False)


def normalized(quaternion: ArrayLike) -> Array:
    """Return the quaternion scaled to unit length with w >= 0.

    Raises:
        ValueError: the quaternion is zero or not finite.
    """
    q = np.asarray(quaternion, dtype=np.float64)
    norm = float(np.linalg.norm(q))
    if not math.isfinite(norm) or norm < 1e-12:
        raise ValueError(f"quaternion {q.tolist()} has no direction; give a finite, non-zero one")
    q = q / norm
    return -q if q[0] < 0.0 else q


def multiply(a: ArrayLike, b: ArrayLike) -> Array:
    """Return the Hamilton product a*b, shape (4,): first turn b, then a, both about fixed axes.

    Args:
        a: quaternion w x y z, shape (4,).
        b: likewise; the product of two unit quaternions is one but for rounding.
    """
    aw, ax, ay, az = np.asarray(a, dtype=np.float64)
    bw, bx, by, bz = np.asarray(b, dtype=np.float64)
    return np.array(
        [
            aw * bw - ax * bx - ay * by - az * bz,
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
        ]
    )


def conjugate(quaternion: ArrayLike) -> Array:
    """Return the inverse turn of a unit quaternion w x y z, both of shape (4,)."""
    w, x, y, z = np.asarray(quaternion, dtype=np.float64)
    return np.array([w, -x, -y, -z])


def from_axis_angle(axis: ArrayLike, angle: float) -> Array:
    """Return the quaternion of a right-handed turn by ``angle`` [rad] about ``axis``."""
    direction = np.asarray(axis, dtype=np.float64)
    direction = direction / np.linalg.norm(direction)
    half = 0.5 * angle
    return np.concatenate([[math.cos(half)], math.sin(half) * direction])


def from_matrix(matrix: ArrayLike) -> Array:
    """Return the unit quaternion (w >= 0) of a rotation matrix (Shepperd's method)."""
    m = np.asarray(matrix, dtype=np.float64)
    trace = float(np.trace(m))
    squares = np.array([trace, m[0, 0], m[1, 1], m[2, 2]])
    largest = int(np.argmax(squares))
    if largest == 0:
        q = [1.0 + trace, m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1]]
    elif largest == 1:
        q = [m[2, 1] - m[1, 2], 1 + 2 * m[0, 0] - trace, m[0, 1] + m[1, 0], m[0, 2] + m[2, 0]]
    elif largest == 2:  # noqa: PLR2004 - index of the largest component
        q = [m[0, 2] - m[2, 0], m[0, 1] + m[1, 0], 1 + 2 * m[1, 1] - trace, m[1, 2] + m[2, 1]]
    else:
        q = [m[1, 0] - m[0, 1], m[0, 2] + m[2, 0], m[1, 2] + m[2, 1], 1 + 2 * m[2, 2] - trace]
    return normalized(q)


def to_matrix(quaternion: ArrayLike) -> Array:
    """Return the matrix, shape (3, 3), whose columns are the turned axes in the fixed frame.

    Args:
        quaternion: unit quaternion w x y z, shape (4,).
    """
    w, x, y, z = np.asarray(quaternion, dtype=np.float64)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def from_rpy(roll: float, pitch: float, yaw: float) -> Array:
    """Return the quaternion of fixed-axis roll, pitch, yaw [rad] (URDF convention)."""
    return multiply(
        from_axis_angle([0, 0, 1], yaw),
        multiply(from_axis_angle([0, 1, 0], pitch), from_axis_angle([1, 0, 0], roll)),
    )


def to_rpy(quaternion: ArrayLike) -> Array:
    """Return fixed-axis roll, pitch, yaw [rad], shape (3,); pitch in [-pi/2, pi/2]."""
    m = to_matrix(quaternion)
    pitch = math.asin(max(-1.0, min(1.0, -m[2, 0])))
    if abs(m[2, 0]) < 1.0 - 1e-9:
        return np.array([math.atan2(m[2, 1], m[2, 2]), pitch, math.atan2(m[1, 0], m[0, 0])])
    return np.array([0.0, pitch, math.atan2(-m[0, 1], m[1, 1])])


def angle_between(a: ArrayLike, b: ArrayLike) -> float:
    """Return the smallest angle [rad] that turns orientation ``a`` into ``b``."""
    difference = multiply(conjugate(a), b)
    return 2.0 * math.atan2(float(np.linalg.norm(difference[1:])), abs(float(difference[0])))


def slerp(a: ArrayLike, b: ArrayLike, fraction: float) -> Array:
    """Return the orientation at ``fraction`` (0..1) of the shortest turn from ``a`` to ``b``."""
    start = normalized(a)
    difference = normalized(multiply(conjugate(start), b))
    sine = float(np.linalg.norm(difference[1:]))
    if sine < 1e-15:
        return start
    angle = 2.0 * math.atan2(sine, float(difference[0]))
    return normalized(multiply(start, from_axis_angle(difference[1:], angle * fraction)))
