"""Which agent plays layouts, with which settings, under which condition."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from eyehand_bench import library
from eyehand_bench.cli.arguments import Parser, existing_file
from eyehand_bench.cli.console import Console
from eyehand_bench.cli.usage_error import UsageError
from eyehand_bench.commands.agent_names import agent_names, check_agent
from eyehand_bench.commands.episode_checks import instructions

REFERENCES = ("random_legal", "solver", "steady_solver")
"""Names of ``symbolic.players.BASELINES``, whose import is too slow for a help text."""


def add_agent(parser: Parser, condition: str, agent: str = "") -> None:
    """Declare agent, settings and condition.

    Args:
        parser: of the command.
        condition: the default condition.
        agent: the default agent; without one, an agent has to be given.
    """
    default = f"; default {agent}" if agent else ""
    parser.add_argument(
        "--agent",
        required=not agent,
        default=agent,
        metavar="NAME",
        help=f"an agent of eyehand run: {', '.join(agent_names())}; or one that looks at the true "
        f"scene: {', '.join(REFERENCES)}{default}",
    )
    parser.add_argument("--model", default="", metavar="ID", help="model id (agent mllm)")
    parser.add_argument("--base-url", default="", metavar="URL", help="model endpoint (agent mllm)")
    parser.add_argument(
        "--settings",
        type=existing_file,
        metavar="FILE",
        help="settings file of the agent; by default config/agents/NAME.yaml",
    )
    names = ", ".join(library.conditions_by_kind()["layout"])
    parser.add_argument(
        "--condition",
        default=condition,
        metavar="NAME",
        help=f"observation condition: {names}; default {condition}; with aids for models behind "
        "plus signs, as in active+no_hints+recall",
    )


def agent_settings(arguments: argparse.Namespace, agent: str) -> dict[str, Any]:
    """Return the settings of an agent; those that look at the true scene have none.

    Args:
        arguments: what ``add_agent`` declares; its settings are those of its own agent.
        agent: name of the agent, that one or another.

    Raises:
        UsageError: no such agent, or settings for one that has none.
        ConfigError: the file is broken, or an option that the agent has no use for.
    """
    given = dict(_given(arguments)) if agent == arguments.agent else {}
    if agent in REFERENCES:
        for option in given:
            raise UsageError(
                f"agent {agent!r} has no settings; --{option.replace('_', '-')} changes nothing",
                ["leave it out, or choose another agent"],
            )
        return {}
    check_agent(agent, REFERENCES)
    return library.agent_settings(agent, given.pop("settings", None), **given)


def tell_instructions(arguments: argparse.Namespace, console: Console) -> None:
    """Tell what a person should know or do before the agent plays."""
    if arguments.agent not in REFERENCES:
        for line in instructions(arguments):
            console.line(line)


def _given(arguments: argparse.Namespace) -> Iterator[tuple[str, Any]]:
    for option in ("model", "base_url", "settings"):
        if value := getattr(arguments, option):
            yield option, value
