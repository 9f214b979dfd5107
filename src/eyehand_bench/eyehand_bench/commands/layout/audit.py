"""``eyehand layout audit``: is every task solvable by reference, and by nothing less?"""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from eyehand_bench.cli import exit_status
from eyehand_bench.cli.arguments import Parser, whole_number
from eyehand_bench.cli.console import Console
from eyehand_bench.commands.layout.group import LAYOUT_COMMANDS, add_selection, selected_tasks

if TYPE_CHECKING:
    from eyehand_bench.symbolic.audit import Audited

_SEED = 1000


class AuditCommand:
    """Play every task with the reference solver, with chance and with no action at all."""

    summary = "check that the reference solves every task and chance does not"

    def add_arguments(self, parser: Parser) -> None:
        """Declare tasks and how often chance tries."""
        add_selection(parser)
        parser.add_argument(
            "--episodes",
            type=whole_number(1, 100_000),
            default=20,
            metavar="N",
            help="episodes per task of random legal actions; default 20",
        )

    def execute(self, arguments: argparse.Namespace) -> int:
        """Print what is wrong and the totals; fail if a task is unsolved or too easy."""
        from eyehand_bench.symbolic.audit import LARGEST_CHANCE, audit, totals
        from eyehand_bench.symbolic.tables import value_words

        console, tasks = Console(quiet=arguments.quiet), selected_tasks(arguments)
        audited: list[Audited] = []
        for number, task in enumerate(tasks, start=1):
            audited.append(audit(task, _SEED, arguments.episodes))
            console.status(f"{number}/{len(tasks)} tasks")
        console.close()
        wrong = [one for one in audited if one.problem]
        report = totals(audited)
        if arguments.json:
            values = {name: [share.count, share.total] for name, share in report.items()}
            print(json.dumps({"totals": values, "tasks": [vars(one) for one in audited]}))
        else:
            for one in wrong:
                print(f"{one.task}: {one.problem}")
            width = max(map(len, report))
            print("\n".join(f"{name:<{width}}  {value_words(s)}" for name, s in report.items()))
            easy = max((one.random / one.episodes for one in audited), default=0.0)
            print(f"most by chance on one task: {easy:.3f}, allowed {LARGEST_CHANCE:g}")
        return exit_status.INVALID if wrong else exit_status.JUDGED


LAYOUT_COMMANDS.add("audit", AuditCommand())
