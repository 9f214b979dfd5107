"""What comes next in a task and what it is about; hidden from agents unless declared."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from eyehand_core.predicates.judge import Verdict
from eyehand_core.tasks.task import Subtask, Task


def next_subtask(task: Task, verdict: Verdict) -> Subtask | None:
    """Return the first subtask that has not been reached; None if all have been."""
    pairs = zip(task.subtasks, verdict.subtasks, strict=True)
    return next((subtask for subtask, (_, reached) in pairs if not reached), None)


def target_objects(task: Task, verdict: Verdict) -> tuple[str, ...]:
    """Return the objects that the next subtask is about, in the order of its expression.

    Those of the success expression, if no subtask is left or it names no object.
    """
    subtask = next_subtask(task, verdict)
    named = _objects(task, subtask.when) if subtask else ()
    return named or _objects(task, task.success)


def _objects(task: Task, declared: Any) -> tuple[str, ...]:
    """Return objects in an expression as declared; a point belongs to the object before its dot."""
    words = (word.partition(".")[0] for word in _words(declared))
    return tuple(dict.fromkeys(word for word in words if word in task.objects))


def _words(declared: Any) -> Iterator[str]:
    if isinstance(declared, str):
        yield declared
    elif isinstance(declared, list | tuple):
        for item in declared:
            yield from _words(item)
    elif isinstance(declared, dict):
        for value in declared.values():
            yield from _words(value)
