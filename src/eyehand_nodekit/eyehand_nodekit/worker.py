"""A thread that does blocking work one piece after the other."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable


class Worker:
    """Runs submitted functions in order in one background thread.

    Args:
        name: thread name.
        on_error: takes exceptions that a function let through.
    """

    def __init__(self, name: str, on_error: Callable[[BaseException], None]) -> None:
        self._jobs: queue.Queue[Callable[[], None] | None] = queue.Queue()
        self._on_error = on_error
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def submit(self, job: Callable[[], None]) -> None:
        """Run ``job`` after all earlier ones."""
        self._jobs.put(job)

    def stop(self, seconds: float) -> bool:
        """Finish the running job, drop the others; tell whether the thread ended in time."""
        while True:
            try:
                self._jobs.get_nowait()
            except queue.Empty:
                break
        self._jobs.put(None)
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            try:
                job()
            except Exception as error:  # noqa: BLE001 - handed to the owner, who decides
                self._on_error(error)
