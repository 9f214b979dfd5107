"""Keeping an endpoint's limits together with every other process of this machine."""

from __future__ import annotations

import fcntl
import hashlib
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
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
    def turn(self, deadline: float, unwanted: Callable[[], bool] = lambda: False) -> Iterator[None]:
        """Hold a turn.

        Args:
            deadline: monotonic time at which to give up [s].
            unwanted: tells that nobody wants the turn any more; looked at while waiting.

        Raises:
            EndpointError: no turn came up in time, or while it was wanted.
        """
        wait = _Wait(deadline=deadline, unwanted=unwanted, advice=self._advice)
        descriptor = self._slot(wait)
        try:
            self._wait_for_rate(wait)
            yield
        finally:
            os.close(descriptor)

    def _slot(self, wait: _Wait) -> int:
        while True:
            for number in range(self._concurrency):
                descriptor = os.open(self._folder / f"{number}.lock", os.O_RDWR | os.O_CREAT, 0o600)
                if _is_taken(descriptor):
                    os.close(descriptor)
                else:
                    return descriptor
            wait.until(time.monotonic() + _POLL_S)

    def _wait_for_rate(self, wait: _Wait) -> None:
        if not self._spacing_s:
            return
        with (self._folder / "next").open("a+", encoding="ascii") as file:
            while _is_taken(file.fileno()):
                wait.until(time.monotonic() + _POLL_S)
            file.seek(0)
            now = time.monotonic()
            # The clock begins anew with the machine; a note of before is no reason to wait.
            noted = float(file.read() or 0.0)
            begin = noted if now < noted <= now + self._spacing_s * self._concurrency else now
            wait.check(begin)
            file.truncate(0)
            file.write(repr(begin + self._spacing_s))
            file.flush()
        wait.until(begin)

    @property
    def _advice(self) -> str:
        return (
            f"{self._concurrency} requests are under way or the rate is used up; raise "
            "concurrency, requests_per_minute or deadline_s, or run fewer episodes at a time"
        )


@dataclass(frozen=True, kw_only=True)
class _Wait:
    """How long to wait for a turn: up to a monotonic time [s], and while it is wanted."""

    deadline: float
    unwanted: Callable[[], bool]
    advice: str

    def check(self, moment: float) -> None:
        """Give up if the turn does not come up before ``moment``."""
        if self.unwanted():
            raise EndpointError("nobody wants a turn for a request any more")
        if moment > self.deadline:
            raise EndpointError(f"no turn for a request within its deadline: {self.advice}")

    def until(self, moment: float) -> None:
        """Let time pass up to ``moment``."""
        self.check(moment)
        while (remaining := moment - time.monotonic()) > 0.0:
            time.sleep(min(_POLL_S, remaining))
            self.check(moment)


def _is_taken(descriptor: int) -> bool:
    """Lock a file; tell whether somebody else has it locked."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return True
    return False
