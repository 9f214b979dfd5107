"""World samples between the thread that receives and the one that judges."""

from __future__ import annotations

import queue

from eyehand_core.errors import StackError
from eyehand_core.world_state import WorldState
from eyehand_nodekit.deadline import Deadline


class SampleQueue:
    """Keeps every sample, in order, until it is judged."""

    def __init__(self) -> None:
        self._samples: queue.SimpleQueue[WorldState | None] = queue.SimpleQueue()

    def put(self, state: WorldState) -> None:
        """Take a sample."""
        self._samples.put(state)

    def wake(self) -> None:
        """Let ``poll`` return although there is no sample."""
        self._samples.put(None)

    def clear(self) -> None:
        """Drop what has arrived so far."""
        while not self._samples.empty():
            self._samples.get_nowait()

    def poll(self, seconds: float) -> WorldState | None:
        """Return the next sample, None if somebody called ``wake`` or none arrived in time."""
        try:
            return self._samples.get(timeout=seconds)
        except queue.Empty:
            return None

    def next(self, seconds: float) -> WorldState:
        """Return the next sample.

        Raises:
            StackError: none arrived in time.
        """
        deadline = Deadline(seconds)
        while True:
            state = self.poll(deadline.remaining)
            if state is not None:
                return state
            if deadline.expired:
                raise StackError(
                    f"no sample of the world within {seconds:g} s; are the nodes 'world' "
                    "(world/objects) and 'executor' (arms, of the same stamp) alive?"
                )
