"""The commands, one a module. Importing this package registers all of them."""

from eyehand_bench.commands import (
    demo,
    demonstrate,
    demos,
    doctor,
    layout,
    learn,
    operator,
    replay,
    run,
    score,
    seeds,
    tasks,
    transcript,
)
from eyehand_bench.commands.command import COMMANDS

__all__ = [
    "COMMANDS",
    "demo",
    "demonstrate",
    "demos",
    "doctor",
    "layout",
    "learn",
    "operator",
    "replay",
    "run",
    "score",
    "seeds",
    "tasks",
    "transcript",
]
