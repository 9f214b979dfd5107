"""A world whose time passes by the clock and never stops, for rehearsals of a physical cell."""

from __future__ import annotations

import time

from eyehand_world.lockstep import SAMPLE_TICKS, LockstepWorld
from eyehand_world.physics_settings import TICK_S

_LATEST_S = 0.2
"""A world that is farther behind the clock than this gives up catching up [s]."""


class RealTimeWorld(LockstepWorld):
    """One scene that goes on while nobody commands it, as a robot and its table do.

    Time begins with the first reset. Nothing is repeatable bit for bit, because goals meet
    whatever tick the clock has reached.
    """

    _zero: float | None = None
    _resting = False

    @property
    def next_tick_in(self) -> float | None:
        """Wall time until the next tick is due [s]; None before the first reset."""
        if self.paused:
            return None
        now = time.monotonic()
        due = self.tick * TICK_S
        if self._zero is None or now - self._zero - due > _LATEST_S:
            self._zero = now - due
        return max(0.0, self._zero + due - now)

    @property
    def takes_goals(self) -> bool:
        """Always."""
        return True

    @property
    def at_rest(self) -> bool:
        """True when nothing has moved for the time that a lock-stepped world waits."""
        return self._resting

    def advance(self) -> None:
        """Let one control tick pass.

        Raises:
            WorldError: the simulation has diverged.
        """
        was_active = self.active
        self._step()
        self._idle_ticks = 0 if was_active else self._idle_ticks + 1
        self.paused = False
        self._resting = self._rested(self.settle_ticks)
        if self.tick % SAMPLE_TICKS == 0:
            self._sample()

    def settle_after_reset(self) -> None:
        """Let objects come to rest, then publish the first sample and let time pass."""
        self._resting = True
        super().settle_after_reset()
        self.paused = False
