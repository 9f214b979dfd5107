"""The steps that carry one thing: pick, lift, carry, turn, put down, let go."""

from __future__ import annotations

from typing import Any

from eyehand_core.declarations import Names
from eyehand_core.layout.embodied.grasp import Grasp
from eyehand_core.layout.embodied.transfers import Spot, Transfer
from eyehand_core.predicates.moment import Facts, Moment
from eyehand_core.routines import steps  # noqa: F401 - registers the vocabulary
from eyehand_core.routines.routine import Routine, compile_routine
from eyehand_core.world_state import WorldState

LIFT = 0.07
"""How high things are carried: over things that stand on the table [m]."""
# The fingers close this far above the middle of a thing, so that they keep off the table [m].
_GRIP = 0.006
# Height at which a held thing is let go above where it stood [m].
_DROP = 0.001


def carrying(transfer: Transfer, grasp: Grasp, height: float) -> list[dict[str, Any]]:
    """Return the declared steps of a transfer.

    Args:
        transfer: the thing and its way.
        grasp: how it is taken.
        height: of the thing's frame where it stands, z in the world [m].
    """
    arm, thing = grasp.arm, transfer.object
    turned = grasp.heading_deg + grasp.turn_deg
    return [
        {"open": {"arm": arm}},
        _aim(arm, grasp.heading_deg),
        {"tcp_to": {"arm": arm, "point": thing, "above": LIFT}},
        {"tcp_to": {"arm": arm, "point": thing, "above": _GRIP}},
        {"close": {"arm": arm}},
        {"shift": {"arm": arm, "by": [0.0, 0.0, LIFT]}},
        {"carry_to": {"arm": arm, "object": thing, "place": _over(transfer.end, height + LIFT)}},
        _aim(arm, turned),
        *_put_down(arm, thing, transfer.end, height),
    ]


def returning(transfer: Transfer, grasp: Grasp, height: float) -> list[dict[str, Any]]:
    """Return the steps that bring a thing in the hand back to where it was taken.

    Args:
        transfer: the thing and its way.
        grasp: how it is held.
        height: of the thing's frame where it stood, z in the world [m].
    """
    arm, thing = grasp.arm, transfer.object
    return [
        {"carry_to": {"arm": arm, "object": thing, "place": _over(transfer.start, height + LIFT)}},
        _aim(arm, grasp.heading_deg),
        *_put_down(arm, thing, transfer.start, height),
    ]


def retreat(arm: str, state: WorldState, settled: WorldState) -> list[dict[str, Any]]:
    """Return the steps that bring an arm out of the way, beside the canvas where it rests."""
    way = settled.arms[arm].tcp - state.arms[arm].tcp
    aside = [float(way[0]), float(way[1]), 0.0]
    return [{"shift": {"arm": arm, "by": aside, "order": "xyz"}}]


def compiled(declared: list[dict[str, Any]], state: WorldState, arms: tuple[str, ...]) -> Routine:
    """Return declared steps as a routine for the things and arms of a world state."""
    names = Names(objects={name: () for name in state.objects}, arms=arms)
    return Routine(compile_routine(declared, names), arms)


def moment(state: WorldState, settled: WorldState) -> Moment:
    """Return what steps look at: a state, and the one after the reset."""
    return Moment(now=state, facts=Facts(settled=settled))


def _put_down(arm: str, thing: str, spot: Spot, height: float) -> list[dict[str, Any]]:
    return [
        {"carry_to": {"arm": arm, "object": thing, "place": _over(spot, height + LIFT)}},
        {"carry_to": {"arm": arm, "object": thing, "place": _over(spot, height + _DROP)}},
        {"open": {"arm": arm}},
        {"shift": {"arm": arm, "by": [0.0, 0.0, LIFT]}},
    ]


def _aim(arm: str, heading_deg: float) -> dict[str, Any]:
    return {"aim": {"arm": arm, "elevation_deg": 90.0, "heading_deg": heading_deg}}


def _over(spot: Spot, z: float) -> list[float]:
    return [spot.x, spot.y, z]
