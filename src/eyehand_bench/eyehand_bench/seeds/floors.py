"""What agents reach that know nothing: the floor below every rate of success."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from eyehand_core.episode.ending import Ending
from eyehand_core.tasks.task import Task

from eyehand_bench.direct.direct_episode import DirectEpisode, judged
from eyehand_bench.direct.workplace import Workplace, workplace
from eyehand_bench.seeds.entry_file import EntryFile
from eyehand_bench.seeds.identity import identity_of

FLOOR_AGENTS = ("random", "noop")
_OUTCOMES = ("success", "failure")


@dataclass(frozen=True, kw_only=True)
class FloorEpisode:
    """One episode of an agent that knows nothing.

    Attributes:
        agent: policy.
        seed: of the task instance.
        outcome: ``success`` or ``failure``.
        steps: environment steps.
        digest: of decisions, states at rest and predicate values.
    """

    agent: str
    seed: int
    outcome: str
    steps: int
    digest: str

    def __post_init__(self) -> None:
        """Refuse what no episode can have been, from a file that somebody has changed."""
        for value, allowed in ((self.agent, FLOOR_AGENTS), (self.outcome, _OUTCOMES)):
            if value not in allowed:
                raise ValueError(f"got {value!r}; allowed: {', '.join(allowed)}")


Floors = EntryFile[FloorEpisode]


def floors_of(place: Workplace, task: Task) -> Floors:
    """Return what has been played of a task with a robot.

    Raises:
        ConfigError: the file cannot be read.
    """
    path = place.config / "floors" / place.robot.name / f"{task.id}.jsonl"
    return EntryFile(path, identity_of(place, task), FloorEpisode)


def missing(floors: Floors, seeds: Sequence[int]) -> list[tuple[str, int]]:
    """Return agents and seeds that have not been played."""
    played = {(entry.agent, entry.seed) for entry in floors.entries}
    wanted = [(agent, seed) for agent in FLOOR_AGENTS for seed in seeds]
    return [item for item in wanted if item not in played]


def play_floor(config: Path, robot: str, task_id: str, item: tuple[str, int]) -> FloorEpisode:
    """Play one agent on one seed; callable in a worker process.

    Raises:
        WorldError: the scene does not come to rest.
        StackError: the episode does not count.
    """
    agent, seed = item
    place = workplace(config, robot)
    episode = judged(DirectEpisode(place, place.library.load(task_id), seed).play(agent))
    return FloorEpisode(
        agent=agent,
        seed=seed,
        outcome="success" if episode.ending is Ending.SUCCESS else "failure",
        steps=episode.step,
        digest=episode.digest,
    )


def tally(floors: Floors, seeds: Sequence[int]) -> dict[str, str]:
    """Return successes by agent, as in ``0/20``; agents that have not played are left out."""
    result = {}
    for agent in FLOOR_AGENTS:
        outcomes = [e.outcome for e in floors.entries if e.agent == agent and e.seed in seeds]
        if outcomes:
            result[agent] = f"{outcomes.count('success')}/{len(outcomes)}"
    return result
