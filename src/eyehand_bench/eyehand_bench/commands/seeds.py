"""``eyehand seeds``: which instances of a task are proven solvable."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from eyehand_core.errors import ConfigError

from eyehand_bench import library
from eyehand_bench.cli import exit_status
from eyehand_bench.cli.arguments import Parser, whole_number
from eyehand_bench.cli.console import Console
from eyehand_bench.cli.error_report import error_lines
from eyehand_bench.cli.program import program_name, shown_path
from eyehand_bench.cli.usage_error import UsageError, unknown_name
from eyehand_bench.commands.command import COMMANDS

if TYPE_CHECKING:
    from eyehand_bench.direct.workplace import Workplace
    from eyehand_bench.seeds.episode_pool import EpisodePool
    from eyehand_bench.seeds.validation import Progress

WANTED = 20
CANDIDATES_PER_SEED = 5
PUBLISHED = "VA-Bench (arXiv 2609.19554) kept 280 of 318, 88.1 %"


class SeedsCommand:
    """Validate seeds, play their proofs again, play the floors, or list all that."""

    summary = "find instances of tasks that are proven solvable, check the proofs, play floors"

    def add_arguments(self, parser: Parser) -> None:
        """Declare what to do, with which tasks."""
        parser.add_argument(
            "action",
            choices=("validate", "verify", "floors", "list"),
            help="find seeds; play kept seeds again and compare digests; play agents that know "
            "nothing on kept seeds; show what is proven",
        )
        parser.add_argument(
            "tasks",
            nargs="*",
            default=[],  # without it, argparse tells that one is required
            metavar="TASK",
            help="default: all tasks of kind manipulation",
        )
        parser.add_argument(
            "--count",
            type=whole_number(1, 1000),
            default=WANTED,
            metavar="N",
            help="seeds of each task: how many to find, or how many of the kept ones to play; "
            f"default {WANTED}",
        )
        parser.add_argument(
            "--robot",
            default=library.DEFAULT_ROBOT,
            metavar="NAME",
            help=f"{', '.join(library.robot_files())}; default {library.DEFAULT_ROBOT}",
        )
        parser.add_argument(
            "--workers",
            type=whole_number(1, 64),
            default=os.cpu_count() or 1,
            metavar="N",
            help="processes; default: one per processor",
        )

    def execute(self, arguments: argparse.Namespace) -> int:
        """Do it task by task; a line per candidate on standard error, JSON at the end."""
        if arguments.robot not in library.robot_files():
            raise unknown_name("robot", arguments.robot, library.robot_files(), "")
        from eyehand_bench.direct.workplace import workplace
        from eyehand_bench.seeds.episode_pool import EpisodePool

        place = workplace(library.config_folder(), arguments.robot)
        tasks = _wanted(arguments.tasks)
        console = Console(quiet=arguments.quiet)
        pool = EpisodePool(place.config, arguments.robot, arguments.workers)
        action = _ACTIONS[arguments.action]
        results, status = [], exit_status.JUDGED
        try:
            for task in tasks:
                try:
                    results.append(action(pool, place, task, arguments.count, console))
                except ConfigError as error:  # the other tasks are sound
                    print("\n".join(error_lines(error)), file=sys.stderr)
                    status = exit_status.WRONG_USE
        finally:
            pool.close()
        return max(status, _show(results, arguments)) if results else status


def _wanted(names: Sequence[str]) -> Sequence[str]:
    files = library.task_files()
    for name in names:
        if name not in files:
            raise unknown_name("task", name, files, f"{program_name()} tasks")
        if name in library.layout_tasks():
            raise UsageError(f"{name} has no physical scene", ["give tasks of kind manipulation"])
    layouts = library.layout_tasks()
    return list(names) or sorted(task for task in files if task not in layouts)


def _validated(
    pool: EpisodePool, place: Workplace, task_id: str, count: int, console: Console
) -> dict[str, Any]:
    from eyehand_bench.seeds.proof_file import proof_of
    from eyehand_bench.seeds.task_seeds import write_seeds
    from eyehand_bench.seeds.validation import validate

    def report(progress: Progress) -> None:
        console.line(_progress_line(task_id, progress))

    task = place.library.load(task_id)
    most = CANDIDATES_PER_SEED * count
    seeds = validate(pool, proof_of(place, task), task_id, count=count, most=most, report=report)
    if len(seeds) == count and place.robot.name == library.DEFAULT_ROBOT and task.seeds != seeds:
        write_seeds(task.path, seeds)
    return _summary(place, task_id)


def _verified(
    pool: EpisodePool, place: Workplace, task_id: str, count: int, console: Console
) -> dict[str, Any]:
    from eyehand_bench.seeds.proof_file import kept, proof_of
    from eyehand_bench.seeds.protocol import probe_seed

    proof = proof_of(place, place.library.load(task_id))
    known = {probe.seed: probe for probe in proof.entries if probe.kept}
    differs = []
    for probe in pool.results(probe_seed, task_id, iter(kept(proof)[:count])):
        equal = probe == known[probe.seed]
        console.line(f" {task_id}  {probe.seed}  {'the same' if equal else 'DIFFERS'}")
        if not equal:
            differs.append({"proof": asdict(known[probe.seed]), "now": asdict(probe)})
    return {**_summary(place, task_id), "differs": differs}


def _floored(
    pool: EpisodePool, place: Workplace, task_id: str, count: int, console: Console
) -> dict[str, Any]:
    from eyehand_bench.seeds.floors import floors_of, missing, play_floor
    from eyehand_bench.seeds.proof_file import kept, proof_of

    task = place.library.load(task_id)
    floors = floors_of(place, task)
    wanted = missing(floors, kept(proof_of(place, task))[:count])
    for number, entry in enumerate(pool.results(play_floor, task_id, iter(wanted)), 1):
        floors.add(entry)
        result = f"{entry.outcome} in {entry.steps} steps"
        console.line(f" {task_id}  {number}/{len(wanted)}  {entry.agent} {entry.seed} {result}")
    return _summary(place, task_id)


def _listed(
    pool: EpisodePool, place: Workplace, task_id: str, count: int, console: Console
) -> dict[str, Any]:
    return _summary(place, task_id)


_ACTIONS = {
    "validate": _validated,
    "verify": _verified,
    "floors": _floored,
    "list": _listed,
}
_NEED_PROOFS = ("verify", "floors")


def _summary(place: Workplace, task_id: str) -> dict[str, Any]:
    from eyehand_bench.seeds.floors import floors_of, tally
    from eyehand_bench.seeds.proof_file import kept, proof_of

    task = place.library.load(task_id)
    proof = proof_of(place, task)
    probed, seeds = len(proof.entries), kept(proof)
    return {
        "task": task_id,
        "robot": place.robot.name,
        "current": proof.current,
        "probed": probed,
        "kept": len(seeds),
        "acceptance": round(len(seeds) / probed, 3) if probed else None,
        "floors": tally(floors_of(place, task), seeds),
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
        print("\n".join([*map(_row, results), _total(results)]))
    unproven = [row["task"] for row in results if not row["kept"]]
    if unproven and arguments.action in _NEED_PROOFS:
        remedy = f"{program_name()} seeds validate {' '.join(unproven)}"
        print(f"nothing is proven of {', '.join(unproven)}; first: {remedy}", file=sys.stderr)
    failed = any(
        row.get("differs")
        or (arguments.action == "validate" and row["kept"] < arguments.count)
        or (arguments.action in _NEED_PROOFS and not row["kept"])
        for row in results
    )
    return exit_status.INVALID if failed else exit_status.JUDGED


def _row(result: dict[str, Any]) -> str:
    state = "current" if result["current"] else "none or of other versions"
    floors = "".join(f", {agent} {rate}" for agent, rate in result["floors"].items())
    wrong = f", {len(result['differs'])} differ" if result.get("differs") else ""
    kept = f"{result['kept']:3} of {result['probed']:3} kept"
    return f"{result['task']:<44} {kept}, {state}{floors}{wrong}"


def _total(results: list[dict[str, Any]]) -> str:
    kept, probed = (sum(row[key] for row in results) for key in ("kept", "probed"))
    share = f", {100 * kept / probed:.1f} %" if probed else ""
    return f"{'all':<44} {kept:3} of {probed:3} kept{share}; {PUBLISHED}"


COMMANDS.add("seeds", SeedsCommand())
