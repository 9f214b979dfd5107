"""``eyehand layout generate``: further tasks, each proved solvable."""

from __future__ import annotations

import argparse
import json

from eyehand_core.seed_range import LARGEST_SEED
from eyehand_core.tasks.places import SET_SUFFIX

from eyehand_bench import library
from eyehand_bench.cli import exit_status
from eyehand_bench.cli.arguments import Parser, new_file, whole_number
from eyehand_bench.cli.console import Console
from eyehand_bench.cli.usage_error import unknown_name
from eyehand_bench.commands.layout.group import LAYOUT_COMMANDS


class GenerateCommand:
    """Write a task set."""

    summary = "make tasks of one family and level, each proved solvable and not solved by chance"

    def add_arguments(self, parser: Parser) -> None:
        """Declare recipe, seed and size."""
        parser.add_argument("recipe", metavar="RECIPE", nargs="?", help="omit it to list all")
        parser.add_argument(
            "--seed",
            type=whole_number(0, LARGEST_SEED),
            default=1,
            metavar="N",
            help="number that the tasks are drawn with; default 1",
        )
        parser.add_argument(
            "--count",
            type=whole_number(1, 1000),
            default=20,
            metavar="N",
            help="how many tasks; default 20",
        )
        parser.add_argument(
            "--out",
            type=new_file(SET_SUFFIX),
            metavar="FILE",
            help=f"task set to write, <name>{SET_SUFFIX}",
        )

    def execute(self, arguments: argparse.Namespace) -> int:
        """List the recipes, or make tasks and write or print them."""
        from eyehand_core.layout.generate.generator import RECIPES, generate, set_text
        from eyehand_core.tasks.library import Library

        if arguments.recipe is None:
            rows = {name: f"{RECIPES[name].family} {RECIPES[name].level}" for name in RECIPES}
            words = (f"{name:<18} {row:<34} {RECIPES[name].meaning}" for name, row in rows.items())
            print(json.dumps(rows) if arguments.json else "\n".join(words))
            return exit_status.JUDGED
        if arguments.recipe not in RECIPES:
            raise unknown_name("recipe", arguments.recipe, RECIPES, "")
        console = Console(quiet=arguments.quiet)
        recipe = RECIPES[arguments.recipe]
        tasks = generate(
            recipe,
            arguments.seed,
            arguments.count,
            Library(library.config_folder()).environment,
            lambda task: console.line(f"{task.task_id}: {task.entry['goal']}"),
        )
        text = set_text(recipe, arguments.seed, tasks)
        if arguments.out:
            arguments.out.write_text(text, encoding="utf-8")
        elif not arguments.json:
            print(text, end="")
        if arguments.json:
            print(json.dumps({task.task_id: task.entry for task in tasks}))
        return exit_status.JUDGED


LAYOUT_COMMANDS.add("generate", GenerateCommand())
