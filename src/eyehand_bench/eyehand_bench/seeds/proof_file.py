"""The proof of a task's seeds: one line per probed candidate."""

from __future__ import annotations

from eyehand_core.tasks.task import Task

from eyehand_bench.direct.workplace import Workplace
from eyehand_bench.seeds.entry_file import EntryFile
from eyehand_bench.seeds.identity import identity_of
from eyehand_bench.seeds.probe import Probe

Proof = EntryFile[Probe]


def proof_of(place: Workplace, task: Task) -> Proof:
    """Return what is proven of a task with a robot.

    Raises:
        ConfigError: the file cannot be read.
    """
    path = place.config / "seeds" / place.robot.name / f"{task.id}.jsonl"
    return EntryFile(path, identity_of(place, task), Probe)


def kept(proof: Proof) -> tuple[int, ...]:
    """Return the kept seeds, smallest first."""
    return tuple(probe.seed for probe in proof.entries if probe.kept)
