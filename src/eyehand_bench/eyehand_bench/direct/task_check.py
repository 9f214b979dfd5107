"""What is wrong with a task file, in words for its author."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from eyehand_core.episode.ending import Ending
from eyehand_core.errors import WorldError
from eyehand_core.tasks.reader import read_task
from eyehand_core.tasks.task import Task

from eyehand_bench import library
from eyehand_bench.direct.direct_episode import DirectEpisode
from eyehand_bench.direct.workplace import Workplace, workplace

SEED = 1000


def check_task(config: Path, path: Path) -> list[str]:
    """Read a task file, settle one instance and let its expert play; return what is wrong.

    Raises:
        ConfigFileError: the file cannot be read; with all its mistakes.
    """
    place = workplace(config, library.DEFAULT_ROBOT)
    task = read_task(path, place.library.environment)
    if task.kind != "manipulation":
        return []
    missing = [
        f"no {key}; see docs/task_files.md"
        for key in ("expert", "subtasks")
        if not getattr(task, key)
    ]
    return missing or _played(place, task)


def _played(place: Workplace, task: Task) -> list[str]:
    try:
        run = DirectEpisode(place, task, SEED)
    except WorldError as error:
        return [str(error)]
    episode = run.episode
    if not episode.running:
        return [f"{episode.reason}: the task is solved before anything is done"]
    run.play("expert")
    findings = [
        f"refused {count} times: {text}" if count > 1 else f"refused: {text}"
        for text, count in Counter(run.refused).items()
    ]
    if episode.ending is not Ending.SUCCESS:
        findings.append(f"the expert of seed {SEED} did not succeed: {episode.reason}")
        findings += [
            f"not true at the end: {text}" for text, value in episode.verdict.terms if not value
        ]
    findings += [
        f"subtask not reached: {name}" for name, done in episode.verdict.subtasks if not done
    ]
    return findings
