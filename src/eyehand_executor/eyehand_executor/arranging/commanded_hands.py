"""Hands that are moved by requests to the executor, as any agent moves them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from eyehand_core.decisions.arm_motion import ArmMotion
from eyehand_core.layout.embodied.hands import FAULTS
from eyehand_core.world_state import WorldState

from eyehand_executor.arranging.top_down_reach import TopDownReach


@dataclass(frozen=True, kw_only=True)
class Moved:
    """What became of a request.

    Attributes:
        success: planned and executed to the end.
        code: reason code; empty on success.
        message: the reason in words.
        end: stamp of the state at which the arms were still [s]; 0 if nothing moved.
    """

    success: bool
    code: str
    message: str
    end: float


Move = Callable[[Sequence[ArmMotion], float], Moved]
"""Has motions carried out, planned from a state that is not older than a stamp [s]."""

Rest = Callable[[float], WorldState]
"""Waits for a state at rest that is not older than a stamp [s]."""


class CommandedHands:
    """A robot in one settled scene; see ``Hands``.

    Args:
        settled: the sample at rest after the reset.
        move: sends requests.
        rest: waits for what they led to.
        reach: where grippers can be.
    """

    def __init__(self, settled: WorldState, move: Move, rest: Rest, reach: TopDownReach) -> None:
        self.settled = settled
        self.code = self.refusal = ""
        self._state = settled
        self._new: list[WorldState] = []
        self._move, self._rest, self._reach = move, rest, reach

    def carry_out(self, motions: Sequence[ArmMotion]) -> bool:
        """Carry out one motion per arm, together; return whether they reached their end.

        Raises:
            StackError: a node does not answer, or nobody wants the motion any more.
        """
        moved = self._move(motions, self._state.stamp)
        self.code, self.refusal = moved.code, moved.message
        if moved.code not in FAULTS:  # after a fault the world may never come to rest
            self._state = self._rest(max(moved.end, self._state.stamp))
            self._new.append(self._state)
        return moved.success

    def take(self) -> list[WorldState]:
        """Return the states at rest since the last call, in order."""
        new, self._new = self._new, []
        return new

    def reaches(self, arm: str, point: tuple[float, float, float], heading_deg: float) -> bool:
        """Tell whether a gripper that points down at that heading can be at a point [m]."""
        return self._reach.reaches(arm, point, heading_deg)
