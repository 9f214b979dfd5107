"""Let one set-up at a time work on a checkout."""

from __future__ import annotations

import contextlib
import fcntl
import os
import time
from collections.abc import Iterator
from pathlib import Path

from eyehand_setup.messages import Progress


@contextlib.contextmanager
def held(path: Path, progress: Progress) -> Iterator[int]:
    """Hold the lock file, waiting for another set-up with a sign of life; gives its descriptor."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        start = time.monotonic()
        while not _taken(descriptor):
            waited = int(time.monotonic() - start)
            progress.alive("waiting", f"for another set-up of this checkout, {waited} s")
            time.sleep(0.2)
        yield descriptor
    finally:
        os.close(descriptor)


def _taken(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
