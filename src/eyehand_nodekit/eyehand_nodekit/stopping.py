"""Whether this process is being stopped, so that nobody in it waits for other nodes any longer."""

from __future__ import annotations

import threading

from eyehand_nodekit.deadline import Deadline

_POLL_S = 0.1

STOPPING = threading.Event()
"""Set by the first signal to end; never cleared."""


def changes_before(deadline: Deadline, changed: threading.Condition) -> bool:
    """Wait, holding ``changed``, until it is notified.

    Returns:
        False if the deadline has passed or this process is being stopped.
    """
    while not changed.wait(min(_POLL_S, deadline.remaining)):
        if deadline.expired or STOPPING.is_set():
            return False
    return not STOPPING.is_set()
