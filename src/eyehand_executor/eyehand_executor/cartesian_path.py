"""Joint paths along Cartesian motions of one or several arms: all or nothing.

The arms share one path parameter s from 0 to 1. Outer waypoints (5 mm of a line, 10 degrees of a
turn) are solved by inverse kinematics from their predecessor; each segment is then halved until
the middle of the joint segment lies on the Cartesian motion. Waypoint checks alone are not
enough: between two good 10-degree waypoints a straight joint segment may leave the motion.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from eyehand_core.geometry.rotation import Array

from eyehand_executor.cartesian_motion import CartesianMotion
from eyehand_executor.kinematics import CollisionCheck, CollisionPair, IkFailure, Kinematics
from eyehand_executor.reasons import Reason, Refusal

_MIN_SEGMENTS = 4
"""Outer segments of the shortest motions; the time law needs a few points."""


@dataclass(frozen=True, kw_only=True)
class PathSettings:
    """Tolerances of the path algorithm.

    Attributes:
        position_tolerance: distance of a joint midpoint from the Cartesian midpoint [m].
        orientation_tolerance: angle between them [rad].
        max_depth: how often a segment is halved before it counts as a jump.
        collision_step: largest joint change between two checked configurations [rad].
        limit_margin: distance that paths keep from position limits [rad].
    """

    position_tolerance: float = 0.0005
    orientation_tolerance: float = math.radians(0.3)
    max_depth: int = 7
    collision_step: float = 0.02
    limit_margin: float = 0.005


@dataclass(frozen=True, kw_only=True, eq=False)
class CartesianPath:
    """Waypoints of a checked path.

    Attributes:
        parameters: s of each waypoint, shape (k,), increasing from 0 to 1.
        configurations: shape (k, n), order of ``Kinematics.joint_names``.
    """

    parameters: Array
    configurations: Array


@dataclass(frozen=True, kw_only=True, eq=False)
class _Waypoint:
    s: float
    configuration: Array


def plan_path(
    kinematics: Kinematics,
    start: Array,
    motions: Mapping[str, CartesianMotion],
    settings: PathSettings,
) -> CartesianPath | Refusal:
    """Return the path from ``start`` along the motions of the named arms, or why there is none.

    Args:
        kinematics: back end; arms without a motion stand still and count as obstacles.
        start: configuration, shape (n,).
        motions: by arm; each begins at the end pose that ``start`` gives.
        settings: tolerances.
    """
    check = kinematics.collision_check(start)
    if isinstance(check, CollisionPair):
        return _overlap_at_start(check)
    planner = _PathPlanner(kinematics, start, motions, settings)
    waypoints = [_Waypoint(s=0.0, configuration=start)]
    steps = max(_MIN_SEGMENTS, *(motion.steps for motion in motions.values()))
    for step in range(1, steps + 1):
        segment = planner.extend(waypoints[-1], step / steps)
        if isinstance(segment, Refusal):
            return segment
        for waypoint in segment:
            blocked = _collision(check, waypoints[-1], waypoint, settings.collision_step)
            if blocked is not None:
                return blocked
            waypoints.append(waypoint)
    return CartesianPath(
        parameters=np.array([waypoint.s for waypoint in waypoints]),
        configurations=np.array([waypoint.configuration for waypoint in waypoints]),
    )


class _PathPlanner:
    def __init__(
        self,
        kinematics: Kinematics,
        start: Array,
        motions: Mapping[str, CartesianMotion],
        settings: PathSettings,
    ) -> None:
        self._kinematics = kinematics
        self._motions = motions
        self._settings = settings
        limits = kinematics.limits
        # A start within the margin may be left, but not towards the limit.
        self._lower = np.minimum(limits.lower + settings.limit_margin, start)
        self._upper = np.maximum(limits.upper - settings.limit_margin, start)

    def extend(self, begin: _Waypoint, s: float) -> list[_Waypoint] | Refusal:
        """Return the waypoints after ``begin`` up to ``s``."""
        end = self._solve(s, begin.configuration, reached=begin.s)
        if isinstance(end, Refusal):
            return end
        return self._refine(begin, end, 0)

    def _refine(self, begin: _Waypoint, end: _Waypoint, depth: int) -> list[_Waypoint] | Refusal:
        middle = 0.5 * (begin.s + end.s)
        chord = 0.5 * (begin.configuration + end.configuration)
        if self._on_motion(middle, chord):
            return [end]
        if depth == self._settings.max_depth:
            return _jump(self._kinematics, begin, end)
        halfway = self._solve(middle, chord, reached=begin.s)
        if isinstance(halfway, Refusal):
            return halfway
        first = self._refine(begin, halfway, depth + 1)
        if isinstance(first, Refusal):
            return first
        second = self._refine(halfway, end, depth + 1)
        return second if isinstance(second, Refusal) else first + second

    def _on_motion(self, s: float, configuration: Array) -> bool:
        for arm, motion in self._motions.items():
            wanted = motion.pose(s)
            actual = self._kinematics.frames(configuration, arm).end_pose
            if actual.distance_to(wanted) > self._settings.position_tolerance:
                return False
            if actual.angle_to(wanted) > self._settings.orientation_tolerance:
                return False
        return True

    def _solve(self, s: float, seed: Array, reached: float) -> _Waypoint | Refusal:
        configuration = seed
        for arm, motion in self._motions.items():
            solution = self._kinematics.inverse(arm, motion.pose(s), configuration)
            if isinstance(solution, IkFailure):
                return _unsolved(arm, solution, reached)
            configuration = solution
        outside = (configuration < self._lower) | (configuration > self._upper)
        for arm in self._motions:
            for column in np.flatnonzero(outside[self._kinematics.columns(arm)]):
                joint = self._kinematics.columns(arm).start + int(column)
                return self._beyond_limit(joint, reached)
        return _Waypoint(s=s, configuration=configuration)

    def _beyond_limit(self, joint: int, reached: float) -> Refusal:
        name = self._kinematics.joint_names[joint]
        lower, upper = self._kinematics.limits.lower[joint], self._kinematics.limits.upper[joint]
        return Refusal(
            reason=Reason.JOINT_LIMIT,
            message=(
                f"{name} would come within {self._settings.limit_margin:g} rad of its limits "
                f"{lower:.3f}...{upper:.3f} rad after {reached:.0%} of the path"
            ),
            fraction=reached,
            blocking=(name,),
        )


def _collision(
    check: CollisionCheck, begin: _Waypoint, end: _Waypoint, step: float
) -> Refusal | None:
    """Return the first collision on a joint segment, or None."""
    change = end.configuration - begin.configuration
    count = max(1, math.ceil(float(np.abs(change).max()) / step))
    for index in range(1, count + 1):
        pair = check(begin.configuration + (index / count) * change)
        if pair is not None:
            return _blocked(pair, begin.s + (index - 1) / count * (end.s - begin.s))
    return None


def _unsolved(arm: str, failure: IkFailure, reached: float) -> Refusal:
    if failure.joint is None:
        return Refusal(
            reason=Reason.UNREACHABLE,
            message=f"arm {arm} cannot reach farther than {reached:.0%} of the path",
            fraction=reached,
            blocking=(arm,),
        )
    return Refusal(
        reason=Reason.JOINT_LIMIT,
        message=f"{failure.joint} stops at its limit after {reached:.0%} of the path",
        fraction=reached,
        blocking=(failure.joint,),
    )


def _jump(kinematics: Kinematics, begin: _Waypoint, end: _Waypoint) -> Refusal:
    change = np.abs(end.configuration - begin.configuration)
    name = kinematics.joint_names[int(np.argmax(change))]
    return Refusal(
        reason=Reason.JOINT_JUMP,
        message=f"{name} would have to jump by {change.max():.2f} rad at {begin.s:.0%} of the path",
        fraction=begin.s,
        blocking=(name,),
    )


def _blocked(pair: CollisionPair, reached: float) -> Refusal:
    return Refusal(
        reason=Reason.COLLISION,
        message=f"{pair.first} would touch {pair.second} after {reached:.0%} of the path",
        fraction=reached,
        blocking=tuple(pair),
    )


def _overlap_at_start(pair: CollisionPair) -> Refusal:
    return Refusal(
        reason=Reason.START_IN_COLLISION,
        message=f"{pair.first} overlaps {pair.second} where the arms stand; free them by hand",
        blocking=tuple(pair),
    )
