"""Which arm carries a thing, or how two arms do it, one after the other."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace

from eyehand_core.layout.embodied.grasp import Grasp, fits_hand, grasps
from eyehand_core.layout.embodied.hands import Hands
from eyehand_core.layout.embodied.routine import LIFT
from eyehand_core.layout.embodied.transfers import Spot, Transfer, spot_of
from eyehand_core.layout.polygon import Polygon, box_corners, common_area
from eyehand_core.world_state import ObjectState, WorldState

# Free space around a thing that is put down for the other arm [m], and the raster of such places.
_ROOM = 0.1
_STEP = 0.03
# Turns that a wrist does at once, without a new grasp [degree].
_ONE_TURN_DEG = 60.0


@dataclass(frozen=True, kw_only=True)
class Leg:
    """A part of a transfer that one arm does.

    Attributes:
        transfer: the thing and its way.
        grasp: how it is taken.
        height: of the thing's frame above the world's origin where it stands [m].
    """

    transfer: Transfer
    grasp: Grasp
    height: float


def legs(transfer: Transfer, hands: Hands, state: WorldState) -> tuple[Leg, ...] | str:
    """Return how a thing can be carried, or why it cannot, in words for an agent."""
    if not fits_hand(transfer):
        return f"the {transfer.object} is too wide for the robot's hand"
    direct = _leg(transfer, hands, state)
    if direct:
        return (direct,)
    for spot in _stopovers(transfer, state):
        first = _leg(replace(transfer, end=spot), hands, state)
        second = _leg(replace(transfer, start=spot), hands, state) if first else None
        if first and second:
            return first, second
    return f"the robot cannot bring the {transfer.object} there"


def _leg(transfer: Transfer, hands: Hands, state: WorldState) -> Leg | None:
    arms = sorted(
        hands.settled.arms,
        key=lambda name: abs(float(hands.settled.arms[name].tcp[0]) - transfer.start.x),
    )
    height = float(state.objects[transfer.object].pose.position[2])
    neighbours = [_covered(body) for body in _others(transfer, state)]
    for grasp in grasps(transfer, arms, neighbours):
        if _reached(transfer, grasp, height, hands):
            return Leg(transfer=transfer, grasp=grasp, height=height)
    return None


def _reached(transfer: Transfer, grasp: Grasp, height: float, hands: Hands) -> bool:
    turned = grasp.heading_deg + grasp.turn_deg
    stays = (
        (transfer.start, grasp.heading_deg, height),
        (transfer.start, grasp.heading_deg, height + LIFT),
        (transfer.end, grasp.heading_deg, height + LIFT),
        (transfer.end, turned, height + LIFT),
        (transfer.end, turned, height),
    )
    return all(hands.reaches(grasp.arm, (at.x, at.y, z), way) for at, way, z in stays)


def _stopovers(transfer: Transfer, state: WorldState) -> Iterator[Spot]:
    """Yield places to put a thing down on its way: to take it anew, or with the other arm."""
    half = transfer.start.yaw_deg + transfer.turn_deg / 2.0
    if abs(transfer.turn_deg) > _ONE_TURN_DEG:
        yield replace(transfer.start, yaw_deg=half)
        yield replace(transfer.end, yaw_deg=half)
    for spot in _places_between(transfer, state):
        yield spot
        if abs(transfer.turn_deg) > _ONE_TURN_DEG:
            yield replace(spot, yaw_deg=half)


def _places_between(transfer: Transfer, state: WorldState) -> Iterator[Spot]:
    """Yield free places half way between the arms, those on the way first."""
    resting = [arm.tcp for arm in state.arms.values()]
    middle = sum(float(tcp[0]) for tcp in resting) / len(resting)
    start, end = transfer.start, transfer.end
    rows = [min(start.y, end.y) + step * _STEP for step in range(-6, 7)]
    columns = [middle + step * _STEP for step in range(-3, 4)]
    spots = [Spot(x=x, y=y, yaw_deg=start.yaw_deg) for x, y in itertools.product(columns, rows)]
    covered = [_covered(body) for body in _others(transfer, state)]
    for spot in sorted(spots, key=lambda at: at.distance(start) + at.distance(end)):
        room = box_corners((spot.x, -spot.y), (_ROOM, _ROOM), 0.0)
        if not any(common_area(room, other) for other in covered):
            yield spot


def _others(transfer: Transfer, state: WorldState) -> list[ObjectState]:
    return [body for name, body in state.objects.items() if name != transfer.object]


def _covered(body: ObjectState) -> Polygon:
    """Return what the box of a standing body covers on the table, y downwards [m]."""
    at = spot_of(body)
    return box_corners((at.x, -at.y), (float(body.size[0]), float(body.size[1])), at.yaw_deg)
