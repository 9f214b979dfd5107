"""``eyehand score``: the outcome of a record, derived from its bag alone, against what it says."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from eyehand_bench.cli import exit_status
from eyehand_bench.cli.arguments import Parser
from eyehand_bench.cli.program import shown_path
from eyehand_bench.cli.usage_error import UsageError
from eyehand_bench.commands.command import COMMANDS

if TYPE_CHECKING:
    from eyehand_bench.record.rescoring import Comparison, Score


class ScoreCommand:
    """Judge a record again and compare with the live verdict."""

    summary = "derive the outcome of a record from its bag and compare it with the live one"

    def add_arguments(self, parser: Parser) -> None:
        """Declare the record."""
        parser.add_argument("record", type=Path, metavar="RECORD", help="folder of a record")

    def execute(self, arguments: argparse.Namespace) -> int:
        """Print both verdicts and whether they match."""
        bag = bag_of(arguments.record)
        from eyehand_bench.record.episode_check import complaints_about
        from eyehand_bench.record.rescoring import rescore

        comparison = rescore(bag)
        is_bag = bag == arguments.record
        complaints = () if is_bag else complaints_about(arguments.record, comparison)
        matches = comparison.matches and not complaints
        if arguments.json:
            facts = {**asdict(comparison), "matches": matches, "episode_file": complaints}
            print(json.dumps({**facts, "record": shown_path(arguments.record)}))
        else:
            print("\n".join(_lines(comparison, complaints)))
        if is_bag:
            print("warning: a bag was given; no episode.json was compared", file=sys.stderr)
        return exit_status.JUDGED if matches else exit_status.INVALID


def bag_of(record: Path) -> Path:
    """Return the bag of a record folder; a bag folder itself is taken too.

    Raises:
        UsageError: there is none.
    """
    for folder in (record / "bag", record):
        if any(folder.glob("*.mcap")):
            return folder
    raise UsageError(
        f"no bag in {record}", ["give the folder that --out named when the episode was run"]
    )


def _lines(comparison: Comparison, complaints: tuple[str, ...]) -> list[str]:
    live, derived = comparison.live, comparison.derived
    lines = [f"{comparison.task} · seed {comparison.seed}"]
    lines.append(f"  live      {_verdict(live)}")
    lines.append(f"  from bag  {_verdict(derived)}")
    if comparison.damage:
        lines.append(f"  damaged   {comparison.damage}")
    lines += [f"  differs   {difference}" for difference in comparison.differences]
    lines += [f"  warning   {complaint}" for complaint in complaints]
    if comparison.matches and not complaints:
        lines.append(f"  match     digest {live.digest[:16]}…")
    return lines


def _verdict(score: Score) -> str:
    if not score.outcome:
        return f"not ended, step {score.steps}"
    return f"{score.outcome} ({score.ending}) at step {score.steps}"


COMMANDS.add("score", ScoreCommand())
