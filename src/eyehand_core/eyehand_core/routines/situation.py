"""What an expert step looks at, and the moves it can choose from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from eyehand_core.decisions.decision import Decision, DualTranslate, Shift, Translate
from eyehand_core.geometry.rotation import Array
from eyehand_core.predicates.moment import Moment

LONGEST_MM = 100.0  # longest move of one decision
SHORTEST_MM = 1.0  # shortest; smaller residuals cannot be commanded and count as reached
AXES = "xyz"
BOTH = "both"


@dataclass(frozen=True, kw_only=True, eq=False)
class Situation:
    """One turn of an expert step.

    Attributes:
        moment: the true state now.
        start: the true state when the step began.
        arms: arms of the task.
        issued: decisions that this step has made already.
        refused: how many of its last decisions in a row were not carried out.
    """

    moment: Moment
    start: Moment
    arms: tuple[str, ...]
    issued: int
    refused: int

    def arms_meant(self, arm: str) -> tuple[str, ...]:
        """Return the names of the arms behind an arm name, a role or ``both``."""
        return self.arms if arm == BOTH else (self.moment.arm(arm).name,)

    def alternative(self, decisions: list[Decision]) -> Decision | None:
        """Return the first choice, after refusals the next ones in turn; None without any."""
        return decisions[self.refused % len(decisions)] if decisions else None


def moves(ways: Mapping[str, Array], order: str, reason: str) -> list[Decision]:
    """Return decisions that move arms along one world axis each, the preferred first.

    Args:
        ways: way to go for each arm [m], shape (3,).
        order: axes in the order of preference, for example ``"xyz"``.
        reason: note for the record.
    """
    decisions = []
    for axis in order:
        index = AXES.index(axis)
        shifts = {
            arm: Shift(axis=axis, sign="+" if way[index] > 0 else "-", distance_mm=length)
            for arm, way in ways.items()
            if (length := _millimetres(way[index])) > SHORTEST_MM
        }
        decisions += [_move(shifts, reason)] if shifts else []
    return decisions


def rise_first(way: Array) -> str:
    """Return the order of axes that goes up before and down after moving sideways.

    Args:
        way: way to go along the world's axes [m], shape (3,).
    """
    return "zxy" if way[2] > 0 else "xyz"


def _millimetres(length: float) -> float:
    return round(min(abs(float(length)) * 1000.0, LONGEST_MM), 1)


def _move(shifts: Mapping[str, Shift], reason: str) -> Decision:
    if len(shifts) > 1:
        return DualTranslate(left=shifts["left"], right=shifts["right"], reason=reason)
    ((arm, shift),) = shifts.items()
    return Translate(
        arm=arm, axis=shift.axis, sign=shift.sign, distance_mm=shift.distance_mm, reason=reason
    )
