"""What a referee says about a layout: scene text and verdict, from measured states."""

from __future__ import annotations

from eyehand_core.layout.describe import describe
from eyehand_core.layout.goal import LayoutGoal, LayoutVerdict
from eyehand_core.layout.projection import measured_scene
from eyehand_core.layout.scene import LayoutScene
from eyehand_core.layout.task import initial_scene
from eyehand_core.layout.term_kinds import TERM_KINDS
from eyehand_core.layout.terms import AnyTerm, Term
from eyehand_core.predicates.expression import (
    AnyOf,
    Expression,
    Leaf,
    compile_expression,
    conjuncts,
)
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
        self.goal = layout_goal(task, measured_scene(self._template, settled))

    def scene_text(self, state: WorldState) -> str:
        """Return the scene in relational words."""
        return describe(measured_scene(self._template, state))

    def judge(self, state: WorldState) -> LayoutVerdict:
        """Return findings and score."""
        return self.goal.judge(measured_scene(self._template, state))


def layout_goal(task: Task, start: LayoutScene) -> LayoutGoal:
    """Return the goal that a task's success expression declares.

    Args:
        task: the task file.
        start: the scene at the reset.
    """
    terms: list[Term] = []
    checks: list[Term] = []
    for expression in conjuncts(compile_expression(task.success, task.names)):
        is_check = isinstance(expression, Leaf) and TERM_KINDS[expression.call.name].is_check
        (checks if is_check else terms).append(_term(expression, start))
    required = dict.fromkeys(name for term in terms for name in term.about)
    return LayoutGoal(terms=tuple(terms), checks=tuple(checks), required=tuple(required))


def _term(expression: Expression, start: LayoutScene) -> Term:
    if isinstance(expression, AnyOf):
        return AnyTerm(terms=tuple(_term(operand, start) for operand in expression.operands))
    assert isinstance(expression, Leaf), "task files are refused with anything else"
    kind = TERM_KINDS[expression.call.name]
    words = {key: expression.call.arguments[key] for key in kind.parameters}
    return kind.build(start, **words)
