"""How much larger an obstacle may be taken than it is, so that a motion can begin where it does."""

from __future__ import annotations

from collections.abc import Callable

START_OVERLAP = 0.003
"""Overlap at the start that still counts as touching: soft contacts of simulated bodies [m]."""

_HALVINGS = 6


def growth_at_start(
    touches: Callable[[float], bool], clearance: float, slack: float
) -> float | None:
    """Return by how much to grow an obstacle in a motion's checks.

    Args:
        touches: tells whether the robot at its start touches the obstacle grown by some length [m].
        clearance: distance to keep [m]; the answer unless the robot stands nearer already.
        slack: how much nearer a robot that stands too near may come [m].

    Returns:
        Growth [m], negative for a robot that overlaps a little; None if it overlaps too much.
    """
    if not touches(clearance):
        return clearance
    free, blocked = -START_OVERLAP, clearance
    if touches(free):
        return None
    for _ in range(_HALVINGS):
        middle = 0.5 * (free + blocked)
        free, blocked = (free, middle) if touches(middle) else (middle, blocked)
    return free - slack
