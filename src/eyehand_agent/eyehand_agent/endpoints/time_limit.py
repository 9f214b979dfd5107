"""Running a blocking call under a total time limit."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


class TimeLimitError(Exception):
    """The call did not end in time; its result will be ignored."""


def within(limit_s: float, call: Callable[[], T]) -> T:
    """Return the result of ``call``.

    Read timeouts of HTTP clients count from byte to byte, so a server that drips holds them for
    ever; this limit is for the whole.

    Args:
        limit_s: longest time [s].
        call: made in a thread of its own, which is left behind when the limit is reached.

    Raises:
        TimeLimitError: the limit was reached. Exceptions of ``call`` pass through.
    """
    outcome: queue.SimpleQueue[tuple[T | None, BaseException | None]] = queue.SimpleQueue()

    def run() -> None:
        try:
            outcome.put((call(), None))
        except BaseException as error:  # noqa: BLE001 - handed over to the caller's thread
            outcome.put((None, error))

    threading.Thread(target=run, name="model request", daemon=True).start()
    try:
        result, error = outcome.get(timeout=max(0.0, limit_s))
    except queue.Empty:
        raise TimeLimitError(f"no complete answer within {limit_s:.0f} s") from None
    if error is not None:
        raise error
    return result  # type: ignore[return-value]  # a result comes without an error
