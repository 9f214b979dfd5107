"""What a command is, and the registry of all of them."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import Protocol

from eyehand_core.registry import Registry

from eyehand_bench.cli.arguments import Parser


class Command(Protocol):
    """One command of the program.

    Importing a command and declaring its arguments must be quick: what is slow (ROS, NumPy,
    MuJoCo) is imported when it is executed.
    """

    summary: str
    """One sentence for the overview."""

    def add_arguments(self, parser: Parser) -> None:
        """Declare the arguments."""

    def execute(self, arguments: argparse.Namespace) -> int:
        """Do the work and return the exit status."""
        ...


@dataclass(frozen=True, kw_only=True)
class CommandGroup:
    """Commands under one word, for example ``eyehand layout play``.

    Attributes:
        summary: one sentence for the overview.
        commands: the commands by name.
    """

    summary: str
    commands: Registry[Command | CommandGroup]


COMMANDS: Registry[Command | CommandGroup] = Registry("command")
