"""Does the whole thing work: an episode through the real nodes, judged again from its bag?"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from eyehand_core.errors import EyehandError

from eyehand_bench import library
from eyehand_bench.doctor.finding import CHECKS, Finding, Level

_SEED = 1000


@CHECKS.register("smoke")
def check_smoke(_: argparse.Namespace) -> Finding:
    """Play a short layout episode; it needs neither GL nor a model."""
    from eyehand_bench.record.episode_plan import EpisodePlan
    from eyehand_bench.record.rescoring import rescore
    from eyehand_bench.stack.episode_run import run_episode

    start = time.monotonic()
    task = library.layout_tasks()[0]
    plan = EpisodePlan(task=task, seed=_SEED, agent="random", world="layout")
    with tempfile.TemporaryDirectory(prefix="eyehand-doctor-") as folder:
        record = Path(folder) / "record"
        try:
            content = run_episode(plan, record, {}, lambda event: None)
            if content["outcome"] == "invalid":
                return Finding(
                    level=Level.FAIL, found=content["reason"], remedy=f"see {content['log']}"
                )
            comparison = rescore(record / "bag")
        except EyehandError as error:
            return Finding(level=Level.FAIL, found=str(error), remedy="mend the failures above")
    if not comparison.matches:
        differences = "; ".join((*comparison.differences, comparison.damage))
        return Finding(level=Level.FAIL, found=f"the record says something else: {differences}")
    return Finding(
        level=Level.PASS,
        found=f"{content['steps']} steps of {task} through the nodes, "
        f"{time.monotonic() - start:.1f} s, record re-derived",
    )
