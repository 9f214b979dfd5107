"""``eyehand layout embody``: layout tasks carried out by the robot, compared with the canvas."""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from eyehand_bench import library
from eyehand_bench.cli.arguments import Parser, whole_number, writable_folder
from eyehand_bench.cli.console import Console
from eyehand_bench.cli.usage_error import unknown_name
from eyehand_bench.commands.layout.agent_arguments import (
    add_agent,
    agent_settings,
    tell_instructions,
)
from eyehand_bench.commands.layout.group import (
    FIRST_SEED,
    LAYOUT_COMMANDS,
    add_selection,
    layout_condition,
    selected_tasks,
)
from eyehand_bench.commands.layout.validity import status_of_episodes

if TYPE_CHECKING:
    from eyehand_core.tasks.task import Task

    from eyehand_bench.direct.table_camera import TableCamera
    from eyehand_bench.direct.workplace import Workplace
    from eyehand_bench.symbolic.embodiment import Pair


class EmbodyCommand:
    """Play tasks on the canvas and on the table."""

    summary = "let the robot arrange layouts, and compare its success with the canvas"

    def add_arguments(self, parser: Parser) -> None:
        """Declare agent, tasks and robot."""
        add_selection(parser)
        add_agent(parser, condition="text_only", agent="steady_solver")
        parser.add_argument(
            "--robot",
            default=library.DEFAULT_ROBOT,
            metavar="NAME",
            help=f"{', '.join(library.robot_files())}; default {library.DEFAULT_ROBOT}",
        )
        parser.add_argument(
            "--per-level",
            type=whole_number(1, 1000),
            default=2,
            metavar="N",
            help="tasks of each family and level, in order; default 2",
        )
        parser.add_argument(
            "--seeds",
            type=whole_number(1, 1000),
            default=1,
            metavar="N",
            help=f"instances of each task, with seeds from {FIRST_SEED} on; default 1",
        )
        parser.add_argument(
            "--out", type=writable_folder, metavar="DIR", help="folder for episodes and pictures"
        )

    def execute(self, arguments: argparse.Namespace) -> int:
        """Play, print the comparison, and write the folder."""
        from eyehand_bench.record.line_file import LineFile
        from eyehand_bench.symbolic.embodiment import embodiment_report, pair_line
        from eyehand_bench.symbolic.tables import value_words

        if arguments.robot not in (robots := library.robot_files()):
            raise unknown_name("robot", arguments.robot, robots, "")
        pairs, log = [], LineFile(arguments.out / "embodied.jsonl") if arguments.out else None
        for pair in _play_all(arguments, Console(quiet=arguments.quiet)):
            pairs.append(pair)
            if log:
                log.add(json.dumps(pair_line(pair)))
        report = embodiment_report(pairs)
        lines = [pair_line(pair) for pair in pairs]
        if arguments.json:
            values = {name: [value.value, value.interval] for name, value in report.items()}
            print(json.dumps({"summary": values, "episodes": lines}))
        else:
            for pair, line in zip(pairs, lines, strict=True):
                why = "; ".join(line["failing"]) if pair.counts else pair.deciding.reason
                print(f"{line['task']:<24} {line['embodied']:<8} {line['steps']} steps  {why}")
            width = max(map(len, report))
            print("\n".join(f"{name:<{width}}  {value_words(v)}" for name, v in report.items()))
        return status_of_episodes([pair.deciding for pair in pairs])


def _play_all(arguments: argparse.Namespace, console: Console) -> Iterator[Pair]:
    from eyehand_core.layout.embodied.patch import load_patch

    from eyehand_bench.direct.table_camera import TableCamera
    from eyehand_bench.direct.workplace import workplace

    place = workplace(library.config_folder(), arguments.robot)
    tasks = _fitting(arguments)
    sees = "base_url" in agent_settings(arguments, arguments.agent) or arguments.out
    camera = TableCamera(place.config, load_patch(place.config, arguments.robot)) if sees else None
    tell_instructions(arguments, console)
    pairs: list[Pair] = []
    try:
        for number, task in enumerate(tasks, start=1):
            for seed in range(FIRST_SEED, FIRST_SEED + arguments.seeds):
                pairs.append(_play(arguments, task, seed, place, camera))
                yield pairs[-1]
            solved = sum(pair.embodied.solved for pair in pairs)
            console.status(f"{number}/{len(tasks)} tasks, {solved}/{len(pairs)} solved")
    finally:
        console.close()
        if camera:
            camera.close()


def _fitting(arguments: argparse.Namespace) -> list[Task]:
    """Return the chosen tasks that can be done on a table, the first ones of each level.

    Raises:
        ConfigError: none of them can.
    """
    from eyehand_core.errors import ConfigError
    from eyehand_core.layout.embodied.table_task import for_hands, misfit

    reasons, levels = [], defaultdict(list)
    for task in selected_tasks(arguments):
        reason = misfit(task)
        if reason:
            reasons.append(f"{task.id}: {reason}")
        else:
            levels[task.family, task.level].append(for_hands(task))
    if not levels:
        raise ConfigError(f"no task can be done on a table; {reasons[0]}")
    return [task for tasks in levels.values() for task in tasks[: arguments.per_level]]


def _play(
    arguments: argparse.Namespace,
    task: Task,
    seed: int,
    place: Workplace,
    camera: TableCamera | None,
) -> Pair:
    from eyehand_core.layout.play import Table, play
    from eyehand_core.layout.referee import layout_goal
    from eyehand_core.layout.scene import LayoutScene

    from eyehand_bench.direct.table import DirectTable
    from eyehand_bench.symbolic.embodiment import Pair
    from eyehand_bench.symbolic.players import player

    world = DirectTable(place)
    condition = layout_condition(arguments)
    make = player(arguments.agent, agent_settings(arguments, arguments.agent), condition)

    def picture(scene: LayoutScene) -> bytes:
        assert camera is not None
        return camera.picture(world.snapshot())

    canvas = Table(task, seed, condition)
    symbolic = play(canvas, make(task, seed, canvas), None)
    laid = place.library.load(task.id)
    table = Table(laid, seed, condition, world)
    if arguments.out and camera:
        _keep(arguments.out, f"{task.id}-{seed}-start.jpg", camera.picture(world.snapshot()))
    embodied = play(table, make(laid, seed, table), picture if camera else None)
    if arguments.out and camera:
        _keep(arguments.out, f"{task.id}-{seed}-end.jpg", camera.picture(world.snapshot()))
    intended = layout_goal(task, embodied.start).judge(world.intended)
    return Pair(symbolic=symbolic, embodied=embodied, intended=intended)


def _keep(folder: Path, name: str, jpeg: bytes) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(jpeg)


LAYOUT_COMMANDS.add("embody", EmbodyCommand())
