"""Whether this process is being stopped, so that nobody in it waits for other nodes any longer."""

from __future__ import annotations

import threading

STOPPING = threading.Event()
"""Set by the first signal to end; never cleared."""
