"""Joint trajectories: goals, and interpolation as the joint trajectory controller does it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from eyehand_core.geometry.rotation import Array


@dataclass(frozen=True, kw_only=True, eq=False)
class Waypoint:
    """One point of a trajectory.

    Attributes:
        time: from the start of the trajectory [s].
        positions: [rad], shape (n,).
        velocities: [rad/s], shape (n,), or None.
        accelerations: [rad/s^2], shape (n,), or None.
    """

    time: float
    positions: Array
    velocities: Array | None = None
    accelerations: Array | None = None


@dataclass(frozen=True, kw_only=True, eq=False)
class TrajectoryGoal:
    """What a client asks of an arm controller.

    Attributes:
        joints: names; the columns of the waypoints.
        waypoints: in order of time.
        start_ns: world time that the waypoints' times count from [ns]; 0 for "now".
        path_tolerance: by joint, allowed tracking error on the way [rad].
        goal_tolerance: by joint, allowed error at the end [rad].
        goal_time: how long after the end the goal tolerance may be reached [s]; 0 for any time.
    """

    joints: tuple[str, ...]
    waypoints: tuple[Waypoint, ...]
    start_ns: int = 0
    path_tolerance: Mapping[str, float] = field(default_factory=dict)
    goal_tolerance: Mapping[str, float] = field(default_factory=dict)
    goal_time: float = 0.0

    def in_order(self, joints: Sequence[str]) -> tuple[Waypoint, ...]:
        """Return the waypoints with columns in the order of ``joints``."""
        columns = [self.joints.index(joint) for joint in joints]
        return tuple(
            Waypoint(
                time=point.time,
                positions=point.positions[columns],
                velocities=None if point.velocities is None else point.velocities[columns],
                accelerations=None if point.accelerations is None else point.accelerations[columns],
            )
            for point in self.waypoints
        )


class JointSpline:
    """Interpolates waypoints: linear, cubic or quintic by what both ends of a segment give.

    Args:
        waypoints: at least one; times increase. Before the first the spline stands still at it,
            after the last likewise.
    """

    def __init__(self, waypoints: Sequence[Waypoint]) -> None:
        self._times = np.array([point.time for point in waypoints])
        self._last = waypoints[-1].positions
        self._segments = [
            _coefficients(a, b) for a, b in zip(waypoints, waypoints[1:], strict=False)
        ]
        self._first = waypoints[0].positions

    @property
    def end(self) -> float:
        """Time of the last waypoint [s]."""
        return float(self._times[-1])

    @property
    def final(self) -> Array:
        """Positions of the last waypoint [rad], shape (n,)."""
        return self._last

    def sample(self, time: float) -> tuple[Array, Array]:
        """Return positions [rad] and velocities [rad/s], shape (n,) each, at ``time`` [s]."""
        if time >= self._times[-1]:
            return self._last, np.zeros_like(self._last)
        if time < self._times[0]:
            return self._first, np.zeros_like(self._first)
        index = int(np.searchsorted(self._times, time, side="right")) - 1
        elapsed = time - float(self._times[index])
        powers = elapsed ** np.arange(6)
        slopes = np.arange(1, 6) * powers[:5]
        coefficients = self._segments[index]
        return powers @ coefficients, slopes @ coefficients[1:]


def _coefficients(a: Waypoint, b: Waypoint) -> Array:
    """Return polynomial coefficients, shape (6, n), of the segment from ``a`` to ``b``."""
    duration = b.time - a.time
    result = np.zeros((6, len(a.positions)))
    result[0] = a.positions
    step = b.positions - a.positions
    if a.velocities is None or b.velocities is None:
        result[1] = step / duration
        return result
    result[1] = a.velocities
    if a.accelerations is None or b.accelerations is None:
        result[2] = (3 * step / duration - 2 * a.velocities - b.velocities) / duration
        result[3] = (a.velocities + b.velocities - 2 * step / duration) / duration**2
        return result
    result[2] = a.accelerations / 2
    rest = step - a.velocities * duration - a.accelerations * duration**2 / 2
    slope = b.velocities - a.velocities - a.accelerations * duration
    bend = b.accelerations - a.accelerations
    result[3] = (10 * rest / duration - 4 * slope + bend * duration / 2) / duration**2
    result[4] = (-15 * rest / duration + 7 * slope - bend * duration) / duration**3
    result[5] = (6 * rest / duration - 3 * slope + bend * duration / 2) / duration**4
    return result
