"""Why a trajectory goal is refused.

The joint trajectory controller of ros2_control refuses wrong names, times and end velocities, but
accepts NaN, duplicate joints, positions beyond the limits and any speed. Here those are refused
too: a simulated world must not reward what would break a robot.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from eyehand_core.geometry.rotation import Array

from eyehand_world.trajectory import JointSpline, TrajectoryGoal, Waypoint

START_JUMP_RAD = 0.05
"""Largest distance between the measured position and where a trajectory begins to be followed."""

_POSITION_SLACK_RAD = 1e-6
_SPEED_SLACK = 1.02
_STILL_RAD_S = 1e-3


@dataclass(frozen=True, kw_only=True, eq=False)
class JointLimits:
    """Limits of one arm, arrays of shape (n,).

    Attributes:
        names: joints.
        lower: [rad].
        upper: [rad].
        velocity: [rad/s].
    """

    names: tuple[str, ...]
    lower: Array
    upper: Array
    velocity: Array


@dataclass(frozen=True, kw_only=True, eq=False)
class _Question:
    goal: TrajectoryGoal
    limits: JointLimits
    measured: Array
    now_ns: int

    @property
    def points(self) -> tuple[Waypoint, ...]:
        return self.goal.in_order(self.limits.names)


def refusal(goal: TrajectoryGoal, limits: JointLimits, measured: Array, now_ns: int) -> str | None:
    """Return why the goal is refused, None if it is fine.

    Args:
        goal: what the client sent.
        limits: of the controller's joints.
        measured: joint positions now [rad], shape (n,), order of ``limits.names``.
        now_ns: world time [ns].
    """
    question = _Question(goal=goal, limits=limits, measured=measured, now_ns=now_ns)
    return next((reason for check in _CHECKS if (reason := check(question))), None)


def _names(question: _Question) -> str | None:
    given, wanted = question.goal.joints, question.limits.names
    if len(set(given)) != len(given):
        return f"joint names repeat: {', '.join(given)}"
    if set(given) != set(wanted):
        return f"joints {', '.join(given) or 'none'}; the controller has {', '.join(wanted)}"
    return None


def _shapes(question: _Question) -> str | None:
    goal = question.goal
    if not goal.waypoints:
        return "the trajectory has no points"
    for index, point in enumerate(goal.waypoints):
        for what, values in _columns(point):
            if values.shape != (len(goal.joints),):
                return f"point {index}: {values.size} {what} for {len(goal.joints)} joints"
            if not np.isfinite(values).all():
                return f"point {index}: {what} hold NaN or infinity"
    return None


def _columns(point: Waypoint) -> list[tuple[str, Array]]:
    named = [
        ("positions", point.positions),
        ("velocities", point.velocities),
        ("accelerations", point.accelerations),
    ]
    return [(what, values) for what, values in named if values is not None]


def _times(question: _Question) -> str | None:
    times = [point.time for point in question.goal.waypoints]
    if not all(math.isfinite(time) for time in times):
        return "times hold NaN or infinity"
    if times[0] < 0.0:
        return f"the first point is at {times[0]:g} s; times start at 0"
    for index, (before, after) in enumerate(zip(times, times[1:], strict=False)):
        if after <= before:
            return f"point {index + 1} is at {after:g} s, not after {before:g} s"
    return None


def _stamp(question: _Question) -> str | None:
    goal = question.goal
    end_ns = goal.start_ns + round(goal.waypoints[-1].time * 1e9)
    if goal.start_ns and end_ns < question.now_ns:
        late = (question.now_ns - end_ns) * 1e-9
        return f"the whole trajectory lies in the past, its end by {late:.3f} s; stamp it anew"
    return None


def _positions(question: _Question) -> str | None:
    limits = question.limits
    for index, point in enumerate(question.points):
        beyond = np.maximum(limits.lower - point.positions, point.positions - limits.upper)
        worst = int(np.argmax(beyond))
        if beyond[worst] > _POSITION_SLACK_RAD:
            return (
                f"point {index}: {limits.names[worst]} at {point.positions[worst]:.4f} rad; "
                f"allowed {limits.lower[worst]:.4f}...{limits.upper[worst]:.4f}"
            )
    return None


def _speeds(question: _Question) -> str | None:
    points = question.points
    for index, point in enumerate(points):
        if point.velocities is not None:
            reason = _too_fast(question.limits, np.abs(point.velocities), f"point {index}")
            if reason:
                return reason
    for index, (a, b) in enumerate(zip(points, points[1:], strict=False)):
        speed = np.abs(b.positions - a.positions) / (b.time - a.time)
        reason = _too_fast(question.limits, speed, f"points {index} to {index + 1}")
        if reason:
            return reason
    return None


def _too_fast(limits: JointLimits, speed: Array, where: str) -> str | None:
    worst = int(np.argmax(speed / limits.velocity))
    if speed[worst] <= limits.velocity[worst] * _SPEED_SLACK:
        return None
    return (
        f"{where}: {limits.names[worst]} at {speed[worst]:.3f} rad/s; "
        f"allowed {limits.velocity[worst]:.3f}"
    )


def _end(question: _Question) -> str | None:
    velocities = question.goal.waypoints[-1].velocities
    if velocities is not None and np.abs(velocities).max() > _STILL_RAD_S:
        return f"the last point moves at {np.abs(velocities).max():.3f} rad/s; it must stand still"
    return None


def _start(question: _Question) -> str | None:
    """Look at the way to the first point, or at the jump into a trajectory that has begun."""
    points = question.points
    start_ns = question.goal.start_ns or question.now_ns
    elapsed = (question.now_ns - start_ns) * 1e-9
    left = points[0].time - elapsed
    if left > 0.0:
        speed = np.abs(points[0].positions - question.measured) / left
        return _too_fast(question.limits, speed, "way to the first point")
    positions, _ = JointSpline(points).sample(elapsed)
    jump = np.abs(positions - question.measured)
    worst = int(np.argmax(jump))
    if jump[worst] <= START_JUMP_RAD:
        return None
    return (
        f"{question.limits.names[worst]} would jump {jump[worst]:.4f} rad into the trajectory at "
        f"{elapsed:g} s; at most {START_JUMP_RAD} from the measured position"
    )


def _tolerances(question: _Question) -> str | None:
    goal = question.goal
    for tolerances in (goal.path_tolerance, goal.goal_tolerance):
        for joint, value in tolerances.items():
            if joint not in question.limits.names:
                return f"tolerance for unknown joint {joint!r}"
            if not np.isfinite(value) or value <= 0.0:
                return f"tolerance of {joint} is {value!r}; expected a positive number"
    if not np.isfinite(goal.goal_time) or goal.goal_time < 0.0:
        return f"goal time tolerance is {goal.goal_time!r}; expected 0 or more seconds"
    return None


_CHECKS: tuple[Callable[[_Question], str | None], ...] = (
    _names,
    _shapes,
    _times,
    _stamp,
    _positions,
    _speeds,
    _end,
    _start,
    _tolerances,
)
