"""Keeping an endpoint's limits together with every other process of this machine."""

from __future__ import annotations

import fcntl
import hashlib
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from eyehand_core.errors import EndpointError

_POLL_S = 0.02
_MINUTE_S = 60.0


class Slots:
    """Turns of requests to one endpoint.

    A turn is a file lock, so it ends with the process that holds it, however that ends.

    Args:
        endpoint: host and port.
        concurrency: most requests at the same time.
        per_minute: most requests a minute, evenly spaced; 0 for any number.
        folder: where the lock files are; shared by all processes of this user by default.
    """

    def __init__(
        self, endpoint: str, concurrency: int, per_minute: float, folder: Path | None = None
    ) -> None:
        root = Path(tempfile.gettempdir()) / f"eyehand-endpoints-{os.getuid()}"
        name = hashlib.sha256(endpoint.encode()).hexdigest()[:16]
        self._folder = (folder or root) / name
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._concurrency = concurrency
        self._spacing_s = _MINUTE_S / per_minute if per_minute else 0.0

    @contextmanager
    def turn(self, deadline: float) -> Iterator[None]:
        """Hold a turn.

        Args:
            deadline: monotonic time at which to give up [s].

        Raises:
            EndpointError: no turn came up in time.
        """
        descriptor = self._slot(deadline)
        try:
            self._wait_for_rate(deadline)
            yield
        finally:
            os.close(descriptor)

    def _slot(self, deadline: float) -> int:
        while True:
            for number in range(self._concurrency):
                descriptor = os.open(self._folder / f"{number}.lock", os.O_RDWR | os.O_CREAT, 0o600)
                try:
                    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except OSError:
                    os.close(descriptor)
                    continue
                return descriptor
            self._give_up_after(deadline, time.monotonic() + _POLL_S)
            time.sleep(_POLL_S)

    def _wait_for_rate(self, deadline: float) -> None:
        if not self._spacing_s:
            return
        with (self._folder / "next").open("a+", encoding="ascii") as file:
            self._lock(file.fileno(), deadline)
            file.seek(0)
            now = time.monotonic()
            # The clock begins anew with the machine; a note of before is no reason to wait.
            noted = float(file.read() or 0.0)
            begin = noted if now < noted <= now + self._spacing_s * self._concurrency else now
            self._give_up_after(deadline, begin)
            file.truncate(0)
            file.write(repr(begin + self._spacing_s))
            file.flush()
        time.sleep(max(0.0, begin - time.monotonic()))

    def _lock(self, descriptor: int, deadline: float) -> None:
        while True:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                self._give_up_after(deadline, time.monotonic() + _POLL_S)
                time.sleep(_POLL_S)
            else:
                return

    def _give_up_after(self, deadline: float, moment: float) -> None:
        if moment > deadline:
            raise EndpointError(
                f"no turn for a request within its deadline: {self._concurrency} requests are "
                "under way or the rate is used up; raise concurrency, requests_per_minute or "
                "deadline_s, or run fewer episodes at a time"
            )
