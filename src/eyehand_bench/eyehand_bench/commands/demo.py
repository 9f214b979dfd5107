"""``eyehand demo``: one episode from start to picture strip, on a machine without anything."""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

from eyehand_bench import library
from eyehand_bench.cli import exit_status
from eyehand_bench.cli.arguments import Parser, folder_path
from eyehand_bench.cli.console import Console
from eyehand_bench.cli.program import program_name, shown_path
from eyehand_bench.commands.command import COMMANDS
from eyehand_bench.commands.run import play, result_of

_TASK, _SEED, _AGENT = "place_cube_in_bowl", 1000, "servo"


class DemoCommand:
    """Play the demonstration episode and show what it leaves."""

    summary = "play one episode with servo and draw a picture strip"

    def add_arguments(self, parser: Parser) -> None:
        """Declare where the record goes."""
        parser.add_argument(
            "--out",
            type=folder_path,
            metavar="DIR",
            help="record folder; by default a new one in out/",
        )

    def execute(self, arguments: argparse.Namespace) -> int:
        """Play, judge again from the bag, draw, and say where everything is."""
        console = Console(quiet=arguments.quiet)
        record = arguments.out or Path(time.strftime("out/demo-%Y%m%d-%H%M%S"))
        content, _ = play(_episode(record), console)
        result = result_of(content, record)
        if content["outcome"] == "invalid":
            print(json.dumps(result, ensure_ascii=False))
            return exit_status.INVALID
        console.waiting("the verdict from the bag")
        result["rederived"] = self._is_confirmed(record)
        result["strip"] = shown_path(record / "strip.png")
        console.close()
        if arguments.json:
            print(json.dumps(result, ensure_ascii=False))
        else:
            print("\n".join(_lines(result)))
        return exit_status.JUDGED if result["rederived"] else exit_status.INVALID

    def _is_confirmed(self, record: Path) -> bool:
        from eyehand_bench.record.rescoring import rescore

        return rescore(record / "bag").matches


def _episode(record: Path) -> argparse.Namespace:
    """Return the arguments that ``run`` would get."""
    return argparse.Namespace(
        task=_TASK,
        seed=_SEED,
        agent=_AGENT,
        out=record,
        model="",
        base_url="",
        settings=None,
        robot=library.DEFAULT_ROBOT,
        world=None,
        condition="active",
        profile="",
        renderer="",
    )


def _lines(result: dict[str, Any]) -> list[str]:
    same = "the same ✔" if result["rederived"] else "something else ✘"
    again = f"{program_name()} run --task grasp_single_cube --seed 1000 --agent random"
    return [
        f" record   {result['outcome']} at step {result['steps']} · "
        f"verdict re-derived from the bag: {same}",
        f" strip    {result['strip']}",
        f" bag      {result['record']}/bag   (ros2 bag play, Foxglove)",
        f" next     {program_name()} score {result['record']}",
        f"          {again} --out {result['record']}-random",
    ]


COMMANDS.add("demo", DemoCommand())
