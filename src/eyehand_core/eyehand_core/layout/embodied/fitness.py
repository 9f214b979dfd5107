"""Which layout tasks a robot can do on a table, and with which actions."""

from __future__ import annotations

from dataclasses import replace

from eyehand_core.decisions.grammar import Grammar
from eyehand_core.layout.actions import offered_actions
from eyehand_core.layout.task import expert_decisions, task_grammar
from eyehand_core.tasks.task import Task

NOT_ON_A_TABLE = ("scale",)
"""Actions that no hand can do: things keep their size."""


def misfit(task: Task) -> str:
    """Return why a task cannot be done on a table; empty if it can."""
    if task.kind != "layout":
        return f"it is of kind {task.kind}; only layouts are arranged"
    if task.layout["plane"] != "ground":
        return "its plane is vertical; only a ground plane can lie on a table"
    for name, spec in task.objects.items():
        if spec.layer:
            return f"{name} lies in a layer of its own; things on a table share one"
        width, depth = spec.appearance.size
        if spec.appearance.shape == "disc" and width != depth:
            return f"{name} is an ellipse; round things on a table are circular"
    needed = {action.name for action in expert_decisions(task)} & set(NOT_ON_A_TABLE)
    return f"it needs {', '.join(sorted(needed))}" if needed else ""


def table_task(task: Task) -> Task:
    """Return the task with the actions that are possible on a table."""
    offered = task.layout["actions"] or offered_actions()
    actions = tuple(name for name in offered if name not in NOT_ON_A_TABLE)
    return replace(task, layout={**task.layout, "actions": actions})


def table_grammar(task: Task) -> Grammar:
    """Return the decision grammar of a task on a table."""
    return task_grammar(table_task(task))
