"""``eyehand score``: the outcome of a record, derived from its bag alone, against what it says."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from eyehand_core.errors import EyehandError, RecordError

from eyehand_bench.cli import exit_status
from eyehand_bench.cli.arguments import Parser
from eyehand_bench.cli.program import shown_path
from eyehand_bench.cli.words import ended_as
from eyehand_bench.commands.command import COMMANDS
from eyehand_bench.commands.record_argument import add_record, bag_of

if TYPE_CHECKING:
    from eyehand_bench.record.rescoring import Comparison, Score


class ScoreCommand:
    """Judge a record again and compare with the live verdict."""

    summary = "derive the outcome of a record from its bag and compare it with the live one"

    def add_arguments(self, parser: Parser) -> None:
        """Declare the record."""
        add_record(parser)

    def execute(self, arguments: argparse.Namespace) -> int:
        """Print both verdicts and whether they match."""
        bag = bag_of(arguments.record)
        from eyehand_bench.record.episode_check import complaints_about
        from eyehand_bench.record.file_versions import changed_files

        changed = changed_files(arguments.record)
        comparison = _rescored(bag, changed)
        is_bag = bag == arguments.record
        complaints = () if is_bag else complaints_about(arguments.record, comparison)
        matches = comparison.matches and not complaints
        warnings = (*changed, *_bag_warnings(bag, comparison))
        if arguments.json:
            facts = {"matches": matches, "episode_file": complaints, "warnings": warnings}
            facts["record"] = shown_path(arguments.record)
            print(json.dumps({**asdict(comparison), **facts}))
        else:
            print("\n".join(_lines(comparison, complaints, warnings)))
        if is_bag:
            print("warning: a bag was given; no episode.json was compared", file=sys.stderr)
        return exit_status.JUDGED if matches else exit_status.INVALID


def _rescored(bag: Path, changed: tuple[str, ...]) -> Comparison:
    """Judge a bag again; if that fails, say too which files have changed since."""
    from eyehand_bench.record.rescoring import rescore

    try:
        return rescore(bag)
    except EyehandError as error:
        if not changed:
            raise
        raise RecordError("\n".join((str(error), *(f"  {line}" for line in changed)))) from error


def _bag_warnings(bag: Path, comparison: Comparison) -> tuple[str, ...]:
    from eyehand_bench.record.bag_folder_check import folder_warnings
    from eyehand_bench.record.bag_reader import bag_file

    file = bag_file(bag)
    if comparison.damage:
        return (f"what is whole can be salvaged with:  mcap recover {file} -o recovered.mcap",)
    return folder_warnings(bag, file)


def _lines(
    comparison: Comparison, complaints: tuple[str, ...], warnings: tuple[str, ...]
) -> list[str]:
    live, derived = comparison.live, comparison.derived
    lines = [f"{comparison.task} · seed {comparison.seed}"]
    lines.append(f"  live      {_verdict(live)}")
    lines.append(f"  from bag  {_verdict(derived)}")
    lines += [f"  {line}" for line in _counts(comparison)]
    if comparison.damage:
        lines.append(f"  damaged   {comparison.damage}")
    lines += [f"  differs   {difference}" for difference in comparison.differences]
    lines += [f"  warning   {warning}" for warning in (*complaints, *warnings)]
    if comparison.damage:
        lines.append("  no match  a damaged bag confirms no verdict")
    elif not live.outcome:
        lines.append("  no match  the episode was broken off; there is no verdict to confirm")
    elif not comparison.matches:
        lines.append("  no match  the states in the bag lead to another verdict than the live one")
    elif complaints:
        lines.append("  no match  the bag confirms the live verdict, but episode.json does not")
    else:
        lines.append(f"  match     digest {live.digest[:16]}…")
    return lines


def _counts(comparison: Comparison) -> list[str]:
    """Return how far the goal was reached, a line per predicate that it names several times."""
    return [
        f"{name:<9} {count['at_end']} of {count['of']} at the end, "
        f"{count['at_step_200']} at step 200"
        for name, count in comparison.term_counts.items()
        if count["of"] > 1
    ]


def _verdict(score: Score) -> str:
    if not score.outcome:
        return f"not ended, step {score.steps}"
    return f"{ended_as(score.outcome, score.ending)} at step {score.steps}"


COMMANDS.add("score", ScoreCommand())
