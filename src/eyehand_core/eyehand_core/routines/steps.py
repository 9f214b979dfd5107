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
from eyehand_core.geometry import rotation
from eyehand_core.geometry.rotation import Array
from eyehand_core.routines.orientation import SMALLEST_DEG, gripper_orientation, turns_between
from eyehand_core.routines.routine import step
from eyehand_core.routines.situation import Situation, moves, rise_first

AUTOMATIC = "auto"
ORDER = Choice(allowed=(AUTOMATIC, "xyz", "yxz", "zxy", "zyx", "yzx", "xzy"), default=AUTOMATIC)
DISTANCE = Number(minimum=-0.5, maximum=0.5, default=0.0)
ONE_OR_BOTH = ArmName(both=True)
PLACE = Vector(length=3, minimum=-2.0, maximum=2.0)
SHIFT = Vector(length=3, minimum=-0.5, maximum=0.5, default=[0.0, 0.0, 0.0])
LEVEL = math.sin(math.radians(SMALLEST_DEG))


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
    axis=Choice(allowed=("x", "z"), default="x"),
    symmetry_deg=Number(minimum=1.0, maximum=360.0, default=360.0),
    heading_deg=angle(),
    inward_deg=angle(),
    roll_deg=angle(),
    turn_to_deg=angle(None),
    front_deg=angle(),
)
def aim(  # noqa: PLR0913 - the parameters of a declared step
    situation: Situation,
    *,
    arm: str,
    elevation_deg: float,
    along: str | None,
    axis: str,
    symmetry_deg: float,
    heading_deg: float,
    inward_deg: float,
    roll_deg: float,
    turn_to_deg: float | None,
    front_deg: float,
) -> Decision | None:
    """Turn the gripper of `arm` to point down by `elevation_deg` (90 is straight down).

    Its heading, seen from above, is `heading_deg` to the left of "away from the robot" or of the
    yaw of the object `along`, brought into +-`symmetry_deg`/2; `inward_deg` adds a turn towards the
    middle between the arms. Then it rolls by `roll_deg`. The yaw
    is that of the object's x axis, or of a lying object's z axis from the world's +y. If the object
    is to be turned to the yaw `turn_to_deg` in the hand, the heading is chosen from which the wrist
    is least twisted then and now; it is straight then at a heading `front_deg` towards the middle.
    """
    heading = heading_deg
    if along is not None:
        yaw = _yaw(situation.moment.object(along).pose.matrix, axis)
        turn = 0.0 if turn_to_deg is None else math.remainder(turn_to_deg - yaw, 360.0)
        front = front_deg * _side(situation, arm)
        heading = _least_twisted(heading + yaw, symmetry_deg, turn, front)
    heading += inward_deg * _side(situation, arm)
    target = gripper_orientation(
        math.radians(heading), math.radians(elevation_deg), math.radians(roll_deg)
    )
    return _turn_to(situation, arm, target, f"aim the {arm} gripper")


@step(
    "turn_flat",
    arm=ArmName(),
    object=ObjectName(),
    yaw_deg=angle(),
    short_deg=Number(minimum=0.0, maximum=45.0, default=0.0),
)
def turn_flat(
    situation: Situation, *, arm: str, object: str, yaw_deg: float, short_deg: float
) -> Decision | None:
    """Turn `arm` until the `object` it holds is level with its x axis at `yaw_deg`.

    The last `short_deg` are left out: a wrist that cannot turn the whole way may be near enough.
    """
    wanted = rotation.from_axis_angle([0, 0, 1], math.radians(yaw_deg))
    held = situation.moment.object(object).pose.quaternion
    left = math.degrees(rotation.angle_between(held, wanted))
    if left <= short_deg + SMALLEST_DEG:
        return None
    wanted = rotation.slerp(held, wanted, 1.0 - short_deg / left)
    return _turn_held(situation, arm, wanted, held, f"turn the {object} flat")


@step("turn_upright", arm=ArmName(), object=ObjectName())
def turn_upright(situation: Situation, *, arm: str, object: str) -> Decision | None:
    """Turn `arm` by the shortest way until the z axis of the `object` it holds points up."""
    pose = situation.moment.object(object).pose
    up, top = np.array([0.0, 0.0, 1.0]), pose.matrix[:, 2]
    axis = np.cross(top, up)
    if float(np.linalg.norm(axis)) < LEVEL:
        return None
    lean = math.acos(float(np.clip(top @ up, -1.0, 1.0)))
    upright = rotation.multiply(rotation.from_axis_angle(axis, lean), pose.quaternion)
    return _turn_held(situation, arm, upright, pose.quaternion, f"turn the {object} upright")


