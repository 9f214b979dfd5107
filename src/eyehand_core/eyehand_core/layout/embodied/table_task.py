"""Layout tasks on a table: which ones a robot can do there, and with which actions."""

from __future__ import annotations

from dataclasses import replace

from eyehand_core.errors import ConfigError
from eyehand_core.layout.actions import offered_actions
from eyehand_core.layout.embodied.patch import Patch
from eyehand_core.layout.task import expert_decisions
from eyehand_core.tasks.task import Task

NOT_ON_A_TABLE = ("scale",)
"""Actions that no hand can do: things keep their size."""
_PATCH = "table"


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


def for_hands(task: Task) -> Task:
    """Return the task, still on the canvas, with the actions that hands can do."""
    offered = task.layout["actions"] or offered_actions()
    actions = tuple(name for name in offered if name not in NOT_ON_A_TABLE)
    return replace(task, layout={**task.layout, "actions": actions})


def on_table(task: Task, patch: Patch, arms: tuple[str, ...]) -> Task:
    """Return the task as arms do it on a table.

    Args:
        task: a layout task.
        patch: where its canvas lies.
        arms: arms that take part.

    Raises:
        ConfigError: it cannot be done on a table.
    """
    reason = misfit(task)
    if reason:
        raise ConfigError(f"task {task.id!r} cannot be done on a table: {reason}")
    laid = for_hands(task)
    return replace(laid, arms=arms, layout={**laid.layout, _PATCH: patch})


def patch_of(task: Task) -> Patch | None:
    """Return where the canvas of a task lies on a table; None if it is no task of a table."""
    patch = task.layout.get(_PATCH)
    assert patch is None or isinstance(patch, Patch)
    return patch
