"""Names of agents on the command line."""

from __future__ import annotations

from collections.abc import Iterable

from eyehand_bench import library
from eyehand_bench.cli.program import program_name
from eyehand_bench.cli.usage_error import UsageError, unknown_name

REPLAY = "replay"
"""Plays recorded decisions, so that nobody chooses it without a record."""


def agent_names() -> tuple[str, ...]:
    """Return the agents to choose from."""
    return tuple(name for name in library.agent_files() if name != REPLAY)


def check_agent(agent: str, further: Iterable[str] = ()) -> None:
    """Refuse what is neither an agent to choose nor one of some further names.

    Raises:
        UsageError: it is not; with the nearest right names.
    """
    names = (*agent_names(), *further)
    if agent == REPLAY:
        raise UsageError(
            f"agent {agent!r} plays the decisions of a record",
            [f"replay one: {program_name()} replay RECORD", f"or choose: {', '.join(names)}"],
        )
    if agent not in names:
        raise unknown_name("agent", agent, names, "")
