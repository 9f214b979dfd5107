"""Whether ``episode.json`` says what the bag beside it says."""

from __future__ import annotations

from pathlib import Path

from eyehand_core.errors import RecordError

from eyehand_bench.record.conclusion import ENDED
from eyehand_bench.record.episode_file import read_episode
from eyehand_bench.record.rescoring import Comparison


def complaints_about(record: Path, comparison: Comparison) -> tuple[str, ...]:
    """Return what is wrong with a record's ``episode.json``, one sentence each; empty if nothing.

    Args:
        record: folder of the record.
        comparison: what its bag says.
    """
    try:
        content = read_episode(record)
    except RecordError as error:
        return (str(error),)
    said = {"task": comparison.task, "seed": comparison.seed}
    complaints = []
    if content.get("state") == ENDED:
        said |= {**vars(comparison.live), "budget": comparison.budget}
        if "term_counts" in content:  # records of earlier versions have none
            said["term_counts"] = comparison.term_counts
    else:
        complaints.append("the run was killed before it could write how the episode ended")
    complaints += [
        f"{name}: episode.json {content.get(name)!r}, the bag {value!r}"
        for name, value in said.items()
        if content.get(name) != value
    ]
    return tuple(complaints)
