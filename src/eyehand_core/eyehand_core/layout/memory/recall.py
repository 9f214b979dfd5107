"""Similar layouts as an agent reads them: what was asked, what was done, what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from eyehand_core.layout.memory.likeness import likeness, scene_graph
from eyehand_core.layout.memory.trajectory import Trajectory
from eyehand_core.layout.scene import LayoutScene

RECALLED = 3
"""How many layouts are recalled."""


def similar(
    store: Iterable[Trajectory], task: str, goal: str, scene: LayoutScene, count: int = RECALLED
) -> tuple[Trajectory, ...]:
    """Return the trajectories most like a task, at most one of each other task.

    Never returned are those of the task itself, of tasks that ask for the same in an equal scene
    under another name, and of tasks that are kept for tests.

    Args:
        store: what is remembered.
        task: id of the task that is to be played.
        goal: its goal sentence.
        scene: its scene at the start.
        count: how many at most.
    """
    graph = scene_graph(goal, scene)
    ranked = sorted(
        (
            one
            for one in store
            if one.task != task and not one.is_test and (one.goal, one.graph) != (goal, graph)
        ),
        key=lambda one: (-likeness(graph, one.graph), one.outcome != "success", one.to_line()),
    )
    first: dict[str, Trajectory] = {}
    for one in ranked:
        first.setdefault(one.task, one)
    return tuple(first.values())[:count]


def recalled_text(trajectories: Iterable[Trajectory]) -> str:
    """Return trajectories in relational words; they hold no position."""
    return "\n\n".join("\n".join(_lines(one)) for one in trajectories)


def _lines(one: Trajectory) -> Iterator[str]:
    yield f"Task: {one.goal}"
    if one.acts:
        yield f"Scene at the start:\n{one.acts[0].scene}"
    for act in one.acts:
        answer = f" -> {act.feedback}" if act.feedback else ""
        yield f"Action: {act.action or 'none that could be read'}{answer}"
    yield f"Outcome: {one.outcome}"
