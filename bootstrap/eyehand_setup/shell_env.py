"""Write the file with the stack's environment variables, so that using it costs no time."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys

from eyehand_setup import stamp
from eyehand_setup.foundation import Foundation
from eyehand_setup.layout import Layout
from eyehand_setup.messages import SetupError

FIXED = (
    "AMENT_PREFIX_PATH",
    "CMAKE_PREFIX_PATH",
    "COLCON_PREFIX_PATH",
    "PYTHONPATH",
    "ROS_DISTRO",
    "ROS_VERSION",
    "ROS_PYTHON_VERSION",
)
"""Variables that get one value, whatever the calling shell has."""

PREPENDED = ("PATH", "LD_LIBRARY_PATH")
"""Search paths that go before those of the calling shell."""


def write(layout: Layout, foundation: Foundation, gl_backend: str) -> None:
    """Write `.eyehand/env.sh`."""
    values = _after_workspace(layout, foundation)
    lines = [
        "# Written by bootstrap/setup.sh; sourced by ./eyehand and the Makefile. Changes are lost.",
        f"export EYEHAND_ROOT={shlex.quote(str(layout.root))}",
        f"export EYEHAND_PYTHON={shlex.quote(str(foundation.python))}",
        "unset PYTHONHOME",  # it would send Python to another installation for its own library
        # Seven processes start per episode; compiling all they import would take each a second.
        "unset PYTHONDONTWRITEBYTECODE",
        f"export PYTHONPYCACHEPREFIX={shlex.quote(str(layout.folder / 'pycache'))}",
        *(f"export {name}={shlex.quote(values[name])}" for name in FIXED if name in values),
        *(line for name in PREPENDED for line in _prepend(name, values.get(name, ""))),
        _localhost(values.get("ROS_DISTRO", "")),
        f'export MUJOCO_GL="${{MUJOCO_GL:-{gl_backend}}}"',
        'export PYTHONSAFEPATH="${PYTHONSAFEPATH-1}"',
    ]
    if foundation.default_rmw:
        lines.append(
            f'export RMW_IMPLEMENTATION="${{RMW_IMPLEMENTATION:-{foundation.default_rmw}}}"'
        )
    stamp.write_text(layout.env_file, "\n".join(lines) + "\n")


def _after_workspace(layout: Layout, foundation: Foundation) -> dict[str, str]:
    """Return the variables that a shell has after sourcing the built workspace."""
    base = {
        **foundation.run_variables,
        "HOME": os.environ.get("HOME", "/"),
        "PATH": os.pathsep.join([str(foundation.python.parent), os.defpath]),
        # colcon's script doesn't quote its interpreter; ours may be below a path with a space
        "COLCON_PYTHON_EXECUTABLE": sys.executable,
    }
    result = subprocess.run(
        ["bash", "-c", '. "$1" >&2 && env -0', "bash", str(layout.install / "local_setup.bash")],
        capture_output=True,
        env=base,
        check=False,
    )
    pairs = (entry.partition("=") for entry in result.stdout.decode().split("\0") if entry)
    values = {name: value for name, _, value in pairs}
    prefixes = values.get("AMENT_PREFIX_PATH", "").split(os.pathsep)
    if result.returncode != 0 or str(layout.install) not in prefixes:
        tail = result.stderr.decode(errors="replace").strip().splitlines()[-3:]
        raise SetupError("the built workspace could not be sourced", *tail)
    values["PATH"] = values["PATH"][: -len(os.defpath)].rstrip(os.pathsep)
    return values


def _prepend(name: str, value: str) -> list[str]:
    if not value:
        return []
    quoted = shlex.quote(value)
    return [
        f'case ":${{{name}-}}:" in *:{quoted}:*) ;; *)',
        f'    export {name}={quoted}"${{{name}:+:${name}}}" ;;',
        "esac",
    ]


def _localhost(distro: str) -> str:
    """Return the line that keeps discovery on this machine; Humble has another variable."""
    if distro in ("humble", "iron"):
        return 'export ROS_LOCALHOST_ONLY="${ROS_LOCALHOST_ONLY:-1}"'
    return 'export ROS_AUTOMATIC_DISCOVERY_RANGE="${ROS_AUTOMATIC_DISCOVERY_RANGE:-LOCALHOST}"'
