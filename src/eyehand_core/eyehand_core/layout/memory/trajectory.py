"""Trajectories: one layout episode as it is stored, without any coordinate."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eyehand_core.errors import ConfigError, cause_of
from eyehand_core.layout.describe import describe
from eyehand_core.layout.memory.likeness import Graph, scene_graph
from eyehand_core.layout.play import Trace

FORMAT = 1
# One task of so many is kept for tests.
_TEST_SHARE = 5


@dataclass(frozen=True, kw_only=True)
class Act:
    """One step.

    Attributes:
        scene: the scene before it, in relational words.
        action: canonical JSON; empty if no text could be read.
        code: why it was not carried out; empty if it was.
        feedback: what the agent was told after it.
    """

    scene: str
    action: str
    code: str
    feedback: str


@dataclass(frozen=True, kw_only=True)
class Trajectory:
    """One episode.

    Attributes:
        task: task id.
        version: version of the task.
        level: family and level.
        seed: seed of the instance.
        agent: who played.
        condition: observation condition.
        goal: goal sentence.
        outcome: what the episode counts as; failures are kept too.
        score: score of the last scene.
        graph: features of the start, see ``likeness``.
        acts: the steps.
    """

    task: str
    version: int
    level: str
    seed: int
    agent: str
    condition: str
    goal: str
    outcome: str
    score: float
    graph: Graph
    acts: tuple[Act, ...]

    @property
    def is_test(self) -> bool:
        """True if the task is kept for tests: it is neither trained on nor recalled."""
        return split_of(self.task) == "test"

    def to_line(self) -> str:
        """Return it as one line of JSON."""
        acts = [vars(act) for act in self.acts]
        return json.dumps({"format": FORMAT, **vars(self), "acts": acts}, ensure_ascii=False)


def split_of(task: str) -> str:
    """Return ``test`` or ``train``; all seeds and versions of a task are in one split."""
    return "train" if hashlib.sha256(task.encode()).digest()[0] % _TEST_SHARE else "test"


def trajectory(trace: Trace, goal: str, agent: str) -> Trajectory:
    """Return an episode as it is stored.

    Args:
        trace: the episode.
        goal: goal sentence of its task.
        agent: who played.
    """
    scenes = [trace.start, *(step.scene for step in trace.steps)]
    return Trajectory(
        task=trace.task,
        version=trace.version,
        level=f"{trace.family} {trace.level}",
        seed=trace.seed,
        agent=agent,
        condition=trace.condition,
        goal=goal,
        outcome=trace.outcome,
        score=trace.verdict.score,
        graph=scene_graph(goal, trace.start),
        acts=tuple(
            Act(
                scene=describe(scene),
                action=step.decision,
                code=step.code,
                feedback=step.feedback,
            )
            for scene, step in zip(scenes, trace.steps, strict=False)
        ),
    )


def write_store(path: Path, trajectories: Iterable[Trajectory]) -> None:
    """Add trajectories to the end of a store; a new one is begun where there is none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.writelines(f"{one.to_line()}\n" for one in trajectories)


def read_store(path: Path) -> tuple[Trajectory, ...]:
    """Return all trajectories of a store.

    Raises:
        ConfigError: there is no such file, or a line of it is damaged.
    """
    try:
        # Not splitlines(): names may hold what Unicode calls a line separator.
        lines = path.read_text(encoding="utf-8").removesuffix("\n").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(
            f"{path}: no store of layouts can be read ({cause_of(error)}); fill one with: "
            f"eyehand layout play --agent expert --remember {path}"
        ) from error
    lines = [] if lines == [""] else lines
    return tuple(_read_line(path, number, line) for number, line in enumerate(lines, start=1))


def _read_line(path: Path, number: int, line: str) -> Trajectory:
    try:
        content: dict[str, Any] = json.loads(line)
        if content.pop("format") != FORMAT:
            raise ValueError(f"format {FORMAT} is expected")
        acts = tuple(Act(**act) for act in content.pop("acts"))
        graph = Counter({str(key): int(count) for key, count in content.pop("graph").items()})
        return Trajectory(**content, graph=graph, acts=acts)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ConfigError(
            f"{path}, line {number}: not a trajectory ({cause_of(error)}); remove the line"
        ) from error
