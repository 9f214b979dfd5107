"""Joint states of a world that goes on while somebody waits for them."""

from __future__ import annotations

from collections.abc import Callable

from eyehand_executor.robot_samples import SampleLog


class SteppedSamples(SampleLog):
    """A log whose reader makes the world go on: both share one thread.

    Args:
        step: lets the world go on by a tick; returns whether it did, which it does not once all
            is at rest.
    """

    def __init__(self, step: Callable[[], bool]) -> None:
        super().__init__()
        self._step = step

    def wait(self, seconds: float) -> None:
        """Let the world go on to its next sample; if it rests, none comes for ``seconds``."""
        before = self.newest
        while self._step():
            if self.newest is not before:
                return
        if self.newest is before:
            super().wait(seconds)
