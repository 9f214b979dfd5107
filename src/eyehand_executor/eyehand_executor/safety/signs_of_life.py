"""When other parts of the stack were last heard, on the monotonic clock."""

from __future__ import annotations

import threading
import time


class SignsOfLife:
    """Written by subscriptions, read by safety rules; for any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._heard: dict[str, float] = {}
        self._clock_ns: int | None = None

    def hear(self, part: str) -> None:
        """Note a sign of life of ``part``."""
        with self._lock:
            self._heard[part] = time.monotonic()

    def hear_clock(self, stamp_ns: int) -> None:
        """Note the simulated clock [ns]; it lives only as long as it moves forward.

        A jump back is a reset, and time goes on from there.
        """
        with self._lock:
            if stamp_ns != self._clock_ns:
                self._clock_ns = stamp_ns
                self._heard[CLOCK] = time.monotonic()

    def age(self, part: str, now: float) -> float | None:
        """Return how long ago ``part`` was last heard [s], None if never."""
        with self._lock:
            heard = self._heard.get(part)
        return None if heard is None else now - heard


AGENT, CAMERA, CLOCK = "agent", "camera", "clock"
"""Parts that are watched."""
