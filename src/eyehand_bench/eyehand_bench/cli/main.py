"""Entry of the ``eyehand`` command."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from eyehand_core.errors import RecordError
from eyehand_core.registry import Registry

from eyehand_bench.cli import exit_status
from eyehand_bench.cli.arguments import Parser
from eyehand_bench.cli.error_report import error_lines, status_of
from eyehand_bench.cli.program import program_name
from eyehand_bench.cli.usage_error import UsageError, unknown_name
from eyehand_bench.commands import COMMANDS
from eyehand_bench.commands.command import Command, CommandGroup

_VERSION = "--version"
_TITLE = "Measure how well an agent that sees a scene can act in it."


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
    if words == [_VERSION]:
        from importlib.metadata import version

        print(version("eyehand_bench"))
        return exit_status.JUDGED
    return _dispatch(COMMANDS, program_name(), _TITLE, words)


def _dispatch(
    commands: Registry[Command | CommandGroup],
    program: str,
    title: str,
    words: list[str],
) -> int:
    """Run the command that the first word names, of a program or of a group."""
    if not words or words[0] in ("-h", "--help", "help"):
        print(_overview(commands, program, title))
        return exit_status.JUDGED if words else exit_status.WRONG_USE
    name, rest = words[0], words[1:]
    if name.startswith("-"):
        raise UsageError(
            f"expected a command first, got {name!r}", [f"commands:  {program} --help"]
        )
    if name not in commands:
        raise unknown_name("command", name, commands, "")
    command = commands[name]
    if isinstance(command, CommandGroup):
        return _dispatch(command.commands, f"{program} {name}", f"{command.summary}.", rest)
    parser = Parser(f"{program} {name}", command.summary)
    command.add_arguments(parser)
    if "-h" in rest or "--help" in rest:
        print(parser.format_help(), end="")
        return exit_status.JUDGED
    return command.execute(parser.parse(rest))


def _overview(commands: Registry[Command | CommandGroup], program: str, title: str) -> str:
    width = max(len(name) for name in commands)
    lines = [title, "", f"usage: {program} COMMAND …", ""]
    lines += [f"  {name:<{width}}  {commands[name].summary}" for name in commands]
    lines += ["", f"options of a command:  {program} COMMAND --help"]
    if commands is COMMANDS:
        lines.append(f"version of this program:  {program} {_VERSION}")
    return "\n".join(lines)
