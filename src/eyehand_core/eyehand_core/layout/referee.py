"""What a referee says about a layout: scene text, feedback and score, from measured states."""

from __future__ import annotations

from eyehand_core.declarations import Names
from eyehand_core.layout.describe import describe
from eyehand_core.layout.goal import TERM_KINDS, LayoutGoal, LayoutVerdict
from eyehand_core.layout.projection import measured_scene
from eyehand_core.layout.task import initial_scene
from eyehand_core.layout.terms import Term
from eyehand_core.predicates.expression import Leaf, compile_expression, conjuncts
from eyehand_core.tasks.task import Task
from eyehand_core.world_state import WorldState


class LayoutReferee:
    """Speaks about one episode of a layout task.

    Args:
        task: the task file.
        settled: the sample at rest after the reset.
    """

    def __init__(self, task: Task, settled: WorldState) -> None:
        self._template = initial_scene(task, 0)
        self._goal = layout_goal(task, settled)

    def scene_text(self, state: WorldState) -> str:
        """Return the scene in relational words."""
        return describe(measured_scene(self._template, state))

    def judge(self, state: WorldState) -> LayoutVerdict:
        """Return done, score and directional feedback."""
        return self._goal.judge(measured_scene(self._template, state))


def layout_goal(task: Task, settled: WorldState) -> LayoutGoal:
    """Return the goal that a task's success expression declares."""
    start = measured_scene(initial_scene(task, 0), settled)
    names = Names(objects={name: () for name in task.objects})
    terms: list[Term] = []
    checks: list[Term] = []
    required: list[str] = []
    for leaf in conjuncts(compile_expression(task.success, names)):
        assert isinstance(leaf, Leaf)
        kind = TERM_KINDS[leaf.call.name]
        words = {key: leaf.call.arguments[key] for key in kind.parameters}
        (checks if kind.is_check else terms).append(kind.build(start, **words))
        if not kind.is_check:
            required.append(words["object"])
    return LayoutGoal(
        terms=tuple(terms), checks=tuple(checks), required=tuple(dict.fromkeys(required))
    )