@step("tcp_to", arm=ArmName(), point=PointName(), back=DISTANCE, above=DISTANCE, order=ORDER)
def tcp_to(  # noqa: PLR0913 - the parameters of a declared step
    situation: Situation, *, arm: str, point: str, back: float, above: float, order: str
) -> Decision | None:
    """Bring the point between the pads of `arm` to `point`.

    It stops `back` [m] behind the point along the approach axis and `above` [m] higher. Moves go
    one axis after the other in `order`; `auto` rises first and sinks last.
    """
    (name,) = situation.arms_meant(arm)
    ways = {name: _way(situation, name, point, back, above)}
    return _go(situation, ways, order, f"{name} gripper to the {point}")


@step("tcps_to", left=PointName(), right=PointName(), back=DISTANCE, above=DISTANCE, order=ORDER)
def tcps_to(  # noqa: PLR0913 - the parameters of a declared step
    situation: Situation, *, left: str, right: str, back: float, above: float, order: str
) -> Decision | None:
    """Bring both grippers to their points at the same time; otherwise like `tcp_to`."""
    points = {"left": left, "right": right}
    ways = {arm: _way(situation, arm, point, back, above) for arm, point in points.items()}
    return _go(situation, ways, order, f"grippers to {left} and {right}")


@step("shift", arm=ONE_OR_BOTH, by=SHIFT, outward=DISTANCE, order=ORDER)
def shift(
    situation: Situation, *, arm: str, by: list[float], outward: float, order: str
) -> Decision | None:
    """Move `arm` (or `both`) by the vector `by` [m] from where it is when the step begins.

    `outward` adds a way along the world's x axis, to the side where the arm rests.
    """
    ways = {}
    for name in situation.arms_meant(arm):
        way = np.array(by) + [outward * _side(situation, name), 0.0, 0.0]
        ways[name] = situation.start.arm(name).tcp + way - situation.moment.arm(name).tcp
    return _go(situation, ways, order, f"move {arm}")


@step(
    "carry",
    arm=ArmName(),
    object=PointName(),
    to=PointName(),
    above=DISTANCE,
    outward=DISTANCE,
    order=ORDER,
)
def carry(  # noqa: PLR0913 - the parameters of a declared step
    situation: Situation,
    *,
    arm: str,
    object: str,
    to: str,
    above: float,
    outward: float,
    order: str,
) -> Decision | None:
    """Move `arm` until the `object` it holds is `above` [m] over the point `to`.

    It stops `outward` [m] beside that along the world's x axis, on the side where the arm rests.
    """
    beside = np.array([outward * _side(situation, arm), 0.0, above])
    return _carry(situation, arm, object, situation.moment.point(to) + beside, order)


@step("carry_to", arm=ArmName(), object=PointName(), place=PLACE, order=ORDER)
def carry_to(
    situation: Situation, *, arm: str, object: str, place: list[float], order: str
) -> Decision | None:
    """Move `arm` until the `object` it holds is at `place` [m] in the world."""
    return _carry(situation, arm, object, np.array(place), order)


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


def _carry(situation: Situation, arm: str, held: str, target: Array, order: str) -> Decision | None:
    (name,) = situation.arms_meant(arm)
    ways = {name: target - situation.moment.point(held)}
    return _go(situation, ways, order, f"carry the {held}")


def _turn_held(
    situation: Situation, arm: str, wanted: Array, held: Array, reason: str
) -> Decision | None:
    change = rotation.multiply(wanted, rotation.conjugate(held))
    hand = situation.moment.arm(arm).end_pose.quaternion
    return _turn_to(situation, arm, rotation.multiply(change, hand), reason)


def _turn_to(situation: Situation, arm: str, target: Array, reason: str) -> Decision | None:
    state = situation.moment.arm(arm)
    turns = turns_between(state.end_pose.quaternion, target, state.name, reason)
    return situation.alternative([*turns])


def _side(situation: Situation, arm: str) -> float:
    """Return on which side of the robot an arm rests: 1 right, -1 left."""
    resting = situation.moment.facts.settled.arms[situation.moment.arm(arm).name]
    return math.copysign(1.0, float(resting.tcp[0]))


def _least_twisted(heading: float, symmetry: float, turn: float, front: float) -> float:
    """Return the one of all equal headings [deg] that suits best.

    Args:
        heading: a heading that fits the object.
        symmetry: turn after which the object looks the same.
        turn: turn that will follow with the object in the hand.
        front: heading that is nearest to the front after that turn.
    """
    nearest = math.remainder(heading, symmetry)
    equal = [nearest + number * symmetry for number in (0, -1, 1)]
    return min(equal, key=lambda angle: max(abs(angle), abs(angle + turn - front)))


def _yaw(axes: Array, axis: str) -> float:
    """Return the yaw [deg] of an object's x axis from world x, or of its z axis from world y."""
    if axis == "x":
        return math.degrees(math.atan2(axes[1, 0], axes[0, 0]))
    return math.degrees(math.atan2(-axes[0, 2], axes[1, 2]))


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
