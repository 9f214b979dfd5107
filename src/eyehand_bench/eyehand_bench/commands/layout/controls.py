"""``eyehand layout controls``: chance, perturbed scenes and changed words."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from eyehand_bench.cli.arguments import Parser, whole_number
from eyehand_bench.cli.console import Console
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
    from eyehand_core.tasks.task import Task

    Run = Callable[[Task, int], Trace]

_EASY = 0.10
_VARIANTS = 5


class ControlsCommand:
    """Play the control experiments."""

    summary = "report what chance, moved scenes and changed words do to success"

    def add_arguments(self, parser: Parser) -> None:
        """Declare agent and size of the experiments."""
        add_selection(parser)
        add_agent(parser, condition="text_only", agent="solver")
        parser.add_argument(
            "--chance",
            type=whole_number(0, 100_000),
            default=50,
            metavar="N",
            help="episodes per task of each baseline; default 50, 0 for none",
        )
        parser.add_argument(
            "--variants",
            type=whole_number(0, 100),
            default=_VARIANTS,
            metavar="N",
            help=f"perturbed scenes per task; default {_VARIANTS}, 0 for none",
        )

    def execute(self, arguments: argparse.Namespace) -> int:
        """Print the contrasts; comparisons with an invalid episode are left out."""
        from eyehand_core.intervals import Share

        from eyehand_bench.symbolic.tables import value_words

        console = Console(quiet=arguments.quiet)
        tasks = selected_tasks(arguments)
        plays = _runner(arguments, arguments.agent)
        played: list[Trace] = []
        tell_instructions(arguments, console)

        def run(task: Task, seed: int) -> Trace:
            played.append(plays(task, seed))
            return played[-1]

        report: dict[str, Any] = {}
        if arguments.chance:
            report |= _chance(arguments, tasks, console)
        if arguments.variants:
            report |= _perturbation(arguments, tasks, run, console)
        report |= _counterfactual(tasks, run, console)
        invalid = sum(not trace.counts for trace in played)
        report["invalid, left out"] = Share(count=invalid, total=len(played))
        console.close()
        if arguments.json:
            print(json.dumps(report, default=lambda v: [v.value, v.interval]))
        else:
            width = max(len(name) for name in report)
            for name, value in report.items():
                words = value if isinstance(value, str) else value_words(value)
                print(f"{name:<{width}}  {words}")
        return status_of_episodes(played)


def _runner(arguments: argparse.Namespace, agent: str) -> Run:
    from eyehand_core.layout.play import Table, play

    from eyehand_bench.symbolic.players import player

    condition = layout_condition(arguments)
    make = player(agent, agent_settings(arguments, agent), condition)

    def run(task: Task, seed: int) -> Trace:
        table = Table(task, seed, condition)
        return play(table, make(task, seed, table))

    return run


def _chance(
    arguments: argparse.Namespace, tasks: tuple[Task, ...], console: Console
) -> dict[str, Any]:
    from eyehand_core.intervals import Share

    report: dict[str, Any] = {}
    for agent in ("random_legal", "random", "noop"):
        run, solved, easy = _runner(arguments, agent), 0, []
        for number, task in enumerate(tasks, start=1):
            count = sum(run(task, FIRST_SEED + n).solved for n in range(arguments.chance))
            solved += count
            easy += [f"{task.id} {count}/{arguments.chance}"] * (count > _EASY * arguments.chance)
            console.status(f"{agent}: {number}/{len(tasks)} tasks")
        report[f"{agent} success"] = Share(count=solved, total=len(tasks) * arguments.chance)
        report[f"{agent} above 10 %"] = ", ".join(easy) or "no task"
    return report


def _perturbation(
    arguments: argparse.Namespace, tasks: tuple[Task, ...], run: Run, console: Console
) -> dict[str, Any]:
    from eyehand_core.intervals import Share, paired_difference
    from eyehand_core.layout.measure.variants import perturbed

    ones: list[float] = []
    others: list[float] = []
    for number, task in enumerate(tasks, start=1):
        original = run(task, FIRST_SEED)
        variants = (perturbed(task, index, FIRST_SEED) for index in range(arguments.variants))
        moved = [run(variant, FIRST_SEED) for variant in variants if variant is not None]
        compared = [float(trace.solved) for trace in moved if trace.counts and original.counts]
        ones += [float(original.solved)] * len(compared)
        others += compared
        console.status(f"perturbation: {number}/{len(tasks)} tasks")
    return {
        "success, original": Share(count=int(sum(ones)), total=len(ones)),
        "success, perturbed": Share(count=int(sum(others)), total=len(others)),
        "perturbed - original": paired_difference(ones, others),
    }


def _counterfactual(tasks: tuple[Task, ...], run: Run, console: Console) -> dict[str, Any]:
    from eyehand_core.layout.measure.counterfactual import CHANGES, contrast, pair_of

    report: dict[str, Any] = {}
    for change in CHANGES:
        console.status(f"counterfactual: {change}")
        pairs = [pair for task in tasks if (pair := pair_of(task, change, FIRST_SEED))]
        played = [
            (pair, run(pair.original, FIRST_SEED), run(pair.changed, FIRST_SEED)) for pair in pairs
        ]
        valid = [(pair, a, b) for pair, a, b in played if a.counts and b.counts]
        result = contrast(
            [pair for pair, _, _ in valid],
            [original for _, original, _ in valid],
            [varied for _, _, varied in valid],
        )
        report |= {
            f"{change}: original": result.original,
            f"{change}: changed": result.changed,
            f"{change}: difference": result.difference,
            f"{change}: old relation kept": result.old_relation_kept,
            **{f"{change}: {name} missed": share for name, share in result.missed.items()},
        }
    return report


LAYOUT_COMMANDS.add("controls", ControlsCommand())
