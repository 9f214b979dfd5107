"""``eyehand doctor``: what works on this machine, or on a running robot."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from eyehand_bench import library
from eyehand_bench.cli import exit_status
from eyehand_bench.cli.arguments import Parser, existing_file, whole_number
from eyehand_bench.cli.console import Console
from eyehand_bench.cli.usage_error import UsageError, unknown_name
from eyehand_bench.commands.command import COMMANDS

if TYPE_CHECKING:
    from eyehand_bench.doctor.finding import Finding

Named = tuple[str, "Finding"]


class DoctorCommand:
    """Try everything an episode needs."""

    summary = "check what works on this machine, or on a running robot (--robot)"

    def add_arguments(self, parser: Parser) -> None:
        """Declare what else to check."""
        parser.add_argument(
            "--base-url", default="", metavar="URL", help="model endpoint to check as well"
        )
        parser.add_argument(
            "--endpoint",
            default="",
            metavar="URL",
            help="check instead what a model endpoint can do (asks about ten small questions)",
        )
        parser.add_argument(
            "--model",
            default="",
            metavar="ID",
            help="with --endpoint: its model; needed if it has several",
        )
        parser.add_argument(
            "--settings",
            type=existing_file,
            metavar="FILE",
            help="with --endpoint: settings file of the agent mllm",
        )
        parser.add_argument(
            "--robot",
            default="",
            metavar="NAME",
            help="check instead the running nodes of this ROS domain against a robot file",
        )
        parser.add_argument(
            "--wait",
            type=whole_number(0, _LONGEST_WAIT_S),
            metavar="SECONDS",
            help="with --robot: how long nodes may take to come up (default 0)",
        )

    def execute(self, arguments: argparse.Namespace) -> int:
        """Print a line per check."""
        from eyehand_bench.doctor.finding import Level

        _check_together(arguments)
        robots = library.robot_files()
        if arguments.robot and arguments.robot not in robots:
            raise unknown_name("robot", arguments.robot, robots, "")
        console = Console(quiet=arguments.quiet)
        examine = _examiner(arguments)
        findings = {}
        for name, finding in examine(arguments, console):
            findings[name] = finding
            console.close()
            if not arguments.json:
                print(_line(name, finding), flush=True)
        failures = [name for name, found in findings.items() if found.level is Level.FAIL]
        if arguments.json:
            print(
                json.dumps(
                    {
                        name: {**vars(found), "level": found.level.value}
                        for name, found in findings.items()
                    }
                )
            )
        elif failures:
            print(f" failed: {', '.join(failures)}")
        return exit_status.INVALID if failures else exit_status.JUDGED


def _check_together(arguments: argparse.Namespace) -> None:
    """Refuse options that would change nothing.

    Raises:
        UsageError: there is one.
    """
    subjects = [name for name in ("endpoint", "robot") if getattr(arguments, name)]
    if len(subjects) > 1:
        raise UsageError(
            "--endpoint and --robot are two examinations",
            ["give one of them, and the other in a command of its own"],
        )
    if subjects and arguments.base_url:
        raise UsageError(
            f"--base-url is part of the checks of this machine, in place of which --{subjects[0]} "
            "stands",
            [f"leave out --base-url, or --{subjects[0]}"],
        )
    for option, subject in _BELONGS_TO.items():
        if getattr(arguments, option) not in ("", None) and subject not in subjects:
            raise UsageError(
                f"--{option} changes nothing without --{subject}",
                [f"give --{subject}, or leave out --{option}"],
            )


def _examiner(arguments: argparse.Namespace) -> Callable[..., Iterator[Named]]:
    if arguments.endpoint:
        return _examine_endpoint
    return _examine_cell if arguments.robot else _examine_machine


def _examine_endpoint(arguments: argparse.Namespace, console: Console) -> Iterator[Named]:
    from eyehand_bench.doctor.endpoint_probe import examine_endpoint

    console.status("asking the endpoint")
    yield from examine_endpoint(arguments.endpoint, arguments.model, arguments.settings).items()


def _examine_machine(arguments: argparse.Namespace, console: Console) -> Iterator[Named]:
    from eyehand_bench.doctor import checks  # noqa: F401 - registers the checks
    from eyehand_bench.doctor.finding import CHECKS

    for name in CHECKS:
        console.status(f"checking {name}")
        yield name, CHECKS[name](arguments)


def _examine_cell(arguments: argparse.Namespace, console: Console) -> Iterator[Named]:
    from eyehand_core.robot import load_robot

    from eyehand_bench.doctor.cell.judge import judge_cell
    from eyehand_bench.doctor.cell.ros_graph import gather

    robot = load_robot(library.robot_files()[arguments.robot])
    console.status("looking at the running nodes")
    yield from judge_cell(robot, gather(robot, arguments.wait or 0)).items()


def _line(name: str, finding: Finding) -> str:
    remedy = f"  → {finding.remedy}" if finding.remedy else ""
    return _printable(f" {finding.level.value}  {name:<{_WIDTH}}  {finding.found}{remedy}")


def _printable(text: str) -> str:
    """Return a text without the control characters that a server may have put into its answer."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


_LONGEST_WAIT_S = 600
_BELONGS_TO = {"model": "endpoint", "settings": "endpoint", "wait": "robot"}
_WIDTH = 11
"""Room for the names of the checks; names of single things may be longer."""

COMMANDS.add("doctor", DoctorCommand())
