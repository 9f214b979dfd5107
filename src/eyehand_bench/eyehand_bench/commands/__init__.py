"""The commands, one a module. Importing this package registers all of them."""

from eyehand_bench.commands import run, tasks
from eyehand_bench.commands.command import COMMANDS

__all__ = ["COMMANDS", "run", "tasks"]
