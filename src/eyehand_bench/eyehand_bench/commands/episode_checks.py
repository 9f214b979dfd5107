"""What can be known to be wrong with an episode before anything is started for it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from eyehand_bench import library
from eyehand_bench.cli.program import program_name
from eyehand_bench.cli.usage_error import UsageError, unknown_name
from eyehand_bench.commands.agent_names import check_agent

if TYPE_CHECKING:
    from eyehand_agent.mllm_settings import MllmSettings
    from eyehand_core.episode.condition import Condition

WORLDS = ("layout", "mujoco")
_PROMPT_AXES = ("hints", "summary", "memory")
_CARRYING_OUT_S = 400.0
"""What start of an episode and motion may take beside the agent's thinking."""

_SHORTEST_PATIENCE_S = 900.0


def check_episode(
    arguments: argparse.Namespace, replays: bool = False
) -> tuple[str, MllmSettings | None]:
    """Refuse an episode that could not be played; start nothing.

    Args:
        arguments: task, agent, robot, world, profile, renderer, condition, model, base_url and
            settings.
        replays: the decisions of a record are played.

    Returns:
        The world to play in, and the settings of the model that decides, None if none does.

    Raises:
        UsageError: the first name that is wrong, with the nearest right ones.
        ConfigError: what is wrong with the files, the task or the model.
    """
    world = check_names(arguments, replays)
    mllm = check_settings(arguments)
    condition = check_task(arguments, "" if world == "layout" else arguments.robot)
    if mllm is not None:
        mllm.check_views(condition.views_per_turn)
    check_summary(arguments, condition)
    return world, mllm


def check_names(arguments: argparse.Namespace, replays: bool = False) -> str:
    """Refuse names that do not exist; return the world to play in.

    Args:
        arguments: what the command declares.
        replays: the decisions of a record are played.

    Raises:
        UsageError: the first name that is wrong, with the nearest right ones.
    """
    tasks = library.task_files()
    if arguments.task not in tasks:
        raise unknown_name("task", arguments.task, tasks, f"{program_name()} tasks")
    if not replays:
        check_agent(arguments.agent)
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
        arguments: task, condition and agent.
        robot_name: name of the robot file; empty in a world without a robot.

    Raises:
        ConfigError: all problems of the first wrong file, an unknown condition, or a task that the
            agent does not play.
    """
    from eyehand_agent.policies.policy import POLICIES
    from eyehand_core.episode.conditions import load_condition
    from eyehand_core.robot import load_robot
    from eyehand_core.tasks.library import library_for

    from eyehand_agent import policies

    robot = load_robot(library.robot_files()[robot_name]) if robot_name else None
    config = library.config_folder()
    task = library_for(config, robot).load(arguments.task)
    policies.load()
    POLICIES[arguments.agent].check(task)
    return load_condition(config, task.kind, arguments.condition)


def instructions(arguments: argparse.Namespace) -> list[str]:
    """Return what a person should know or do before the agent plays; empty for most agents."""
    settings, agent = _settings(arguments), arguments.agent
    lines = []
    plays_on_a_page = "port" in settings
    if plays_on_a_page:
        lines.append(f"open http://127.0.0.1:{settings['port']}/ in a browser and play there")
    unread = _prompt_aids(arguments.condition)
    reads = plays_on_a_page or "summaries" in settings
    if unread and not reads and agent != "replay":
        lines.append(f"note: agent {agent!r} reads no prompt; {unread} changes nothing for it")
    return lines


def _prompt_aids(condition: str) -> str:
    """Return the aids in a condition's name that change a prompt alone."""
    from eyehand_core.episode.aids import AIDS

    aids = condition.split("+")[1:]
    return "+".join(aid for aid in aids if AIDS[aid.partition(":")[0]].axis in _PROMPT_AXES)


def longest_step_s(arguments: argparse.Namespace) -> float:
    """Return how long nothing may be heard of the agent [s].

    Before its first step a model is asked what it can do, and then for a decision.
    """
    from eyehand_agent.agent_settings import longest_decision_s

    thinking = 2.0 * longest_decision_s(_settings(arguments))
    return max(_SHORTEST_PATIENCE_S, thinking + _CARRYING_OUT_S)


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
    if arguments.renderer and world != "layout":
        raise UsageError(
            f"--renderer draws layouts in the world 'layout'; the active camera sees {world!r}",
            ["leave out --renderer"],
        )
    return world
