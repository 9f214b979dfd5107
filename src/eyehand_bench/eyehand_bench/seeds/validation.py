"""Validation of tasks: probing candidates in several processes until enough seeds are kept."""

from __future__ import annotations

import multiprocessing
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeout
from dataclasses import dataclass
from pathlib import Path

from eyehand_core.errors import WorldError

from eyehand_bench.seeds.probe import Probe
from eyehand_bench.seeds.proof_file import ProofFile
from eyehand_bench.seeds.protocol import FIRST_CANDIDATE, probe_seed

_LONGEST_PROBE_S = 1800.0
"""Longest wall time for one candidate, which takes seconds."""


@dataclass(frozen=True, kw_only=True)
class Progress:
    """Where a validation stands.

    Attributes:
        probe: the newest result.
        kept: seeds kept so far.
        wanted: seeds wanted.
        seconds_left: estimate from the rate so far [s].
    """

    probe: Probe
    kept: int
    wanted: int
    seconds_left: float


class ProbePool:
    """Worker processes that probe candidates; results come in the order of seeds.

    Args:
        config: configuration folder.
        robot: name of the robot.
        workers: processes.
    """

    def __init__(self, config: Path, robot: str, workers: int) -> None:
        self._config, self._robot, self._workers = config, robot, workers
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(max_workers=workers, mp_context=context)

    def results(self, task: str, seeds: Iterator[int]) -> Iterator[Probe]:
        """Yield the probe of every seed, some seeds ahead of the caller."""
        pending: deque[tuple[int, Future[Probe]]] = deque()
        try:
            while True:
                while len(pending) <= self._workers and (seed := next(seeds, None)) is not None:
                    work = (self._config, self._robot, task, seed)
                    pending.append((seed, self._pool.submit(probe_seed, *work)))
                if not pending:
                    return
                yield _result(task, *pending.popleft())
        finally:
            for _, future in pending:
                future.cancel()

    def close(self) -> None:
        """End the workers; candidates that nobody waits for are dropped."""
        self._pool.shutdown(wait=True, cancel_futures=True)


def _result(task: str, seed: int, probe: Future[Probe]) -> Probe:
    try:
        return probe.result(_LONGEST_PROBE_S)
    except FutureTimeout as error:
        raise WorldError(
            f"task {task!r}, seed {seed}: no result within {_LONGEST_PROBE_S:g} s; end the workers "
            "and validate again: it goes on from the kept seeds"
        ) from error


def validate(
    pool: ProbePool,
    proof: ProofFile,
    task: str,
    *,
    count: int,
    most: int,
    report: Callable[[Progress], None],
) -> Sequence[int]:
    """Probe candidates until ``count`` seeds are kept or ``most`` were probed; return the kept.

    Candidates that are in the proof already are not probed again.
    """
    begin, new = time.monotonic(), 0
    first = FIRST_CANDIDATE + len(proof.probes)
    results = pool.results(task, iter(range(first, FIRST_CANDIDATE + most)))
    while len(proof.kept) < count and (probe := next(results, None)) is not None:
        proof.add(probe)
        new += 1
        pace = (time.monotonic() - begin) / new
        rate = max(len(proof.kept), 1) / len(proof.probes)
        left = (count - len(proof.kept)) / rate * pace
        report(Progress(probe=probe, kept=len(proof.kept), wanted=count, seconds_left=left))
    results.close()  # type: ignore[attr-defined]
    return proof.kept[:count]
