"""``eyehand layout verify``: the three minimal tasks, played ten times each."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from eyehand_bench import library
from eyehand_bench.cli import exit_status
from eyehand_bench.cli.arguments import Parser, whole_number
from eyehand_bench.commands.layout.group import LAYOUT_COMMANDS

if TYPE_CHECKING:
    from eyehand_core.layout.play import Trace

TASKS = ("cup_right_of_table", "box_above_circle", "lamp_left_of_desk")


class VerifyCommand:
    """Play the minimal tasks with the reference and with weak agents."""

    summary = "play the three minimal verification tasks and print their log lines"

    def add_arguments(self, parser: Parser) -> None:
        """Declare how often."""
        parser.add_argument(
            "--runs",
            type=whole_number(1, 1000),
            default=10,
            metavar="N",
            help="runs of each; default 10",
        )

    def execute(self, arguments: argparse.Namespace) -> int:
        """Print a line per task and agent; fail if the reference does not solve all."""
        from eyehand_core.episode.condition import ACTIVE
        from eyehand_core.layout.measure.metrics import measure
        from eyehand_core.layout.play import Table, play
        from eyehand_core.tasks.library import Library

        from eyehand_bench.symbolic.players import player
        from eyehand_bench.symbolic.tables import value_words
        from eyehand_bench.symbolic.weak_agents import (
            corrects_a_wrong_move,
            never_sets_a_constraint,
        )

        tasks = [Library(library.config_folder()).load(name) for name in TASKS]
        expert = player("expert", {}, ACTIVE)
        weak = {1: corrects_a_wrong_move, 2: never_sets_a_constraint}
        rows, all_solved = [], True
        for number, task in enumerate(tasks):
            tables = [Table(task, 1000 + run) for run in range(arguments.runs)]
            traces = [play(t, expert(task, 1000 + run, t)) for run, t in enumerate(tables)]
            all_solved = all_solved and all(trace.solved for trace in traces)
            rate = value_words(measure(traces).values["success rate"])
            rows.append((f"task {number + 1}", "expert", log_line(traces[-1]), rate))
            if number in weak:
                trace = play(Table(task, 1000), weak[number]())
                rows.append((f"task {number + 1}", weak[number].__name__, log_line(trace), ""))
        if arguments.json:
            print(json.dumps([dict(zip(_KEYS, row, strict=True)) for row in rows]))
        else:
            for task_words, agent, line, rate in rows:
                note = f"success rate {rate}" if rate else ""
                print(f"{task_words}: {line}    {agent}{', ' if note else ''}{note}")
        return exit_status.JUDGED if all_solved else exit_status.INVALID


_KEYS = ("task", "agent", "log", "success_rate")


def log_line(trace: Trace) -> str:
    """Return what the published verification prints of one episode."""
    legal = sum(step.legal for step in trace.steps) / len(trace.steps)
    return (
        f"solved={trace.solved}, steps={len(trace.steps)}, "
        f"score={trace.verdict.score}, legal_rate={legal}"
    )


LAYOUT_COMMANDS.add("verify", VerifyCommand())
