"""Predicates on the poses and velocities of objects."""

from __future__ import annotations

import math

import numpy as np

from eyehand_core.declarations import BodyName, Number, ObjectName, PointName
from eyehand_core.geometry import rotation
from eyehand_core.predicates.moment import Moment
from eyehand_core.predicates.predicate import predicate

LENGTH = Number(minimum=0.0, maximum=1.0)
OFFSET = Number(minimum=-1.0, maximum=1.0)


@predicate("lifted", object=ObjectName(), above=LENGTH)
def lifted(moment: Moment, object: str, above: float) -> bool:
    """`object` is more than `above` [m] higher than after settling."""
    return moment.rise(object) > above


@predicate("moved_less", object=ObjectName(), than=LENGTH)
def moved_less(moment: Moment, object: str, than: float) -> bool:
    """`object` is less than `than` [m] from where it was after settling."""
    start, now = moment.settled(object).pose, moment.object(object).pose
    return now.distance_to(start) < than


@predicate("near_xy", object=PointName(), to=PointName(), within=LENGTH)
def near_xy(moment: Moment, object: str, to: str, within: float) -> bool:
    """`object` and `to` are less than `within` [m] apart, heights ignored."""
    offset = moment.point(object)[:2] - moment.point(to)[:2]
    return math.hypot(float(offset[0]), float(offset[1])) < within


@predicate("near_axes", object=PointName(), to=PointName(), x=LENGTH, y=LENGTH)
def near_axes(moment: Moment, object: str, to: str, x: float, y: float) -> bool:
    """`object` is at most `x` [m] from `to` along world x and at most `y` along world y."""
    offset = np.abs(moment.point(object) - moment.point(to))
    return float(offset[0]) <= x and float(offset[1]) <= y


@predicate("over_face", object=PointName(), support=ObjectName())
def over_face(moment: Moment, object: str, support: str) -> bool:
    """`object` is over the upper face of the box `support`, inside its edges."""
    below = moment.object(support)
    offset = below.pose.inverse().transform(moment.point(object))
    return bool(np.all(np.abs(offset[:2]) <= below.size[:2] / 2)) and float(offset[2]) > 0.0


@predicate("height_between", object=PointName(), over=PointName(), low=OFFSET, high=OFFSET)
def height_between(moment: Moment, object: str, over: str, low: float, high: float) -> bool:
    """`object` is more than `low` and less than `high` [m] above `over`."""
    return low < float(moment.point(object)[2] - moment.point(over)[2]) < high


@predicate("contact", a=BodyName(), b=BodyName())
def contact(moment: Moment, a: str, b: str) -> bool:
    """`a` and `b` touched since the previous sample."""
    return bool(moment.now.contacts_between(a, [b]))


@predicate("upright", object=ObjectName(), within_deg=Number(minimum=0.0, maximum=180.0))
def upright(moment: Moment, object: str, within_deg: float) -> bool:
    """The z axis of `object` is less than `within_deg` from vertical."""
    return moment.vertical_alignment(object) > math.cos(math.radians(within_deg))


@predicate("vertical", object=ObjectName(), within_deg=Number(minimum=0.0, maximum=90.0))
def vertical(moment: Moment, object: str, within_deg: float) -> bool:
    """The z axis of `object` is less than `within_deg` from vertical, either end up."""
    return abs(moment.vertical_alignment(object)) > math.cos(math.radians(within_deg))


@predicate(
    "turned_flat",
    object=ObjectName(),
    yaw_deg=Number(minimum=-180.0, maximum=180.0),
    within_deg=Number(minimum=0.0, maximum=180.0),
)
def turned_flat(moment: Moment, object: str, yaw_deg: float, within_deg: float) -> bool:
    """`object` lies on its base with its x axis at `yaw_deg`, less than `within_deg` off in all."""
    wanted = rotation.from_axis_angle([0, 0, 1], math.radians(yaw_deg))
    off = rotation.angle_between(wanted, moment.object(object).pose.quaternion)
    return off < math.radians(within_deg)


@predicate("still", object=ObjectName(), below=Number(minimum=0.0, maximum=10.0, default=0.01))
def still(moment: Moment, object: str, below: float) -> bool:
    """`object` moves slower than `below` [m/s]."""
    return float(np.linalg.norm(moment.object(object).linear_velocity)) < below
