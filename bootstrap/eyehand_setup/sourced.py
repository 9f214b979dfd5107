"""A sourced ROS 2 installation, and an environment with what it doesn't bring."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

from eyehand_setup import checks, pip_install, stamp
from eyehand_setup.foundation import Foundation
from eyehand_setup.jobs import run_all
from eyehand_setup.layout import Layout
from eyehand_setup.messages import Progress, SetupError
from eyehand_setup.sourced_ros import SourcedRos
from eyehand_setup.venv import Venv

PINOCCHIO = ("pinocchio", "coal")


def prepare(ros: SourcedRos, layout: Layout, progress: Progress, lock: int) -> Foundation:
    """Make or mend the environment for pip-only dependencies and return what it all offers."""
    venv = Venv(layout.runtime, ros.python, layout, sees_system=True)
    foundation = _foundation(ros, venv)
    wanted = _requirements(layout.requirements / "sourced.txt")
    now = {**venv.origin(), "requirements": stamp.digest(repr(wanted)), "ros": dict(ros.variables)}
    if stamp.read(layout.runtime) == now and not _missing(foundation, wanted):
        return foundation
    before = stamp.read(layout.runtime)
    stamp.remove(layout.runtime)
    if not venv.is_usable(before):
        venv.create()
    lines = [wanted[module] for module in _missing(foundation, wanted)]
    if lines:
        job = pip_install.job("runtime", venv.python, [*lines, *_kept(foundation)], layout)
        run_all([job], progress, lock)
        pip_install.check(job, layout)
    _require_pinocchio(foundation, ros)
    checks.imports(foundation, layout, progress, lock)
    stamp.write(layout.runtime, now)
    progress.done("runtime", f"{ros.label}; {len(lines)} packages added in .eyehand/runtime")
    return foundation


def _foundation(ros: SourcedRos, venv: Venv) -> Foundation:
    variables = dict(ros.variables)
    path = [str(venv.folder / "bin"), variables.get("PATH", os.defpath)]
    variables["PATH"] = os.pathsep.join(path)
    return Foundation(
        label=ros.label,
        python=venv.python,
        run_variables=variables,
        build_variables=variables,
        identity=f"sourced {venv.python} {ros.python} {variables.get('AMENT_PREFIX_PATH')}",
    )


def _requirements(path: Path) -> dict[str, str]:
    """Return the requirement by the module it brings: `requirement  # module`."""
    wanted: dict[str, str] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        requirement, _, module = line.partition("#")
        if requirement.strip():
            wanted[module.strip()] = requirement.strip()
    return wanted


def _missing(foundation: Foundation, wanted: Mapping[str, str]) -> list[str]:
    """Return the modules that the environment can't find, in one start of its interpreter."""
    code = (
        "import importlib.util as u, sys\n"
        "for name in sys.argv[1:]:\n"
        "    if u.find_spec(name) is None: print(name)"
    )
    output = _ask(foundation, code, *wanted)
    return list(wanted) if output is None else output.split()


def _kept(foundation: Foundation) -> list[str]:
    """Return a line that keeps the NumPy that ROS was compiled against."""
    version = _ask(foundation, "import numpy; print(numpy.__version__)")
    if version is None or not re.match(r"[\d.]+$", version.strip()):
        return []
    return [f"numpy=={version.strip()}"]


def _require_pinocchio(foundation: Foundation, ros: SourcedRos) -> None:
    missing = _missing(foundation, {name: name for name in PINOCCHIO})
    if missing:
        distro = ros.variables.get("ROS_DISTRO", "<distro>")
        raise SetupError(
            f"{ros.label} has no {' and no '.join(missing)} for Python",
            f"sudo apt-get install ros-{distro}-pinocchio ros-{distro}-coal",
            "not from pip: its wheels need a newer NumPy than this ROS is compiled against",
        )


def _ask(foundation: Foundation, code: str, *arguments: str) -> str | None:
    try:
        result = subprocess.run(
            [str(foundation.python), "-c", code, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **foundation.run_variables},
            timeout=30,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return result.stdout.decode() if result.returncode == 0 else None
