"""``eyehand run``: one recorded episode."""

from __future__ import annotations

import argparse
import json
import signal
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eyehand_core.seed_range import LARGEST_SEED

from eyehand_bench import library
from eyehand_bench.cli import exit_status
from eyehand_bench.cli.arguments import Parser, existing_file, folder_path, whole_number
from eyehand_bench.cli.console import Console
from eyehand_bench.cli.program import program_name, shown_path
from eyehand_bench.cli.words import counted
from eyehand_bench.commands.agent_names import agent_names
from eyehand_bench.commands.command import COMMANDS
from eyehand_bench.commands.episode_checks import (
    WORLDS,
    check_episode,
    instructions,
    longest_step_s,
)
from eyehand_bench.commands.progress import RunProgress

if TYPE_CHECKING:
    from eyehand_bench.record.episode_plan import EpisodePlan

_RESULT_KEYS = (
    "task",
    "seed",
    "agent",
    "model",
    "condition",
    "robot",
    "world",
    "outcome",
    "ending",
    "reason",
    "steps",
    "budget",
    "digest",
)


class RunCommand:
    """Play one episode and leave its record."""

    summary = "play one recorded episode; prints its result as JSON"

    def add_arguments(self, parser: Parser) -> None:
        """Declare what an episode is made of."""
        parser.add_argument(
            "--task",
            required=True,
            metavar="ID",
            help=f"task id; list them: {program_name()} tasks",
        )
        parser.add_argument(
            "--seed",
            required=True,
            type=whole_number(0, LARGEST_SEED),
            metavar="N",
            help=f"seed of the task instance, 0-{LARGEST_SEED}",
        )
        parser.add_argument(
            "--agent",
            required=True,
            metavar="NAME",
            help=f"policy that plays: {', '.join(agent_names())}",
        )
        parser.add_argument(
            "--out",
            type=folder_path,
            metavar="DIR",
            help="record folder; by default a new one, out/TASK-SEED-AGENT",
        )
        parser.add_argument("--model", default="", metavar="ID", help="model id (agent mllm)")
        parser.add_argument(
            "--base-url", default="", metavar="URL", help="model endpoint (agent mllm)"
        )
        parser.add_argument(
            "--settings",
            type=existing_file,
            metavar="FILE",
            help="settings file of the agent; by default config/agents/NAME.yaml",
        )
        parser.add_argument(
            "--robot",
            default=library.DEFAULT_ROBOT,
            metavar="NAME",
            help=f"{', '.join(library.robot_files())}; by default {library.DEFAULT_ROBOT}",
        )
        parser.add_argument(
            "--world",
            metavar="NAME",
            help=f"{' or '.join(WORLDS)}; by default the one the task is made for; in mujoco the "
            "robot arranges layouts on its table",
        )
        parser.add_argument(
            "--condition",
            default="active",
            metavar="NAME",
            help=f"observation condition, {_conditions()}; "
            "by default active; with aids for models behind plus signs, as in "
            "active+no_hints+own_summary",
        )
        parser.add_argument(
            "--profile",
            default="",
            metavar="NAME",
            help=f"render profile: {', '.join(library.render_profiles())}; by default standard",
        )
        parser.add_argument(
            "--renderer",
            default="",
            metavar="NAME",
            help=f"how layouts are drawn: {', '.join(library.layout_renderers())}; by default rule",
        )

    def execute(self, arguments: argparse.Namespace) -> int:
        """Play the episode; the last line of standard output is the result."""
        content, record = play(arguments, Console(quiet=arguments.quiet))
        print(json.dumps(result_of(content, record), ensure_ascii=False))
        invalid = content["outcome"] == "invalid"
        return exit_status.INVALID if invalid else exit_status.JUDGED


def _conditions() -> str:
    kinds = library.conditions_by_kind()
    return "; ".join(f"for tasks of kind {kind}: {', '.join(kinds[kind])}" for kind in kinds)


def play(
    arguments: argparse.Namespace, console: Console, decisions: Path | None = None
) -> tuple[dict[str, Any], Path]:
    """Check the arguments, play the episode, return content of ``episode.json`` and its folder.

    Args:
        arguments: what the command declares.
        console: takes progress.
        decisions: file of decision texts for the agent ``replay``.
    """
    world, mllm = check_episode(arguments, replays=decisions is not None)
    for line in instructions(arguments):
        console.line(line)
    from eyehand_bench.record.record_folder import claim_folder
    from eyehand_bench.stack.episode_run import run_episode
    from eyehand_bench.stack.ros_environment import check_ros_environment

    check_ros_environment()
    plan = _plan(arguments, world)
    record = arguments.out or claim_folder(plan.task, plan.seed, plan.agent)
    console.line(f"{plan.task} · seed {plan.seed} · {plan.agent} · condition {plan.condition}")
    progress = RunProgress(console, mllm.endpoint.host if mllm else "")
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    try:
        content = run_episode(plan, record, _launch_settings(arguments, decisions), progress)
    except KeyboardInterrupt:
        console.line(f"stopped; what was recorded is in {shown_path(record)}")
        raise
    finally:
        console.close()
    _tell_troubles(content, console)
    return content, record


def _plan(arguments: argparse.Namespace, world: str) -> EpisodePlan:
    from eyehand_bench.record.episode_plan import EpisodePlan

    return EpisodePlan(
        task=arguments.task,
        seed=arguments.seed,
        condition=arguments.condition,
        agent=arguments.agent,
        model=arguments.model,
        robot="" if world == "layout" else arguments.robot,
        world=world,
        profile=arguments.profile,
    )


def _launch_settings(arguments: argparse.Namespace, decisions: Path | None) -> dict[str, str]:
    return {
        "base_url": arguments.base_url,
        "decisions": str(decisions or ""),
        "settings": str(arguments.settings or ""),
        "renderer": arguments.renderer,
        "step_timeout": f"{longest_step_s(arguments):g}",
    }


def _tell_troubles(content: Mapping[str, Any], console: Console) -> None:
    if content["outcome"] == "invalid":
        console.line(f"invalid: {content['reason']}; {counted(content['steps'], 'step')} kept")
        console.line(f"  log of the nodes: {content['log']}")
    elif content.get("incident"):
        console.line(f"note: {content['incident']}; the verdict was complete and stands")


def result_of(content: dict[str, Any], record: Path) -> dict[str, Any]:
    """Return the result as scripts read it."""
    result = {key: content[key] for key in _RESULT_KEYS}
    return {**result, "record": shown_path(record)}


COMMANDS.add("run", RunCommand())
