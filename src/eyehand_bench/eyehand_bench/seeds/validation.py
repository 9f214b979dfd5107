"""Validation of tasks: probing candidates in several processes until enough seeds are kept."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from eyehand_bench.seeds.episode_pool import EpisodePool
from eyehand_bench.seeds.probe import Probe
from eyehand_bench.seeds.proof_file import Proof, kept
from eyehand_bench.seeds.protocol import FIRST_CANDIDATE, probe_seed


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


def validate(
    pool: EpisodePool,
    proof: Proof,
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
    first = FIRST_CANDIDATE + len(proof.entries)
    results = pool.results(probe_seed, task, iter(range(first, FIRST_CANDIDATE + most)))
    while len(kept(proof)) < count and (probe := next(results, None)) is not None:
        proof.add(probe)
        new += 1
        pace = (time.monotonic() - begin) / new
        rate = max(len(kept(proof)), 1) / len(proof.entries)
        left = (count - len(kept(proof))) / rate * pace
        report(Progress(probe=probe, kept=len(kept(proof)), wanted=count, seconds_left=left))
    results.close()  # type: ignore[attr-defined]
    return kept(proof)[:count]
