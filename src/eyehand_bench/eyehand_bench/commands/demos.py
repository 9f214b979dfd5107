"""``eyehand demos``: the demonstrations from which models learn their summaries."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eyehand_core.errors import ConfigError, EyehandError
from eyehand_core.registry import Registry

from eyehand_bench import library
from eyehand_bench.cli import exit_status
from eyehand_bench.cli.arguments import Parser, folder_path
from eyehand_bench.cli.console import Console
from eyehand_bench.cli.program import shown_path
from eyehand_bench.commands.command import COMMANDS, Command, CommandGroup
from eyehand_bench.commands.demonstrate import FOLDER
from eyehand_bench.commands.learn import check_task

if TYPE_CHECKING:
    from eyehand_bench.direct.workplace import Workplace


class MakeCommand:
    """Let the expert play every task that is demonstrated, and draw it."""

    summary = "let the expert play and draw it from the start view, for the tasks that need it"

    def add_arguments(self, parser: Parser) -> None:
        """Declare the tasks and where the demonstrations go."""
        parser.add_argument(
            "tasks",
            nargs="*",
            metavar="TASK",
            help="tasks to learn; variants and long tasks need those of their bases and skills; "
            "default: all manipulation tasks",
        )
        parser.add_argument(
            "--out",
            type=folder_path,
            default=FOLDER,
            metavar="DIR",
            help=f"folder of all demonstrations; by default {FOLDER}",
        )
        parser.add_argument(
            "--again", action="store_true", help="make those anew that are there already"
        )

    def execute(self, arguments: argparse.Namespace) -> int:
        """Make what is missing, a JSON line per demonstration; go on after a failure."""
        from eyehand_bench.direct.workplace import workplace

        for task in arguments.tasks:
            check_task(task)
        place = workplace(library.config_folder(), library.DEFAULT_ROBOT)
        console, failures = Console(quiet=arguments.quiet), 0
        wanted = _demonstrated(place, arguments.tasks)
        for number, task in enumerate(wanted, 1):
            folder = arguments.out / task
            if not arguments.again and _is_there(arguments.out, task):
                console.line(f" {number}/{len(wanted)}  {task}  is there")
                continue
            try:
                described = _made(place, task, folder, console, f"{number}/{len(wanted)}  {task}")
            except EyehandError as error:
                failures += 1
                console.line(f" {number}/{len(wanted)}  {task}  FAILED: {error}")
                continue
            print(json.dumps({**described, "demonstration": shown_path(folder)}), flush=True)
        console.close()
        return exit_status.INVALID if failures else exit_status.JUDGED


def _demonstrated(place: Workplace, names: Sequence[str]) -> list[str]:
    """Return the tasks whose demonstrations teach the named ones, each once."""
    from eyehand_agent.demonstrations.demonstration import demonstrated_tasks

    every = [task.id for task in place.library.all() if task.kind == "manipulation"]
    needed = (task for name in names or every for task in demonstrated_tasks(name))
    return list(dict.fromkeys(needed))


def _is_there(folder: Path, task: str) -> bool:
    from eyehand_agent.demonstrations.demonstration import load_demonstration

    try:
        load_demonstration(folder, task)
    except ConfigError:
        return False
    return True


def _made(
    place: Workplace, task: str, folder: Path, console: Console, heading: str
) -> dict[str, Any]:
    from eyehand_bench.demonstration.film import FRAMES_PER_SECOND, film_expert
    from eyehand_bench.demonstration.folder import write_demonstration
    from eyehand_bench.demonstration.frames import PROFILE, drawn

    console.status(f"{heading}  the expert is playing")
    film = film_expert(place, task)
    about = {
        "task": task,
        "seed": film.seed,
        "robot": place.robot.name,
        "digest": film.digest,
        "goal": film.goal,
        "frames_per_second": FRAMES_PER_SECOND,
    }
    pictures = drawn(place.robot, film.arms, film.centers, film.shots, PROFILE)
    return write_demonstration(
        folder,
        about,
        pictures,
        lambda count: console.status(f"{heading}  frame {count} of {len(film.shots)}"),
    )


DEMOS_COMMANDS: Registry[Command | CommandGroup] = Registry("demos command")
DEMOS_COMMANDS.add("make", MakeCommand())
COMMANDS.add("demos", CommandGroup(summary="demonstrations for models", commands=DEMOS_COMMANDS))
