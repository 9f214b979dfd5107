"""Running a blocking call under a total time limit."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


_POLL_S = 0.1


class TimeLimitError(Exception):
    """The call did not end in time, or nobody wants its result any more; it will be ignored."""


def within(limit_s: float, call: Callable[[], T], unwanted: Callable[[], bool]) -> T:
    """Return the result of ``call``.

    Read timeouts of HTTP clients count from byte to byte, so a server that drips holds them for
    ever; this limit is for the whole.

    Args:
        limit_s: longest time [s].
        call: made in a thread of its own, which is left behind when the limit is reached.
        unwanted: tells that nobody wants the result any more; looked at all the time.

    Raises:
        TimeLimitError: the limit was reached, or nobody wants the result any more. Exceptions of
            ``call`` pass through.
    """
    outcome: queue.SimpleQueue[tuple[T | None, BaseException | None]] = queue.SimpleQueue()

    def run() -> None:
        try:
            outcome.put((call(), None))
        except BaseException as error:  # noqa: BLE001 - handed over to the caller's thread
            outcome.put((None, error))

    threading.Thread(target=run, name="model request", daemon=True).start()
    deadline = time.monotonic() + limit_s
    while True:
        try:
            remaining = max(0.0, deadline - time.monotonic())
            result, error = outcome.get(timeout=min(_POLL_S, remaining))
            break
        except queue.Empty:
            if unwanted():
                raise TimeLimitError("the answer is not wanted any more") from None
            if time.monotonic() >= deadline:
                raise TimeLimitError(f"no complete answer within {limit_s:.0f} s") from None
    if error is not None:
        raise error
    return result  # type: ignore[return-value]  # a result comes without an error
