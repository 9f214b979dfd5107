"""``eyehand run``: one recorded episode."""

from __future__ import annotations

import argparse
import json
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eyehand_core.seed_range import LARGEST_SEED

from eyehand_bench import library
from eyehand_bench.cli import exit_status
from eyehand_bench.cli.arguments import Parser, existing_file, folder_path, whole_number
from eyehand_bench.cli.console import Console
from eyehand_bench.cli.program import program_name, shown_path
from eyehand_bench.cli.usage_error import UsageError, unknown_name
from eyehand_bench.cli.words import counted
from eyehand_bench.commands.command import COMMANDS
from eyehand_bench.commands.progress import RunProgress

if TYPE_CHECKING:
    from eyehand_agent.mllm_settings import MllmSettings
    from eyehand_core.episode.condition import Condition

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
WORLDS = ("layout", "mujoco")


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
            help=f"policy that plays: {', '.join(library.agent_files())}",
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
            help=f"observation condition: {', '.join(library.condition_files())}; "
            "by default active; with aids for models behind plus signs, as in "
            "active+no_hints+own_summary",
        )
        parser.add_argument(
            "--profile",
            default="",
            metavar="NAME",
            help=f"render profile: {', '.join(library.render_profiles())}; "
            "by default the one of the launch file",
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


def play(
    arguments: argparse.Namespace, console: Console, decisions: Path | None = None
) -> tuple[dict[str, Any], Path]:
    """Check the arguments, play the episode, return content of ``episode.json`` and its folder.

    Args:
        arguments: what the command declares.
        console: takes progress.
        decisions: file of decision texts for the agent ``replay``.
    """
    world = check_names(arguments)
    mllm = check_settings(arguments)
    condition = check_task(arguments, "" if world == "layout" else arguments.robot)
    if mllm is not None:
        mllm.check_views(condition.views_per_turn)
    check_summary(arguments, condition)
    for line in instructions(arguments):
        console.line(line)
    from eyehand_bench.record.episode_plan import EpisodePlan
    from eyehand_bench.record.record_folder import claim_folder
    from eyehand_bench.stack.episode_run import run_episode
    from eyehand_bench.stack.ros_environment import check_ros_environment

    check_ros_environment()
    plan = EpisodePlan(
        task=arguments.task,
        seed=arguments.seed,
        condition=arguments.condition,
        agent=arguments.agent,
        model=arguments.model,
        robot="" if world == "layout" else arguments.robot,
        world=world,
        profile=arguments.profile,
    )
    record = arguments.out or claim_folder(plan.task, plan.seed, plan.agent)
    console.line(f"{plan.task} · seed {plan.seed} · {plan.agent} · condition {plan.condition}")
    settings = {
        "base_url": arguments.base_url,
        "decisions": str(decisions or ""),
        "settings": str(arguments.settings or ""),
        "renderer": arguments.renderer,
    }
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    try:
        content = run_episode(
            plan, record, settings, RunProgress(console, mllm.endpoint.host if mllm else "")
        )
    except KeyboardInterrupt:
        console.line(f"stopped; what was recorded is in {shown_path(record)}")
        raise
    finally:
        console.close()
    if content["outcome"] == "invalid":
        console.line(f"invalid: {content['reason']}; {counted(content['steps'], 'step')} kept")
        console.line(f"  log of the nodes: {content['log']}")
    return content, record


def check_names(arguments: argparse.Namespace) -> str:
    """Refuse names that do not exist; return the world to play in.

    Raises:
        UsageError: the first name that is wrong, with the nearest right ones.
    """
    tasks = library.task_files()
    if arguments.task not in tasks:
        raise unknown_name("task", arguments.task, tasks, f"{program_name()} tasks")
    if arguments.agent not in (agents := library.agent_files()):
        raise unknown_name("agent", arguments.agent, agents, "")
    if arguments.robot not in (robots := library.robot_files()):
        raise unknown_name("robot", arguments.robot, robots, "")
    profiles = library.render_profiles()
    if arguments.profile and arguments.profile not in profiles:
        raise unknown_name("profile", arguments.profile, profiles, "")
    renderers = library.layout_renderers()
    if arguments.renderer and arguments.renderer not in renderers:
        raise unknown_name("renderer", arguments.renderer, renderers, "")
    return _world(arguments)


def check_settings(arguments: argparse.Namespace) -> MllmSettings | None:
    """Refuse what the agent could not begin with: its file, its model, its endpoint's key.

    Returns:
        Settings of the model that decides; None if none does.

    Raises:
        ConfigError: all problems of the file, or what is missing.
    """
    from eyehand_agent.mllm_settings import MllmSettings

    settings = _settings(arguments)
    if "base_url" not in settings:
        return None
    mllm = MllmSettings.from_mapping(settings)
    mllm.endpoint.key()
    return mllm


def check_task(arguments: argparse.Namespace, robot_name: str) -> Condition:
    """Read the files of robot, surroundings and task before any node; return the condition.

    Args:
        arguments: task and condition.
        robot_name: name of the robot file; empty in a world without a robot.

    Raises:
        ConfigError: all problems of the first wrong file, or an unknown condition.
    """
    from eyehand_core.episode.conditions import load_condition
    from eyehand_core.robot import load_robot
    from eyehand_core.tasks.library import library_for

    robot = load_robot(library.robot_files()[robot_name]) if robot_name else None
    config = library.config_folder()
    task = library_for(config, robot).load(arguments.task)
    return load_condition(config, task.kind, arguments.condition)


def instructions(arguments: argparse.Namespace) -> list[str]:
    """Return what a person has to do so that the agent can play; empty for most agents."""
    port = _settings(arguments).get("port")
    return [f"open http://127.0.0.1:{port}/ in a browser and play there"] if port else []


def _settings(arguments: argparse.Namespace) -> dict[str, Any]:
    return library.agent_settings(
        arguments.agent,
        arguments.settings,
        model=arguments.model,
        base_url=arguments.base_url,
    )


def check_summary(arguments: argparse.Namespace, condition: Condition) -> None:
    """Refuse a condition whose summary has not been written.

    Raises:
        ConfigError: it has not.
    """
    from eyehand_agent.demonstrations.summary_store import summary_for

    summary_for(condition, arguments.task, _settings(arguments), library.config_folder())


def _world(arguments: argparse.Namespace) -> str:
    is_layout = arguments.task in library.layout_tasks()
    world = arguments.world or ("layout" if is_layout else "mujoco")
    if world not in WORLDS:
        raise unknown_name("world", world, WORLDS, "")
    if world == "layout" and not is_layout:
        raise UsageError(
            f"task {arguments.task!r} is made for world 'mujoco', not 'layout'",
            ["leave out --world, or: --world mujoco"],
        )
    return world


def result_of(content: dict[str, Any], record: Path) -> dict[str, Any]:
    """Return the result as scripts read it."""
    result = {key: content[key] for key in _RESULT_KEYS}
    return {**result, "record": shown_path(record)}


COMMANDS.add("run", RunCommand())
