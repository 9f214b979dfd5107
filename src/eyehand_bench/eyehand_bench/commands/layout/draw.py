"""``eyehand layout draw``: the picture of a task, at its start or as the expert leaves it."""

from __future__ import annotations

import argparse
import json

from eyehand_core.seed_range import LARGEST_SEED

from eyehand_bench import library
from eyehand_bench.cli import exit_status
from eyehand_bench.cli.arguments import Parser, new_file, whole_number
from eyehand_bench.cli.program import program_name, shown_path
from eyehand_bench.cli.usage_error import unknown_name
from eyehand_bench.commands.layout.group import LAYOUT_COMMANDS


class DrawCommand:
    """Draw a task instance."""

    summary = "draw the scene of a task to a JPEG file, and print it in words"

    def add_arguments(self, parser: Parser) -> None:
        """Declare instance, renderer and file."""
        parser.add_argument("task", metavar="ID", help="layout task id")
        parser.add_argument(
            "--seed",
            type=whole_number(0, LARGEST_SEED),
            default=1000,
            metavar="N",
            help="seed of the task instance; default 1000",
        )
        parser.add_argument("--solved", action="store_true", help="after the expert's actions")
        parser.add_argument(
            "--renderer",
            default="rule",
            metavar="NAME",
            help=f"{', '.join(library.layout_renderers())}; default rule",
        )
        parser.add_argument(
            "--out", type=new_file(".jpg", ".jpeg"), required=True, metavar="FILE", help="JPEG file"
        )

    def execute(self, arguments: argparse.Namespace) -> int:
        """Draw, write and describe."""
        from eyehand_core.layout.actions import LayoutHistory
        from eyehand_core.layout.describe import describe
        from eyehand_core.layout.task import expert_decisions, initial_scene
        from eyehand_core.tasks.library import Library
        from eyehand_world.layout_render.picture import Shot
        from eyehand_world.layout_render.renderers import load_renderer

        layouts = library.layout_tasks()
        if arguments.task not in layouts:
            shown = f"{program_name()} tasks --kind layout"
            raise unknown_name("layout task", arguments.task, layouts, shown)
        task = Library(library.config_folder()).load(arguments.task)
        renderer = load_renderer(library.config_folder(), arguments.renderer)
        history = LayoutHistory((initial_scene(task, arguments.seed),))
        for action in expert_decisions(task) if arguments.solved else ():
            result = history.apply(action)
            history = result if isinstance(result, LayoutHistory) else history
        shot = Shot(task=task.id, seed=arguments.seed, step=len(history.scenes) - 1)
        picture = renderer.render(history.scene, shot)
        arguments.out.write_bytes(picture.jpeg)
        if arguments.json:
            print(json.dumps({"file": shown_path(arguments.out), **picture.note()}))
        else:
            print(f"{task.goal}\n{describe(history.scene)}")
            if picture.degraded:
                print(f"drawn by rule instead: {picture.reason}")
        return exit_status.JUDGED


LAYOUT_COMMANDS.add("draw", DrawCommand())
