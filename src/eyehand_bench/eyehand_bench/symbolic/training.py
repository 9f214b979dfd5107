"""Layout episodes as training data: a line of JSON for each step, with its picture as a file."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from eyehand_core.layout.memory.trajectory import split_of, trajectory
from eyehand_core.layout.play import Trace
from eyehand_core.layout.scene import LayoutScene

LICENCE = "Apache-2.0, as the tasks it was made from"
FILE = "training.jsonl"
PICTURES = "pictures"

Picture = Callable[[LayoutScene], bytes]


def export_training(
    folder: Path, traces: Iterable[Trace], goals: dict[str, str], agent: str, picture: Picture
) -> int:
    """Write all steps of all episodes to a folder; return how many.

    Steps of tasks that are kept for tests are marked with their split, so that training can leave
    them out. Failed episodes are kept, with their outcome.

    Args:
        folder: gets ``training.jsonl`` and ``pictures/``.
        traces: the episodes.
        goals: goal sentence of each task.
        agent: who played.
        picture: draws a scene, as JPEG.
    """
    (folder / PICTURES).mkdir(parents=True, exist_ok=True)
    count = 0
    with (folder / FILE).open("w", encoding="utf-8") as file:
        for number, trace in enumerate(traces):
            for line, scene in _steps(trace, goals[trace.task], agent, number):
                (folder / line["picture"]).write_bytes(picture(scene))
                file.write(json.dumps(line, ensure_ascii=False) + "\n")
                count += 1
    return count


def _steps(
    trace: Trace, goal: str, agent: str, number: int
) -> Iterator[tuple[dict[str, Any], LayoutScene]]:
    """Yield the line of each step, and the scene that its agent saw."""
    stored = trajectory(trace, goal, agent)
    before, feedback = trace.start, ""
    for index, (act, step) in enumerate(zip(stored.acts, trace.steps, strict=True), start=1):
        name = f"{trace.task}-{trace.seed}-{number:04d}-{index:02d}.jpg"
        line = {
            "task": trace.task,
            "version": trace.version,
            "split": split_of(trace.task),
            "seed": trace.seed,
            "agent": agent,
            "condition": trace.condition,
            "step": index,
            "goal": goal,
            "picture": f"{PICTURES}/{name}",
            "scene": act.scene,
            "feedback": feedback,
            "action": act.action,
            "code": act.code,
            "score_after": step.verdict.score,
            "outcome": trace.outcome,
            "licence": LICENCE,
        }
        yield line, before
        before, feedback = step.scene, step.feedback
