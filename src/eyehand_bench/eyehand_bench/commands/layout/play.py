"""``eyehand layout play``: episodes without ROS, and their metrics."""

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING

from eyehand_bench.cli.arguments import Parser, growing_file, whole_number, writable_folder
from eyehand_bench.cli.console import Console
from eyehand_bench.cli.usage_error import UsageError
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
    from eyehand_core.layout.play import Trace


class PlayCommand:
    """Play many episodes and report their metrics."""

    summary = "play episodes without ROS and report their metrics"

    def add_arguments(self, parser: Parser) -> None:
        """Declare agent, tasks and runs."""
        add_selection(parser)
        add_agent(parser, condition="active")
        parser.add_argument(
            "--seeds",
            type=whole_number(1, 1000),
            default=1,
            metavar="N",
            help=f"instances of each task, with seeds from {FIRST_SEED} on; default 1",
        )
        parser.add_argument(
            "--runs",
            type=whole_number(1, 1000),
            default=1,
            metavar="N",
            help="episodes of each instance; default 1",
        )
        parser.add_argument(
            "--out", type=writable_folder, metavar="DIR", help="folder for episodes and metrics"
        )
        parser.add_argument(
            "--training",
            action="store_true",
            help="also write each step with its picture to the folder, as training data",
        )
        parser.add_argument(
            "--remember",
            type=growing_file,
            metavar="FILE",
            help="add the episodes to a store that agents with the condition +recall read",
        )

    def execute(self, arguments: argparse.Namespace) -> int:
        """Play, print a table or JSON, and write the folder."""
        from eyehand_core.layout.measure.metrics import measure
        from eyehand_core.layout.memory.trajectory import read_store

        from eyehand_bench.symbolic.tables import group_lines, metric_lines

        if arguments.training and not arguments.out:
            raise UsageError("--training needs a folder to write to; give --out DIR")
        if arguments.remember and arguments.remember.exists():
            read_store(arguments.remember)
        started = time.monotonic()
        traces = _kept(arguments, play_all(arguments, Console(quiet=arguments.quiet)))
        seconds = time.monotonic() - started
        groups = defaultdict(list)
        for trace in traces:
            groups[f"{trace.family} {trace.level}"].append(trace)
        metrics = measure(traces)
        summary = {
            "agent": arguments.agent,
            "condition": arguments.condition,
            "seconds": round(seconds, 3),
            "all": metrics.as_json(),
            "groups": {name: measure(group).as_json() for name, group in groups.items()},
        }
        if arguments.out:
            (arguments.out / "metrics.json").write_text(json.dumps(summary, indent=1) + "\n")
        if arguments.json:
            print(json.dumps(summary))
        else:
            print("\n".join(group_lines({name: measure(g) for name, g in groups.items()})))
            print("\n".join(["", *metric_lines(metrics), f"{seconds:.1f} s"]))
        return status_of_episodes(traces)


def play_all(arguments: argparse.Namespace, console: Console) -> Iterator[Trace]:
    """Play the episodes that the arguments ask for."""
    from eyehand_core.layout.play import Table, play
    from eyehand_core.layout.scene import LayoutScene
    from eyehand_world.layout_render.picture import Shot
    from eyehand_world.layout_render.rule import RuleRenderer

    from eyehand_bench.symbolic.players import player

    settings = agent_settings(arguments, arguments.agent)
    tasks = selected_tasks(arguments)
    condition = layout_condition(arguments)
    make = player(arguments.agent, settings, condition)
    tell_instructions(arguments, console)
    renderer = RuleRenderer()

    def picture(scene: LayoutScene) -> bytes:
        return renderer.render(scene, Shot()).jpeg

    draw = picture if "base_url" in settings else None
    count = 0
    for number, task in enumerate(tasks, start=1):
        for seed in range(FIRST_SEED, FIRST_SEED + arguments.seeds):
            for _ in range(arguments.runs):
                table = Table(task, seed, condition)
                yield play(table, make(task, seed, table), draw)
                count += 1
        console.status(f"{number}/{len(tasks)} tasks, {count} episodes")
    console.close()


def _kept(arguments: argparse.Namespace, played: Iterator[Trace]) -> list[Trace]:
    """Return all episodes, each written as soon as it has ended; what breaks off loses none."""
    from eyehand_bench.record.line_file import LineFile
    from eyehand_bench.symbolic.trace_lines import trace_line

    traces: list[Trace] = []
    log = LineFile(arguments.out / "episodes.jsonl") if arguments.out else None
    try:
        for trace in played:
            traces.append(trace)
            if log:
                log.add(trace_line(trace))
    finally:
        _store(arguments, [trace for trace in traces if trace.counts])
    return traces


def _store(arguments: argparse.Namespace, traces: list[Trace]) -> None:
    """Keep the episodes as memory and as training data, where that is asked for."""
    from eyehand_core.layout.memory.trajectory import trajectory, write_store
    from eyehand_core.layout.scene import LayoutScene
    from eyehand_world.layout_render.picture import Shot
    from eyehand_world.layout_render.rule import RuleRenderer

    from eyehand_bench.symbolic.training import export_training

    if not arguments.remember and not arguments.training:
        return
    goals = {task.id: task.goal for task in selected_tasks(arguments)}
    if arguments.remember:
        write_store(
            arguments.remember,
            (trajectory(trace, goals[trace.task], arguments.agent) for trace in traces),
        )
    if arguments.training:
        renderer = RuleRenderer()

        def picture(scene: LayoutScene) -> bytes:
            return renderer.render(scene, Shot()).jpeg

        export_training(arguments.out, traces, goals, arguments.agent, picture)


LAYOUT_COMMANDS.add("play", PlayCommand())
