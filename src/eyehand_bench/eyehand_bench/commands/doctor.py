"""``eyehand doctor``: what works on this machine."""

from __future__ import annotations

import argparse
import json

from eyehand_bench.cli import exit_status
from eyehand_bench.cli.arguments import Parser
from eyehand_bench.cli.console import Console
from eyehand_bench.commands.command import COMMANDS


class DoctorCommand:
    """Try everything an episode needs."""

    summary = "check what works on this machine, ending with a real episode"

    def add_arguments(self, parser: Parser) -> None:
        """Declare what else to check."""
        parser.add_argument(
            "--base-url", default="", metavar="URL", help="model endpoint to check as well"
        )

    def execute(self, arguments: argparse.Namespace) -> int:
        """Print a line per check."""
        from eyehand_bench.doctor import checks  # noqa: F401 - registers the checks
        from eyehand_bench.doctor.finding import CHECKS, Level

        console = Console(quiet=arguments.quiet)
        width = max(len(name) for name in CHECKS)
        findings = {}
        for name in CHECKS:
            console.status(f"checking {name}")
            finding = findings[name] = CHECKS[name](arguments)
            console.close()
            if not arguments.json:
                remedy = f"  → {finding.remedy}" if finding.remedy else ""
                print(
                    f" {finding.level.value}  {name:<{width}}  {finding.found}{remedy}", flush=True
                )
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


COMMANDS.add("doctor", DoctorCommand())
