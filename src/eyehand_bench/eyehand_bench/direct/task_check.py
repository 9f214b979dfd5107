"""What is wrong with a task file, in words for its author."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

from eyehand_core.episode.ending import Ending
from eyehand_core.errors import WorldError
from eyehand_core.layout.generate.proof import SEEDS
from eyehand_core.layout.play import Table, Trace
from eyehand_core.layout.task import expert_decisions
from eyehand_core.registry import Registry
from eyehand_core.tasks.places import ids_in, is_set
from eyehand_core.tasks.reader import read_task
from eyehand_core.tasks.task import Task

from eyehand_bench import library
from eyehand_bench.direct.direct_episode import DirectEpisode
from eyehand_bench.direct.workplace import Workplace, workplace

SEED = 1000
"""Instance that physics plays; of layouts, all instances that it is declared for are played."""

CHECKS: Registry[Callable[[Workplace, Task], list[str]]] = Registry("kind of task with a check")
"""What plays a task that reads well, by its kind; returns what is wrong."""


def check_task(config: Path, path: Path) -> list[str]:
    """Read a task file or a set of tasks, and let their experts play; return what is wrong.

    Raises:
        ConfigError: the file cannot be read; with all its mistakes.
    """
    place = workplace(config, library.DEFAULT_ROBOT)
    if not is_set(path):
        task = read_task(path, place.library.environment)
        return CHECKS[task.kind](place, task)
    names = ids_in(path)
    if not names:
        return ["no task; add ids with their keys under 'tasks'"]
    findings = []
    for name in names:
        task = read_task(path, place.library.environment, name)
        findings += [f"{name}: {finding}" for finding in CHECKS[task.kind](place, task)]
    return findings


@CHECKS.register("manipulation")
def _manipulated(place: Workplace, task: Task) -> list[str]:
    missing = [
        f"no {key}; see docs/task_files.md"
        for key in ("expert", "subtasks")
        if not getattr(task, key)
    ]
    return missing or _played(place, task)


@CHECKS.register("layout")
def _arranged(place: Workplace, task: Task) -> list[str]:
    decisions = expert_decisions(task)
    if not decisions:
        return ["no expert; see docs/task_files.md"]
    findings = []
    for seed in task.seeds or SEEDS:
        table = Table(task, seed)
        for decision in decisions:
            if table.episode.running:
                table.submit(decision.to_json())
        trace = table.trace()
        findings += [f"seed {seed}: {finding}" for finding in _unsolved(trace, len(decisions))]
    return findings


def _unsolved(trace: Trace, decisions: int) -> list[str]:
    if trace.start_verdict.done:
        return ["the task is solved before anything is done"]
    if trace.solved and len(trace.steps) < decisions:
        return [
            f"solved after {len(trace.steps)} of {decisions} actions; leave out the rest, or ask "
            "for more under 'success'"
        ]
    if trace.solved:
        return []
    refused = [f"refused: {step.decision}: {step.feedback}" for step in trace.steps if step.code]
    missed = [f"not true at the end: {finding.wanted}" for finding in trace.verdict.failing]
    return [*refused, "the expert did not succeed", *missed]


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
