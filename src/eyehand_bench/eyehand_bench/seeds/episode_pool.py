"""Episodes in several processes, with results in the order in which they were asked for."""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeout
from pathlib import Path
from typing import TypeVar

from eyehand_core.errors import WorldError

_LONGEST_S = 1800.0
"""Longest wall time for one item, which takes seconds."""

ItemT = TypeVar("ItemT")
ResultT = TypeVar("ResultT")


class EpisodePool:
    """Worker processes that play episodes of one robot.

    Args:
        config: configuration folder.
        robot: name of the robot.
        workers: processes.
    """

    def __init__(self, config: Path, robot: str, workers: int) -> None:
        self._config, self._robot, self._workers = config, robot, workers
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(
            max_workers=workers,
            mp_context=context,
            # Ctrl-C reaches all processes; this one ends the workers.
            initializer=signal.signal,
            initargs=(signal.SIGINT, signal.SIG_IGN),
        )

    def results(
        self,
        play: Callable[[Path, str, str, ItemT], ResultT],
        task: str,
        items: Iterator[ItemT],
    ) -> Iterator[ResultT]:
        """Yield what ``play`` returns for every item, some items ahead of the caller.

        Args:
            play: called in a worker with configuration folder, robot, task and item.
            task: id of the task.
            items: what there is to play, for example seeds.

        Raises:
            WorldError: no result in time.
        """
        pending: deque[tuple[ItemT, Future[ResultT]]] = deque()
        try:
            while True:
                while len(pending) <= self._workers and (item := next(items, None)) is not None:
                    work = (self._config, self._robot, task, item)
                    pending.append((item, self._pool.submit(play, *work)))
                if not pending:
                    return
                yield _result(task, *pending.popleft())
        finally:
            for _, future in pending:
                future.cancel()

    def close(self) -> None:
        """End the workers; items that nobody waits for are dropped."""
        self._pool.shutdown(wait=True, cancel_futures=True)


def _result(task: str, item: object, future: Future[ResultT]) -> ResultT:
    try:
        return future.result(_LONGEST_S)
    except FutureTimeout as error:
        raise WorldError(
            f"task {task!r}, {item}: no result within {_LONGEST_S:g} s; end the workers "
            "and give the command again: it goes on from what is done"
        ) from error
