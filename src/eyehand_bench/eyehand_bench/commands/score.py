"""``eyehand score``: the outcome of a record, derived from its bag alone."""

from __future__ import annotations

import argparse
import json
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
        from eyehand_bench.record.rescoring import rescore

        comparison = rescore(bag)
        if arguments.json:
            facts = {**asdict(comparison), "matches": comparison.matches}
            print(json.dumps({**facts, "record": shown_path(arguments.record)}))
        else:
            print("\n".join(_lines(comparison)))
        return exit_status.JUDGED if comparison.matches else exit_status.INVALID


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


def _lines(comparison: Comparison) -> list[str]:
    live, derived = comparison.live, comparison.derived
    lines = [f"{comparison.task} · seed {comparison.seed}"]
    lines.append(f"  live      {_verdict(live)}")
    lines.append(f"  from bag  {_verdict(derived)}")
    if comparison.damage:
        lines.append(f"  damaged   {comparison.damage}")
    lines += [f"  differs   {difference}" for difference in comparison.differences]
    if comparison.matches:
        lines.append(f"  match     digest {live.digest[:16]}…")
    return lines


def _verdict(score: Score) -> str:
    if not score.outcome:
        return f"not ended, step {score.steps}"
    return f"{score.outcome} ({score.ending}) at step {score.steps}"


COMMANDS.add("score", ScoreCommand())
