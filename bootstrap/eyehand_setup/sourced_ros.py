"""Find a sourced ROS 2 installation."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from eyehand_setup.layout import Layout
from eyehand_setup.messages import Progress

VARIABLES = (
    "AMENT_PREFIX_PATH",
    "CMAKE_PREFIX_PATH",
    "LD_LIBRARY_PATH",
    "PATH",
    "PYTHONPATH",
    "ROS_DISTRO",
    "ROS_VERSION",
    "ROS_PYTHON_VERSION",
)
SEARCH_PATHS = VARIABLES[:5]
PROBE = (
    "import json, os, sys, rclpy;"
    "print(json.dumps([os.path.realpath(sys.executable), '%d.%d' % sys.version_info[:2]]))"
)


@dataclass(frozen=True)
class SourcedRos:
    """A ROS 2 installation, as the calling shell has sourced it."""

    python: Path
    python_version: str
    variables: Mapping[str, str]

    @property
    def label(self) -> str:
        """The name shown to the user."""
        return f"ROS 2 {self.variables.get('ROS_DISTRO', '').capitalize()} as sourced"


def find(environ: Mapping[str, str], layout: Layout, progress: Progress) -> SourcedRos | None:
    """Return the installation that the shell has sourced, if it works.

    This checkout's own environment, sourced from `.eyehand/env.sh`, is not taken for one.
    """
    variables = _variables(environ, layout)
    if not variables.get("AMENT_PREFIX_PATH"):
        return None
    env = {**environ, **variables}
    for candidate in (shutil.which("python3", path=variables.get("PATH", "")), "/usr/bin/python3"):
        found = _probe(candidate, env) if candidate else None
        if found is not None:
            return SourcedRos(Path(found[0]), found[1], variables)
    progress.done("ros", "a ROS 2 is sourced, but rclpy can't be imported by python3: using wheels")
    return None


def remembered(before: Mapping[str, object]) -> SourcedRos | None:
    """Return the installation that an earlier set-up used, if it still works."""
    variables = before.get("ros")
    if not isinstance(variables, dict):
        return None
    python = str(before.get("python"))
    found = _probe(python, {**os.environ, **variables})
    return SourcedRos(Path(found[0]), found[1], variables) if found else None


def _variables(environ: Mapping[str, str], layout: Layout) -> dict[str, str]:
    """Return the variables of the installation, without what `.eyehand/env.sh` put into them."""
    variables = {name: environ[name] for name in VARIABLES if name in environ}
    for name in SEARCH_PATHS:
        entries = variables.get(name, "").split(os.pathsep)
        kept = [entry for entry in entries if entry and not _is_ours(entry, layout)]
        variables[name] = os.pathsep.join(kept)
    return {name: value for name, value in variables.items() if value}


def _is_ours(entry: str, layout: Layout) -> bool:
    return entry == str(layout.folder) or entry.startswith(f"{layout.folder}{os.sep}")


def _probe(python: str, env: Mapping[str, str]) -> list[str] | None:
    try:
        result = subprocess.run(
            [python, "-c", PROBE],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=dict(env),
            timeout=30,
            check=False,
        )
        found = json.loads(result.stdout) if result.returncode == 0 else None
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None
    return found if isinstance(found, list) else None
