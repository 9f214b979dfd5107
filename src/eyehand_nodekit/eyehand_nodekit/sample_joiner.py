"""World states from two streams of messages, without ROS.

Objects come from the world, arms from the executor. Both carry the stamp of the instant they
describe; samples are joined by it, in order.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from eyehand_core.world_state import WorldState

from eyehand_nodekit import stamps
from eyehand_nodekit.state_reading import world_state_from_messages

_KEPT_SAMPLES = 2000


class SampleJoiner:
    """Joins ObjectStates and ArmStates of equal stamp into world states.

    Args:
        on_sample: takes each world state, in the order of ``sequence``.
        with_arms: False in a world without a robot.
    """

    def __init__(self, on_sample: Callable[[WorldState], None], *, with_arms: bool) -> None:
        self._on_sample = on_sample
        self._with_arms = with_arms
        self._objects: dict[int, Any] = {}
        self._arms: dict[int, Any] = {}
        self._lock = threading.Lock()

    def add_objects(self, message: Any) -> None:
        """Take an ObjectStates message."""
        with self._lock:
            if message.sequence == 0:
                self._objects.clear()
            self._objects[stamps.to_nanoseconds(message.header.stamp)] = message
            self._emit()

    def add_arms(self, message: Any) -> None:
        """Take an ArmStates message."""
        with self._lock:
            self._arms[stamps.to_nanoseconds(message.header.stamp)] = message
            while len(self._arms) > _KEPT_SAMPLES:
                del self._arms[next(iter(self._arms))]
            self._emit()

    def _emit(self) -> None:
        for stamp in list(self._objects):
            if self._with_arms and stamp not in self._arms:
                return
            arms = self._arms.pop(stamp) if self._with_arms else None
            self._on_sample(world_state_from_messages(self._objects.pop(stamp), arms))
