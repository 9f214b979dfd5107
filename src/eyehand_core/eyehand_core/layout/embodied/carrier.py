"""Carrying things with a robot, by the commands that any agent has. State is never set."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from eyehand_core.decisions.arm_motion import ArmMotion
from eyehand_core.layout.embodied.hands import FAULTS, Hands, MoveError
from eyehand_core.layout.embodied.reach_plan import Leg
from eyehand_core.layout.embodied.routine import carrying, compiled, moment, retreat, returning
from eyehand_core.layout.embodied.transfers import Spot, spot_of
from eyehand_core.world_state import WorldState

ARRIVED = 0.006
"""A thing has arrived if it stands this near to where it was to be [m]."""
# So many refused commands in a row end an attempt.
_REFUSALS = 8


class Carrier:
    """Carries things, one part of a way after the other, and keeps all samples.

    Args:
        hands: the robot.
    """

    def __init__(self, hands: Hands) -> None:
        self._hands = hands
        self._samples: list[WorldState] = [hands.settled]
        self._taken = 1

    @property
    def state(self) -> WorldState:
        """The newest sample."""
        return self._samples[-1]

    def take(self) -> list[WorldState]:
        """Return the samples since the last call."""
        new = self._samples[self._taken :]
        self._samples = self._samples[-1:]
        self._taken = 1
        return new

    def carry(self, leg: Leg) -> str:
        """Carry a thing; return what went wrong, in words for an agent, empty if nothing did.

        A thing that cannot be brought to its place is brought back, if that is possible.

        Raises:
            MoveError: the robot was stopped, or cannot be commanded.
        """
        thing, arm = leg.transfer.object, leg.grasp.arm
        done = self._run(carrying(leg.transfer, leg.grasp, leg.height))
        if not done and self.state.arms[arm].told_to_close:
            self._run(returning(leg.transfer, leg.grasp, leg.height))
        self._run(retreat(arm, self.state, self._hands.settled))
        if not done:
            return f"the robot could not carry the {thing} there"
        if self._spot(thing).distance(leg.transfer.end) > ARRIVED:
            return f"the {thing} did not come to stand where it was to be"
        return ""

    def _spot(self, thing: str) -> Spot:
        return spot_of(self.state.objects[thing])

    def _run(self, steps: list[dict[str, Any]]) -> bool:
        """Carry out declared steps; return False if the robot refused too often."""
        routine = compiled(steps, self.state, tuple(self._hands.settled.arms))
        refused = 0
        while refused < _REFUSALS:
            decision = routine.decide(moment(self.state, self._hands.settled), refused > 0)
            if decision is None:
                return True
            refused = 0 if self._command(decision.motions()) else refused + 1
        return False

    def _command(self, motions: Sequence[ArmMotion]) -> bool:
        done = self._hands.carry_out(motions)
        self._samples += self._hands.take()
        if self._hands.code in FAULTS:
            raise MoveError(self._hands.code, self._hands.refusal)
        return done
