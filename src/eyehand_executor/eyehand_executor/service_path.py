"""Joint paths made of what MoveIt's Cartesian path service answers.

The service's own timing, its step sizes and its word "success" are not relied on: a path that is
not whole is refused, points are placed on the motion by their poses, and two arms are joined anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from eyehand_core.geometry.pose import Pose
from eyehand_core.geometry.rotation import Array

from eyehand_executor.cartesian_motion import CartesianMotion
from eyehand_executor.cartesian_path import CartesianPath, PathSettings
from eyehand_executor.kinematics import CollisionPair, Kinematics
from eyehand_executor.reasons import Reason, Refusal

WHOLE = 0.999
"""Share of the path above which it counts as solved."""

_LARGEST_STEP = 0.35
"""Joint change between two neighbouring points above which the arm has jumped [rad]."""
_TURN_WEIGHT = 0.1
"""A turn by one radian counts as much as this way when points are placed on a motion [m]."""
_SAME = 1e-9


def sorted_path(
    kinematics: Kinematics,
    arm: str,
    motion: CartesianMotion,
    start: Array,
    fraction: float,
    trajectory: Any,
) -> CartesianPath | Refusal:
    """Return the path of one arm with each point's place on the motion, or why it is refused.

    Args:
        kinematics: tells where points are.
        arm: the arm.
        motion: what was asked.
        start: configuration, shape (n,).
        fraction: share of the waypoints that the service reached.
        trajectory: its trajectory_msgs/JointTrajectory.
    """
    if not fraction >= WHOLE:
        return Refusal(
            reason=Reason.UNREACHABLE,
            message=f"MoveIt solves {100.0 * fraction:.0f} % of the path of arm {arm!r}",
            fraction=max(0.0, fraction),
            blocking=(arm,),
        )
    columns = kinematics.columns(arm)
    names = kinematics.joint_names[columns]
    order = [list(trajectory.joint_names).index(name) for name in names]
    points = np.array([list(point.positions) for point in trajectory.points])[:, order]
    configurations = np.repeat(start[None], len(points), axis=0)
    configurations[:, columns] = points
    poses = [kinematics.frames(item, arm).end_pose for item in configurations]
    travelled = np.concatenate([[0.0], np.cumsum([_way(a, b) for a, b in _pairs(poses)])])
    if travelled[-1] < _SAME or poses[-1].distance_to(motion.pose(1.0)) > 1e-3:
        return Refusal(
            reason=Reason.UNREACHABLE,
            message=f"MoveIt's path of arm {arm!r} does not end where it was asked to",
            fraction=fraction,
            blocking=(arm,),
        )
    moved = np.concatenate([[True], np.diff(travelled) > _SAME])
    return CartesianPath(
        parameters=travelled[moved] / travelled[-1], configurations=configurations[moved]
    )


def merged_path(
    kinematics: Kinematics,
    start: Array,
    paths: Mapping[str, CartesianPath],
    settings: PathSettings,
) -> CartesianPath | Refusal:
    """Return one path of all arms on a common parameter, checked as a whole.

    Args:
        kinematics: checks collisions.
        start: configuration, shape (n,).
        paths: by arm, each with the others standing still.
        settings: step of collision checks and distance kept from limits.
    """
    parameters = np.unique(np.concatenate([path.parameters for path in paths.values()]))
    joined = np.repeat(start[None], len(parameters), axis=0)
    for arm, path in paths.items():
        for column in range(*kinematics.columns(arm).indices(len(start))):
            values = path.configurations[:, column]
            joined[:, column] = np.interp(parameters, path.parameters, values)
    check = kinematics.collision_check(start)
    if isinstance(check, CollisionPair):
        return _blocked(Reason.START_IN_COLLISION, check, 0.0)
    for s, begin, end in zip(parameters[1:], joined, joined[1:], strict=False):
        problem = _segment_problem(kinematics, start, begin, end, settings, float(s))
        if problem is not None:
            return problem
        steps = int(np.ceil(np.abs(end - begin).max() / settings.collision_step)) or 1
        for share in np.arange(1, steps + 1) / steps:
            pair = check(begin + share * (end - begin))
            if pair is not None:
                return _blocked(Reason.COLLISION, pair, float(s))
    return CartesianPath(parameters=parameters, configurations=joined)


def _segment_problem(
    kinematics: Kinematics,
    start: Array,
    begin: Array,
    end: Array,
    settings: PathSettings,
    s: float,
) -> Refusal | None:
    lower = np.minimum(kinematics.limits.lower + settings.limit_margin, start)
    upper = np.maximum(kinematics.limits.upper - settings.limit_margin, start)
    beyond = np.flatnonzero((end < lower) | (end > upper))
    if beyond.size:
        joint = kinematics.joint_names[int(beyond[0])]
        return Refusal(
            reason=Reason.JOINT_LIMIT,
            message=f"joint {joint} would come within {settings.limit_margin:g} rad of its limit",
            fraction=s,
            blocking=(joint,),
        )
    jump = float(np.abs(end - begin).max())
    if jump > _LARGEST_STEP:
        return Refusal(
            reason=Reason.JOINT_JUMP,
            message=f"a joint jumps by {jump:.2f} rad between two points; allowed {_LARGEST_STEP}",
            fraction=s,
        )
    return None


def _blocked(reason: Reason, pair: CollisionPair, fraction: float) -> Refusal:
    return Refusal(
        reason=reason,
        message=f"{pair.first} and {pair.second} would touch",
        fraction=fraction,
        blocking=tuple(pair),
    )


def _way(begin: Pose, end: Pose) -> float:
    return begin.distance_to(end) + _TURN_WEIGHT * begin.angle_to(end)


def _pairs(poses: list[Pose]) -> list[tuple[Pose, Pose]]:
    return list(zip(poses, poses[1:], strict=False))
