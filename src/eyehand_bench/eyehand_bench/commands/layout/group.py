"""The registry of the layout commands, and what several of them need."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from eyehand_core.errors import ConfigError
from eyehand_core.registry import Registry

from eyehand_bench import library
from eyehand_bench.cli.arguments import Parser
from eyehand_bench.cli.program import program_name
from eyehand_bench.cli.usage_error import unknown_name
from eyehand_bench.commands.command import Command, CommandGroup

if TYPE_CHECKING:
    from eyehand_core.episode.condition import Condition
    from eyehand_core.tasks.task import Task

FIRST_SEED = 1000
"""Seed of the first instance of a task that is played."""

LAYOUT_COMMANDS: Registry[Command | CommandGroup] = Registry("layout command")


def add_selection(parser: Parser) -> None:
    """Declare which tasks are meant."""
    parser.add_argument("--task", metavar="ID", help="this task only")
    parser.add_argument(
        "--family", metavar="NAME", help="only tasks of this family, such as layout_path"
    )
    parser.add_argument(
        "--level", metavar="NAME", help="only tasks of this level of difficulty, such as 1_single"
    )


def selected_tasks(arguments: argparse.Namespace) -> tuple[Task, ...]:
    """Return the layout tasks that the arguments choose.

    Raises:
        UsageError: a name that does not exist.
        ConfigError: nothing is left, or a file is broken.
    """
    from eyehand_core.tasks.library import Library

    files = library.task_files()
    if arguments.task is not None and arguments.task not in files:
        raise unknown_name("task", arguments.task, files, f"{program_name()} tasks")
    shelf = Library(library.config_folder())
    tasks = tuple(map(shelf.load, [arguments.task] if arguments.task else library.layout_tasks()))
    for key in ("family", "level"):
        wanted = getattr(arguments, key)
        present = {getattr(task, key) for task in tasks}
        if wanted is not None and wanted not in present:
            raise unknown_name(key, wanted, present, "")
        tasks = tuple(task for task in tasks if wanted in (None, getattr(task, key)))
    wrong = [task.id for task in tasks if task.kind != "layout"]
    if wrong or not tasks:
        raise ConfigError(f"{', '.join(wrong) or 'no task'}: choose a task of kind layout")
    return tasks


def layout_condition(arguments: argparse.Namespace) -> Condition:
    """Return the observation condition that the arguments name.

    Raises:
        ConfigError: there is none of that name for layouts, or its file is broken.
    """
    from eyehand_core.episode.conditions import load_condition

    return load_condition(library.config_folder(), "layout", arguments.condition)
