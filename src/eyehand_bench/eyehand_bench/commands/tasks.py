"""``eyehand tasks``: the task library."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eyehand_core.errors import ConfigError

from eyehand_bench import library
from eyehand_bench.cli import exit_status
from eyehand_bench.cli.arguments import Parser
from eyehand_bench.cli.error_report import error_lines
from eyehand_bench.cli.program import program_name
from eyehand_bench.cli.usage_error import UsageError, unknown_name
from eyehand_bench.cli.words import in_words
from eyehand_bench.commands.command import COMMANDS

if TYPE_CHECKING:
    from eyehand_core.tasks.task import Task

CHECK = "check"
_COLUMNS = ("id", "family", "arms", "budget", "seeds", "goal")


class TasksCommand:
    """List the tasks, show one, or check a file."""

    summary = "list the tasks, show one, or check a file"

    def add_arguments(self, parser: Parser) -> None:
        """Declare filters and the task to show."""
        parser.add_argument(
            "id", nargs="?", metavar="ID", help=f"show this task only; {CHECK}: check a file"
        )
        parser.add_argument(
            "file", nargs="?", type=Path, metavar="FILE", help="task file to check, in any folder"
        )
        parser.add_argument("--kind", metavar="KIND", help="only tasks of this kind")
        parser.add_argument("--family", metavar="NAME", help="only tasks of this family")

    def execute(self, arguments: argparse.Namespace) -> int:
        """Print a table, one task in words, or JSON."""
        if arguments.id == CHECK and arguments.file is None:
            raise UsageError("expected: tasks check FILE", [f"{program_name()} tasks --help"])
        if arguments.id != CHECK and arguments.file is not None:
            raise UsageError(
                f"tasks shows one task; {str(arguments.file)!r} is too much",
                [f"to check a file: {program_name()} tasks {CHECK} {arguments.file}"],
            )
        if arguments.file is not None:
            return _check(arguments)
        files = library.task_files()
        if arguments.id is not None and arguments.id not in files:
            raise unknown_name("task", arguments.id, files, f"{program_name()} tasks")
        tasks, errors = _read([arguments.id] if arguments.id is not None else sorted(files))
        for key in ("kind", "family"):
            tasks = _filtered(tasks, key, getattr(arguments, key))
        if arguments.json:
            print(json.dumps([describe(task) for task in tasks], ensure_ascii=False))
        elif arguments.id is not None and tasks:
            facts = describe(tasks[0]).items()
            print("\n".join(f"{key:<8} {in_words(value)}" for key, value in facts))
        elif tasks:
            _print_table(tasks)
        for error in errors:
            print("\n".join(error_lines(error)), file=sys.stderr)
        return exit_status.WRONG_USE if errors else exit_status.JUDGED


def _check(arguments: argparse.Namespace) -> int:
    from eyehand_bench.direct.task_check import check_task

    findings = check_task(library.config_folder(), arguments.file)
    if arguments.json:
        print(json.dumps({"file": str(arguments.file), "findings": findings}))
    else:
        print("\n".join(findings or ["sound: it reads well, and the expert succeeds"]))
    return exit_status.WRONG_USE if findings else exit_status.JUDGED


def _read(ids: list[str]) -> tuple[tuple[Task, ...], list[ConfigError]]:
    """Return the tasks that can be read, and what is wrong with the others."""
    from eyehand_core.tasks.library import Library

    tasks, errors = [], []
    shelf = Library(library.config_folder())
    for task_id in ids:
        try:
            tasks.append(shelf.load(task_id))
        except ConfigError as error:
            errors.append(error)
    return tuple(tasks), errors


def describe(task: Task) -> dict[str, Any]:
    """Return what users want to know about a task."""
    from eyehand_core.tasks.inventory import goal_in_general

    return {
        "id": task.id,
        "kind": task.kind,
        "family": task.family,
        "level": task.level,
        "version": task.version,
        "arms": list(task.arms),
        "budget": task.budget,
        "goal": goal_in_general(task),
        "seeds": list(task.seeds),
    }


def _filtered(tasks: tuple[Task, ...], key: str, wanted: str | None) -> tuple[Task, ...]:
    if wanted is None or not tasks:
        return tasks
    present = {getattr(task, key) for task in tasks}
    if wanted not in present:
        raise unknown_name(key, wanted, present, "")
    return tuple(task for task in tasks if getattr(task, key) == wanted)


def _print_table(tasks: tuple[Task, ...]) -> None:
    rows = [_COLUMNS, *(_row(task) for task in tasks)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_COLUMNS) - 1)]
    for row in rows:
        cells = [f"{cell:<{width}}" for cell, width in zip(row, widths, strict=False)]
        print("  ".join([*cells, row[-1]]))


def _row(task: Task) -> tuple[str, ...]:
    from eyehand_core.tasks.inventory import goal_in_general

    seeds = f"{len(task.seeds)} proven" if task.seeds else "none yet"
    arms, goal = str(len(task.arms) or "-"), goal_in_general(task)
    return (task.id, task.family, arms, str(task.budget), seeds, goal)


COMMANDS.add("tasks", TasksCommand())
