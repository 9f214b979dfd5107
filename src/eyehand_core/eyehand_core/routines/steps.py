"""The vocabulary of expert routines.

Each step is a function of the situation that returns the next decision, or None once what it wants
is reached. A step never remembers anything: it looks at the true state again every turn.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from eyehand_core.decisions.decision import Aperture, Decision, Look
from eyehand_core.declarations import (
    REQUIRED,
    ArmName,
    CameraAction,
    Choice,
    Number,
    ObjectName,
    PointName,
    Vector,
)
from eyehand_core.geometry.rotation import Array
from eyehand_core.routines.orientation import gripper_orientation, turns_between
from eyehand_core.routines.routine import step
from eyehand_core.routines.situation import Situation, moves, rise_first

AUTOMATIC = "auto"
ORDER = Choice(allowed=(AUTOMATIC, "xyz", "yxz", "zxy", "zyx", "yzx", "xzy"), default=AUTOMATIC)
DISTANCE = Number(minimum=-0.5, maximum=0.5, default=0.0)
ONE_OR_BOTH = ArmName(both=True)


def angle(default: object = 0.0) -> Number:
    """Return the parameter kind of an angle [deg]."""
    return Number(minimum=-180.0, maximum=180.0, default=default)


@step("look", action=CameraAction())
def look(situation: Situation, action: str) -> Decision | None:
    """Take one camera action, for example `camera.view_topdown`."""
    return None if situation.issued else Look(action=action, command="", reason="look first")


@step(
    "aim",
    arm=ArmName(),
    elevation_deg=angle(REQUIRED),
    along=ObjectName(default=None),
    symmetry_deg=Number(minimum=1.0, maximum=360.0, default=360.0),
    heading_deg=angle(),
    roll_deg=angle(),
)
def aim(  # noqa: PLR0913 - the parameters of a declared step
    situation: Situation,
    *,
    arm: str,
    elevation_deg: float,
    along: str | None,
    symmetry_deg: float,
    heading_deg: float,
    roll_deg: float,
) -> Decision | None:
    """Turn the gripper of `arm` to point down by `elevation_deg` (90 is straight down).

    Its heading, seen from above, is `heading_deg` to the left of "away from the robot", plus the
    yaw of the object `along`, brought into +-`symmetry_deg`/2. Then it rolls by `roll_deg`.
    """
    heading = heading_deg
    if along is not None:
        matrix = situation.moment.object(along).pose.matrix
        yaw = math.degrees(math.atan2(matrix[1, 0], matrix[0, 0]))
        heading += math.remainder(yaw, symmetry_deg)
    target = gripper_orientation(
        math.radians(heading), math.radians(elevation_deg), math.radians(roll_deg)
    )
    current = situation.moment.arm(arm).end_pose.quaternion
    return situation.alternative([*turns_between(current, target, arm, f"aim the {arm} gripper")])


@step("tcp_to", arm=ArmName(), point=PointName(), back=DISTANCE, above=DISTANCE, order=ORDER)
def tcp_to(  # noqa: PLR0913 - the parameters of a declared step
    situation: Situation, *, arm: str, point: str, back: float, above: float, order: str
) -> Decision | None:
    """Bring the point between the pads of `arm` to `point`.

    It stops `back` [m] behind the point along the approach axis and `above` [m] higher. Moves go
    one axis after the other in `order`; `auto` rises first and sinks last.
    """
    ways = {arm: _way(situation, arm, point, back, above)}
    return _go(situation, ways, order, f"{arm} gripper to the {point}")


@step("tcps_to", left=PointName(), right=PointName(), back=DISTANCE, above=DISTANCE, order=ORDER)
def tcps_to(  # noqa: PLR0913 - the parameters of a declared step
    situation: Situation, *, left: str, right: str, back: float, above: float, order: str
) -> Decision | None:
    """Bring both grippers to their points at the same time; otherwise like `tcp_to`."""
    points = {"left": left, "right": right}
    ways = {arm: _way(situation, arm, point, back, above) for arm, point in points.items()}
    return _go(situation, ways, order, f"grippers to {left} and {right}")


@step("shift", arm=ONE_OR_BOTH, by=Vector(length=3, minimum=-0.5, maximum=0.5), order=ORDER)
def shift(situation: Situation, *, arm: str, by: list[float], order: str) -> Decision | None:
    """Move `arm` (or `both`) by the vector `by` [m] from where it is when the step begins."""
    ways = {
        name: situation.start.arm(name).tcp + np.array(by) - situation.moment.arm(name).tcp
        for name in situation.arms_meant(arm)
    }
    return _go(situation, ways, order, f"move {arm}")


@step("carry", arm=ArmName(), object=ObjectName(), to=PointName(), above=DISTANCE, order=ORDER)
def carry(  # noqa: PLR0913 - the parameters of a declared step
    situation: Situation, *, arm: str, object: str, to: str, above: float, order: str
) -> Decision | None:
    """Move `arm` until the `object` it holds is `above` [m] over the point `to`."""
    target = situation.moment.point(to) + np.array([0.0, 0.0, above])
    ways = {arm: target - situation.moment.point(object)}
    return _go(situation, ways, order, f"carry the {object} over the {to}")


@step("close", arm=ONE_OR_BOTH)
def close(situation: Situation, *, arm: str) -> Decision | None:
    """Close the gripper of `arm` (or `both`)."""
    arms = situation.arms_meant(arm)
    done = all(situation.moment.arm(name).told_to_close for name in arms)
    return None if done else _aperture(situation, arms, opens=False)


@step("open", arm=ONE_OR_BOTH)
def open_gripper(situation: Situation, *, arm: str) -> Decision | None:
    """Open the gripper of `arm` (or `both`)."""
    arms = situation.arms_meant(arm)
    done = all(situation.moment.arm(name).told_to_open for name in arms)
    return None if done else _aperture(situation, arms, opens=True)


def _way(situation: Situation, arm: str, point: str, back: float, above: float) -> Array:
    state = situation.moment.arm(arm)
    approach = state.end_pose.matrix[:, 0]
    target = situation.moment.point(point) - back * approach
    return np.asarray(target + np.array([0.0, 0.0, above]) - state.tcp)


def _go(
    situation: Situation, ways: Mapping[str, Array], order: str, reason: str
) -> Decision | None:
    mean = np.mean(list(ways.values()), axis=0)
    axes = rise_first(mean) if order == AUTOMATIC else order
    return situation.alternative(moves(ways, axes, reason))


def _aperture(situation: Situation, arms: tuple[str, ...], *, opens: bool) -> Decision:
    verb = "open" if opens else "close"
    if len(situation.arms) == 1:
        name = "gripper"
    else:
        name = "dual_gripper" if len(arms) > 1 else f"{arms[0]}_gripper"
    reason = "let go" if opens else "the fingers are where they should close"
    return Aperture(action=f"{name}.{verb}", arms=arms, opens=opens, reason=reason)
