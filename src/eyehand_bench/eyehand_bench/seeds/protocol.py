"""Probing of one candidate seed: rest, then the whole expert through the real executor."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

from eyehand_core.episode.ending import Ending
from eyehand_core.errors import WorldError
from eyehand_core.tasks.task import Task

from eyehand_bench.direct.direct_episode import DirectEpisode, judged
from eyehand_bench.direct.workplace import Workplace, workplace
from eyehand_bench.seeds.probe import Probe
from eyehand_bench.seeds.rest_check import RestCheck, check_rest

DEEPEST_OVERLAP = 0.002
"""Bodies that overlap more have passed through each other, at least a little [m]."""

FIRST_CANDIDATE = 1000
"""Candidates count upwards from here, as in VA-Bench (arXiv 2609.19554)."""


def probe_seed(config: Path, robot: str, task_id: str, seed: int) -> Probe:
    """Probe one candidate; callable in a worker process.

    Raises:
        EyehandError: something else than the candidate is wrong.
    """
    place = workplace(config, robot)
    task = place.library.load(task_id)
    try:
        rest = check_rest(place, task, seed)
        if not rest.passed:
            return Probe(seed=seed, kept=False, reason=_unrest(rest))
        return _play(place, task, seed, rest)
    except WorldError as error:
        return Probe(seed=seed, kept=False, reason=str(error))


def _play(place: Workplace, task: Task, seed: int, rest: RestCheck) -> Probe:
    run = DirectEpisode(place, task, seed)
    if not run.episode.running:  # the goal holds already
        return Probe(seed=seed, kept=False, reason=run.episode.reason)
    episode = judged(run.play("expert"))
    probe = Probe(
        seed=seed,
        kept=True,
        steps=episode.step,
        digest=episode.digest,
        turned_deg=round(math.degrees(rest.turn), 3),
        shifted_mm=round(1000 * rest.shift, 3),
        overlap_mm=0.0 if run.deepest is None else round(1000 * run.deepest.penetration, 2),
    )
    reason = _objection(run)
    return probe if not reason else replace(probe, kept=False, reason=reason)


def _objection(run: DirectEpisode) -> str:
    """Return why an expert's episode does not prove its seed; empty if it does."""
    episode = run.episode
    if episode.ending is not Ending.SUCCESS:
        missing = ", ".join(text for text, value in episode.verdict.terms if not value)
        return f"{episode.reason}; not true at the end: {missing or 'all was'}"
    if run.refused:
        return f"{len(run.refused)} decisions of the expert were refused, first {run.refused[0]}"
    if run.deepest is not None and run.deepest.penetration > DEEPEST_OVERLAP:
        overlap = f"{1000 * run.deepest.penetration:.1f} mm"
        return f"{run.deepest.body_a} and {run.deepest.body_b} overlap by {overlap}"
    return ""


def _unrest(rest: RestCheck) -> str:
    return (
        f"{rest.object} is not at rest: it turned by {math.degrees(rest.turn):.1f} deg and moved "
        f"by {1000 * rest.shift:.1f} mm while it was observed"
    )
