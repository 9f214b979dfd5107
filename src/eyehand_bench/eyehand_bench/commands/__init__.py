"""The commands, one a module. Importing this package registers all of them."""

from eyehand_bench.commands import demo, doctor, operator, run, score, tasks
from eyehand_bench.commands.command import COMMANDS

__all__ = ["COMMANDS", "demo", "doctor", "operator", "run", "score", "tasks"]
