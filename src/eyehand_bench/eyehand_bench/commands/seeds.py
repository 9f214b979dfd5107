"""``eyehand seeds``: which instances of a task are proven solvable."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from eyehand_bench import library
from eyehand_bench.cli import exit_status
from eyehand_bench.cli.arguments import Parser, whole_number
from eyehand_bench.cli.console import Console
from eyehand_bench.cli.program import program_name, shown_path
from eyehand_bench.cli.usage_error import UsageError, unknown_name
from eyehand_bench.commands.command import COMMANDS

if TYPE_CHECKING:
    from eyehand_bench.direct.workplace import Workplace
    from eyehand_bench.seeds.proof_file import ProofFile
    from eyehand_bench.seeds.validation import ProbePool, Progress

WANTED = 20
CANDIDATES_PER_SEED = 5


class SeedsCommand:
    """Validate seeds, play their proofs again, or list them."""

    summary = "find instances of tasks that are proven solvable, and check the proofs"

    def add_arguments(self, parser: Parser) -> None:
        """Declare what to do, with which tasks."""
        parser.add_argument(
            "action",
            choices=("validate", "verify", "list"),
            help="find seeds; play kept seeds again and compare digests; show what is proven",
        )
        parser.add_argument("tasks", nargs="*", metavar="TASK", help="default: all manipulation")
        parser.add_argument(
            "--count", type=whole_number(1, 1000), default=WANTED, help="seeds to keep per task"
        )
        parser.add_argument(
            "--robot", default=library.DEFAULT_ROBOT, metavar="NAME", help="robot file"
        )
        parser.add_argument(
            "--workers",
            type=whole_number(1, 64),
            default=os.cpu_count() or 1,
            help="processes; default: one per processor",
        )

    def execute(self, arguments: argparse.Namespace) -> int:
        """Do it task by task; a line per candidate on standard error, JSON at the end."""
        if arguments.robot not in library.robot_files():
            raise unknown_name("robot", arguments.robot, library.robot_files(), "")
        from eyehand_bench.direct.workplace import workplace
        from eyehand_bench.seeds.validation import ProbePool

        place = workplace(library.config_folder(), arguments.robot)
        tasks = _wanted(place, arguments.tasks)
        if arguments.action == "list":
            return _show([_summary(place, task) for task in tasks], arguments)
        console = Console(quiet=arguments.quiet)
        pool = ProbePool(place.config, arguments.robot, arguments.workers)
        action = _validated if arguments.action == "validate" else _verified
        try:
            results = [action(pool, place, task, arguments.count, console) for task in tasks]
        finally:
            pool.close()
        return _show(results, arguments)


def _wanted(place: Workplace, names: Sequence[str]) -> Sequence[str]:
    files = library.task_files()
    for name in names:
        if name not in files:
            raise unknown_name("task", name, files, f"{program_name()} tasks")
        if name in library.layout_tasks():
            raise UsageError(f"{name} has no physical scene", ["give tasks of kind manipulation"])
    every = (task.id for task in place.library.all() if task.kind == "manipulation")
    return list(names) or list(every)


def _proof(place: Workplace, task_id: str) -> ProofFile:
    from eyehand_bench.seeds.identity import identity_of
    from eyehand_bench.seeds.proof_file import ProofFile

    path = place.config / "seeds" / place.robot.name / f"{task_id}.jsonl"
    return ProofFile(path, identity_of(place, place.library.load(task_id)))


def _validated(
    pool: ProbePool, place: Workplace, task_id: str, count: int, console: Console
) -> dict[str, Any]:
    from eyehand_bench.seeds.task_seeds import write_seeds
    from eyehand_bench.seeds.validation import validate

    def report(progress: Progress) -> None:
        console.line(_progress_line(task_id, progress))

    proof = _proof(place, task_id)
    most = CANDIDATES_PER_SEED * count
    kept = validate(pool, proof, task_id, count=count, most=most, report=report)
    task = place.library.load(task_id)
    if len(kept) == count and place.robot.name == library.DEFAULT_ROBOT and task.seeds != kept:
        write_seeds(task.path, kept)
    return _summary(place, task_id)


def _verified(
    pool: ProbePool, place: Workplace, task_id: str, count: int, console: Console
) -> dict[str, Any]:
    proof = _proof(place, task_id)
    known = {probe.seed: probe for probe in proof.probes if probe.kept}
    differs = []
    for probe in pool.results(task_id, iter(proof.kept[:count])):
        equal = probe == known[probe.seed]
        console.line(f" {task_id}  {probe.seed}  {'the same' if equal else 'DIFFERS'}")
        if not equal:
            differs.append({"proof": asdict(known[probe.seed]), "now": asdict(probe)})
    return {**_summary(place, task_id), "differs": differs}


def _summary(place: Workplace, task_id: str) -> dict[str, Any]:
    proof = _proof(place, task_id)
    probed, kept = len(proof.probes), len(proof.kept)
    return {
        "task": task_id,
        "robot": place.robot.name,
        "current": proof.current,
        "probed": probed,
        "kept": kept,
        "acceptance": round(kept / probed, 3) if probed else None,
        "proof": shown_path(proof.path),
    }


def _progress_line(task_id: str, progress: Progress) -> str:
    probe, left = progress.probe, round(progress.seconds_left)
    result = f"kept, {probe.steps} steps" if probe.kept else f"rejected: {probe.reason}"
    eta = f"{left // 60}:{left % 60:02d} left"
    return f" {task_id}  {progress.kept}/{progress.wanted}  {eta}  {probe.seed} {result}"


def _show(results: list[dict[str, Any]], arguments: argparse.Namespace) -> int:
    if arguments.json:
        print(json.dumps(results))
    else:
        for row in results:
            state = "current" if row["current"] else "none or of other versions"
            wrong = f", {len(row['differs'])} differ" if row.get("differs") else ""
            print(f"{row['task']:<44} {row['kept']:3} of {row['probed']:3} kept, {state}{wrong}")
    failed = any(
        row.get("differs") or (arguments.action == "validate" and row["kept"] < arguments.count)
        for row in results
    )
    return exit_status.INVALID if failed else exit_status.JUDGED


COMMANDS.add("seeds", SeedsCommand())
