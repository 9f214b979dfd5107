"""When a recorder may take it that nothing more of an episode will arrive."""

from __future__ import annotations

from eyehand_bench.record.topics import RecordedTopic

QUIET_S = 0.3


class Silence:
    """Knows how long no news has come.

    Args:
        now: monotonic time [s].
    """

    def __init__(self, now: float) -> None:
        self._newest = now

    def hear(self, topic: RecordedTopic, now: float) -> None:
        """Take note of a message; periodic ones are no news."""
        if not topic.periodic:
            self._newest = now

    def reached(self, now: float) -> bool:
        """Tell whether there was no news for long enough."""
        return now - self._newest >= QUIET_S
