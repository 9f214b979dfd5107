"""Where launch files, tasks and settings are, and the names in them."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from eyehand_core.errors import StackError
from eyehand_core.named_files import named_files
from eyehand_core.tasks.places import task_kinds, task_paths

DEFAULT_ROBOT = "dual_x5"
"""The robot of the published benchmark, for which the seeds in task files are proven."""
_KINDS = re.compile(r"^kinds:[ \t]*\[([^\]]*)\]", re.MULTILINE)
_BRINGUP = Path("share") / "eyehand_bringup"


def share_folder() -> Path:
    """Return the folder that holds ``launch/``, ``config/`` and ``urdf/``.

    A source tree that this file lies in comes first, so that new files count at once; then the
    installed package ``eyehand_bringup``.

    Raises:
        StackError: neither is there.
    """
    for folder in Path(__file__).resolve().parents:
        if (folder / "config" / "tasks").is_dir() and (folder / "launch").is_dir():
            return folder
    for prefix in os.environ.get("AMENT_PREFIX_PATH", "").split(os.pathsep):
        if prefix and (Path(prefix) / _BRINGUP / "config").is_dir():
            return Path(prefix) / _BRINGUP
    raise StackError("package eyehand_bringup is not there; source the workspace's setup file")


def config_folder() -> Path:
    """Return the folder of tasks, robots, agents and settings."""
    return share_folder() / "config"


def task_files() -> dict[str, Path]:
    """Return the files by task id; a task set is the file of several."""
    return task_paths(config_folder() / "tasks")


def layout_tasks() -> tuple[str, ...]:
    """Return the ids of the layout tasks."""
    kinds = task_kinds(config_folder() / "tasks")
    return tuple(name for name, kind in kinds.items() if kind == "layout")


def robot_files() -> dict[str, Path]:
    """Return the robot files by robot name."""
    return named_files(config_folder() / "robots")


def render_profiles() -> dict[str, Path]:
    """Return the render profiles by name."""
    return named_files(config_folder() / "render")


def condition_files() -> dict[str, Path]:
    """Return the observation conditions by name."""
    return named_files(config_folder() / "conditions")


def conditions_by_kind() -> dict[str, tuple[str, ...]]:
    """Return the names of the conditions for each kind of task; files are searched, not read.

    One whose kinds cannot be found is given for all kinds.
    """
    found: dict[str, list[str]] = {"manipulation": [], "layout": []}
    for name, path in condition_files().items():
        kinds = _KINDS.search(path.read_text(encoding="utf-8", errors="replace"))
        for kind, names in found.items():
            if kinds is None or kind in kinds[1]:
                names.append(name)
    return {kind: tuple(names) for kind, names in found.items()}


def layout_renderers() -> dict[str, Path]:
    """Return the renderers of layouts by name."""
    return named_files(config_folder() / "layout_renderers")


def agent_files() -> dict[str, Path]:
    """Return the settings files of agents by agent name."""
    return named_files(config_folder() / "agents")


def agent_settings(agent: str, file: Path | None, **given: str) -> dict[str, Any]:
    """Return the settings of an agent.

    Args:
        agent: its name.
        file: settings file; None for the agent's own.
        given: settings from the command line; empty ones are not given.

    Raises:
        ConfigError: all problems of the file, or a setting that the agent does not have.
    """
    from eyehand_agent.agent_settings import load_settings

    chosen = {name: value for name, value in given.items() if value}
    return load_settings(config_folder() / "agents", agent, chosen, file)


def cell_files() -> dict[str, Path]:
    """Return the files of physical cells by name."""
    return named_files(config_folder() / "cells")
