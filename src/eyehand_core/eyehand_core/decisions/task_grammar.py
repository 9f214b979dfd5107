"""The grammar that a task calls for. Used by the referee and by agents alike."""

from __future__ import annotations

from collections.abc import Iterable

from eyehand_core.decisions.grammar import Grammar, layout_grammar, manipulation_grammar
from eyehand_core.decisions.layout_actions import LayoutWords
from eyehand_core.layout.actions import offered_actions
from eyehand_core.layout.distances import DEFAULT_DISTANCE, DISTANCES
from eyehand_core.layout.looks import COLORS, SIZES
from eyehand_core.layout.relations import RELATIONS
from eyehand_core.layout.rules import CANVAS
from eyehand_core.tasks.task import Task


def task_grammar(
    task: Task, *, camera: bool = True, tools: Iterable[str] = (), stop: bool = True
) -> Grammar:
    """Return the grammar of an episode of ``task``.

    Args:
        task: the task.
        camera: the agent may move the camera; no matter in layouts.
        tools: names of the tools offered; none in layouts.
        stop: the agent may end the episode.
    """
    if task.kind != "layout":
        return manipulation_grammar(task.arms, camera=camera, tools=tools, stop=stop)
    grammar = layout_grammar(layout_words(task), stop=stop)
    possible = {*offered_actions(), "stop"}
    return grammar.restricted(name for name in grammar.names if name in possible)


def layout_words(task: Task) -> LayoutWords:
    """Return the words of a layout task: all that are registered and mean something in it."""
    plane = task.layout.get("plane")
    return LayoutWords(
        relations=tuple(name for name in RELATIONS if plane in (None, *RELATIONS[name].planes)),
        distances=tuple(sorted(DISTANCES, key=lambda word: DISTANCES[word].nominal)),
        default_distance=DEFAULT_DISTANCE,
        sizes=tuple(sorted(SIZES, key=lambda word: SIZES[word])),
        colors=tuple(COLORS),
        largest_value=CANVAS,
        names=tuple(task.objects) or ("thing",),
    )
