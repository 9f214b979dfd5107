"""Predicates on grippers and what they touch."""

from __future__ import annotations

import math

import numpy as np

from eyehand_core.declarations import ArmName, ObjectName, PointName
from eyehand_core.predicates.moment import Moment
from eyehand_core.predicates.objects import LENGTH
from eyehand_core.predicates.predicate import predicate

BOTH_FINGERS = 2


@predicate("open", arm=ArmName())
def is_open(moment: Moment, arm: str) -> bool:
    """The gripper of `arm` is measured more than 0.8 open."""
    return moment.arm(arm).is_open


@predicate("closed", arm=ArmName())
def closed(moment: Moment, arm: str) -> bool:
    """The gripper of `arm` was told to close (below 0.2) and its fingers are at rest."""
    return moment.arm(arm).is_closed


@predicate("closed_on", arm=ArmName(), object=ObjectName())
def closed_on(moment: Moment, arm: str, object: str) -> bool:
    """The gripper of `arm` was told to close and a finger touches `object`."""
    return moment.arm(arm).told_to_close and bool(moment.touching_fingers(arm, object))


@predicate("pinched", arm=ArmName(), object=ObjectName())
def pinched(moment: Moment, arm: str, object: str) -> bool:
    """Both fingers of `arm` touch `object`."""
    touching = {c.other(object) for c in moment.touching_fingers(arm, object)}
    return len(touching) >= BOTH_FINGERS


@predicate("touched_near", arm=ArmName(), point=PointName(), within_xy=LENGTH, within_z=LENGTH)
def touched_near(moment: Moment, arm: str, point: str, within_xy: float, within_z: float) -> bool:
    """A finger of `arm` touches the object of `point` within those distances of it.

    The contact is less than `within_xy` [m] away in x and in y and less than `within_z` in z.
    """
    target = moment.point(point)
    limits = np.array([within_xy, within_xy, within_z])
    contacts = moment.touching_fingers(arm, point.partition(".")[0])
    return any(bool(np.all(np.abs(c.position - target) < limits)) for c in contacts)


@predicate("tcp_near", arm=ArmName(), point=PointName(), within=LENGTH)
def tcp_near(moment: Moment, arm: str, point: str, within: float) -> bool:
    """The point between the finger pads of `arm` is less than `within` [m] from `point`."""
    return float(np.linalg.norm(moment.arm(arm).tcp - moment.point(point))) < within


@predicate("tcp_above", arm=ArmName(), point=PointName(), within_xy=LENGTH)
def tcp_above(moment: Moment, arm: str, point: str, within_xy: float) -> bool:
    """The point between the finger pads is above `point` and less than `within_xy` [m] aside."""
    offset = moment.arm(arm).tcp - moment.point(point)
    return math.hypot(float(offset[0]), float(offset[1])) < within_xy and float(offset[2]) > 0.0


@predicate("on_side_of", object=ObjectName(), arm=ArmName())
def on_side_of(moment: Moment, object: str, arm: str) -> bool:
    """`object` is on the side of `arm`: nearer to where its gripper rests than to any other's."""
    x = float(moment.object(object).pose.position[0])
    away = {name: abs(float(a.tcp[0]) - x) for name, a in moment.facts.settled.arms.items()}
    return min(away, key=lambda name: away[name]) == moment.arm(arm).name
