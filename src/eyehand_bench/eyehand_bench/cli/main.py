"""Entry of the ``eyehand`` command."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from eyehand_core.errors import RecordError

from eyehand_bench.cli import exit_status
from eyehand_bench.cli.arguments import Parser
from eyehand_bench.cli.error_report import error_lines, status_of
from eyehand_bench.cli.program import program_name
from eyehand_bench.cli.usage_error import UsageError, unknown_name
from eyehand_bench.commands import COMMANDS


def main(words: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status."""
    given = list(sys.argv[1:] if words is None else words)
    try:
        status = _run(given)
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return exit_status.INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return exit_status.INVALID
    except Exception as error:  # noqa: BLE001 - the outermost frame of the program
        if isinstance(error, OSError) and error.filename is None:
            _drop_output()
            error = RecordError(
                f"cannot write to standard output: {error.strerror}; send it elsewhere"
            )
        print("\n".join(error_lines(error)), file=sys.stderr)
        return status_of(error)


def _drop_output() -> None:
    """Throw away what standard output does not take, or Python complains of it at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(words: list[str]) -> int:
    if not words or words[0] in ("-h", "--help", "help"):
        print(_overview())
        return exit_status.JUDGED if words else exit_status.WRONG_USE
    name, rest = words[0], words[1:]
    if name.startswith("-"):
        raise UsageError(
            f"expected a command first, got {name!r}", [f"commands:  {program_name()} --help"]
        )
    if name not in COMMANDS:
        raise unknown_name("command", name, COMMANDS, "")
    command = COMMANDS[name]
    parser = Parser(f"{program_name()} {name}", command.summary)
    command.add_arguments(parser)
    if "-h" in rest or "--help" in rest:
        print(parser.format_help(), end="")
        return exit_status.JUDGED
    return command.execute(parser.parse(rest))


def _overview() -> str:
    program = program_name()
    width = max(len(name) for name in COMMANDS)
    lines = ["Measure how well an agent that sees a scene can act in it.", ""]
    lines += [f"usage: {program} COMMAND …", ""]
    lines += [f"  {name:<{width}}  {COMMANDS[name].summary}" for name in COMMANDS]
    lines += ["", f"options of a command:  {program} COMMAND --help"]
    return "\n".join(lines)
