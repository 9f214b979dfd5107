"""Which terms of a task a person has to judge because nothing tells about their objects."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from eyehand_core.predicates.expression import Expression, compile_expression, leaves
from eyehand_core.tasks.task import Task


def open_terms(task: Task, unknown: Collection[str]) -> tuple[str, ...]:
    """Return the terms of success and stages that refer to unknown objects, each once.

    Args:
        task: the task file.
        unknown: names of objects that are not measured.
    """
    found = (
        leaf.text
        for expression in _expressions(task)
        for leaf in leaves(expression)
        if any(_object_of(value) in unknown for value in leaf.call.arguments.values())
    )
    return tuple(dict.fromkeys(found))


def _expressions(task: Task) -> Iterator[Expression]:
    yield compile_expression(task.success, task.names)
    for subtask in task.subtasks:
        yield compile_expression(subtask.when, task.names)


def _object_of(value: object) -> str:
    """Return the object that an argument names; points are written ``object.point``."""
    return str(value).partition(".")[0] if isinstance(value, str) else ""
