"""An expert's episode, played in one process and kept as snapshots at an even rate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from eyehand_agent.demonstrations.demonstration import FIRST_TEST_SEED
from eyehand_core.episode.ending import Ending
from eyehand_core.errors import ConfigError, WorldError
from eyehand_core.geometry.rotation import Array
from eyehand_world.snapshot import Snapshot

from eyehand_bench.direct.direct_episode import DirectEpisode, judged
from eyehand_bench.direct.workplace import Workplace

FRAMES_PER_SECOND = 3.0
"""Pictures per second of world time, as in VA-Bench (arXiv 2609.19554)."""
CANDIDATES = range(20)
"""Seeds that are tried, in order; none of them is a test seed."""
assert CANDIDATES.stop <= FIRST_TEST_SEED


class Shots:
    """Keeps the first snapshot, and then the first one of every period.

    Args:
        rate: snapshots per second of world time [1/s].

    Attributes:
        kept: in order of time.
    """

    def __init__(self, rate: float) -> None:
        self.kept: list[Snapshot] = []
        self._period_ns = 1e9 / rate

    def take(self, snapshot: Snapshot) -> None:
        """Keep a snapshot if its time has come."""
        if not self.kept or self._period(snapshot) > self._period(self.kept[-1]):
            self.kept.append(snapshot)

    def end(self, snapshot: Snapshot) -> None:
        """Keep the last snapshot in any case."""
        if snapshot.stamp_ns > self.kept[-1].stamp_ns:
            self.kept.append(snapshot)

    def _period(self, snapshot: Snapshot) -> int:
        return int((snapshot.stamp_ns - self.kept[0].stamp_ns) // self._period_ns)


@dataclass(frozen=True, kw_only=True, eq=False)
class Film:
    """A success of the expert.

    Attributes:
        task: task that was done.
        seed: instance that was played.
        goal: its goal sentence.
        digest: of the episode; the nodes come to the same one.
        arms: in use.
        centers: grip centre of each arm at the beginning [m], shape (3,).
        shots: the scene at ``FRAMES_PER_SECOND``, first and last state included.
    """

    task: str
    seed: int
    goal: str
    digest: str
    arms: tuple[str, ...]
    centers: Mapping[str, Array]
    shots: tuple[Snapshot, ...]


def film_expert(place: Workplace, task_id: str) -> Film:
    """Play the first seed on which the expert succeeds without a refusal.

    Raises:
        ConfigError: there is none among the candidates.
        StackError: an episode is invalid.
    """
    reason = ""
    for seed in CANDIDATES:
        try:
            found = _played(place, task_id, seed)
        except WorldError as error:
            reason = str(error)
            continue
        if isinstance(found, Film):
            return found
        reason = found
    raise ConfigError(
        f"the expert of {task_id!r} solves none of the seeds 0-{CANDIDATES.stop - 1} without a "
        f"refusal (the last one: {reason}); look at one with: eyehand run --task {task_id} "
        "--seed 0 --agent expert"
    )


def _played(place: Workplace, task_id: str, seed: int) -> Film | str:
    """Return the film, or why there is none."""
    run = DirectEpisode(place, place.library.load(task_id), seed)
    shots, centers = Shots(FRAMES_PER_SECOND), run.grip_centers()
    if not run.episode.running:
        return run.episode.reason
    shots.take(run.snapshot())
    run.world.watchers.append(shots.take)
    episode = judged(run.play("expert"))
    shots.end(run.snapshot())
    if episode.ending is not Ending.SUCCESS or run.refused:
        return run.refused[0] if run.refused else episode.reason
    return Film(
        task=task_id,
        seed=seed,
        goal=run.task.goal,
        digest=episode.digest,
        arms=run.task.arms,
        centers=centers,
        shots=tuple(shots.kept),
    )
