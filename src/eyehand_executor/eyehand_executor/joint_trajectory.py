"""Timed joint motions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from eyehand_core.geometry.rotation import Array


@dataclass(frozen=True, kw_only=True, eq=False)
class JointTrajectory:
    """Points of a motion; between them controllers follow cubic Hermite polynomials.

    Attributes:
        times: from the start [s], shape (k,), increasing from 0.
        positions: shape (k, n), order of ``Kinematics.joint_names``.
        velocities: shape (k, n).
    """

    times: Array
    positions: Array
    velocities: Array

    @property
    def duration(self) -> float:
        """Time from the first to the last point [s]."""
        return float(self.times[-1])

    def sample(self, times: Array) -> tuple[Array, Array, Array]:
        """Return positions, velocities and accelerations at ``times`` (m,), each shape (m, n)."""
        last = len(self.times) - 2
        index = np.clip(np.searchsorted(self.times, times, side="right") - 1, 0, last)
        span = (self.times[index + 1] - self.times[index])[:, None]
        u = (times[:, None] - self.times[index][:, None]) / span
        p0, p1 = self.positions[index], self.positions[index + 1]
        m0, m1 = span * self.velocities[index], span * self.velocities[index + 1]
        cubic, square = 2.0 * (p0 - p1) + m0 + m1, 3.0 * (p1 - p0) - 2.0 * m0 - m1
        positions = ((cubic * u + square) * u + m0) * u + p0
        velocities = ((3.0 * cubic * u + 2.0 * square) * u + m0) / span
        return positions, velocities, (6.0 * cubic * u + 2.0 * square) / span**2
