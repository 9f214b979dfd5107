"""ROS 2 Jazzy from wheels: a runtime environment and a build SDK."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Mapping
from pathlib import Path

from eyehand_setup import checks, disk, pins, pip_install, python312, sdk_paths
from eyehand_setup.environment import PinnedEnvironment
from eyehand_setup.foundation import Foundation
from eyehand_setup.jobs import run_all
from eyehand_setup.layout import Layout
from eyehand_setup.messages import Progress, SetupError
from eyehand_setup.venv import Venv

JAZZY = Path("isaacsim/exts/isaacsim.ros2.core/jazzy")
"""Where the runtime wheel keeps its ROS 2 prefix, relative to site-packages."""

UNITE = Path("bootstrap/cmake/unite_generated_sources.cmake")


def prepare(
    layout: Layout, environ: Mapping[str, str], progress: Progress, lock: int
) -> Foundation:
    """Make or mend both environments and return what they offer."""
    _require_platform()
    python = python312.find(environ)
    files = layout.requirements
    runtime = PinnedEnvironment(
        "runtime",
        Venv(layout.runtime, python, layout),
        pins.read([files / "runtime.txt", files / "tools.txt"]),
    )
    sdk = PinnedEnvironment("sdk", Venv(layout.sdk, python, layout), pins.read([files / "sdk.txt"]))
    foundation = _foundation(layout, runtime, sdk)
    wanting = [environment for environment in (runtime, sdk) if not environment.is_ready()]
    if wanting:
        _require_space(layout, wanting)
        _mend(layout, wanting, progress, lock)
        headers = python.parent.parent / "include" / "python3.12"
        numpy_headers = sdk.site_packages / "numpy" / "_core" / "include"
        sdk_paths.replace(layout.sdk, headers, numpy_headers)
        checks.imports(foundation, layout, progress, lock)
        for environment in wanting:
            environment.finish()
    return foundation


def _require_platform() -> None:
    if sys.platform != "linux" or platform.machine() != "x86_64":
        raise SetupError(
            f"ROS 2 wheels are for Linux x86-64, not {platform.system()} {platform.machine()}",
            "source a ROS 2 installation (Humble, Jazzy) and run this again: it is used instead",
        )


def _require_space(layout: Layout, wanting: list[PinnedEnvironment]) -> None:
    sizes = {"runtime": disk.RUNTIME_MB, "sdk": disk.SDK_MB}
    fresh = [e for e in wanting if not (e.site_packages / "numpy").is_dir()]
    if fresh:
        disk.require(layout.folder, sum(sizes[e.step] for e in fresh) + disk.BUILD_MB)


def _mend(layout: Layout, wanting: list[PinnedEnvironment], progress: Progress, lock: int) -> None:
    jobs = []
    for environment in wanting:
        progress.alive(environment.step, "preparing the environment")
        job = environment.mending()
        if job is not None:
            jobs.append(job)
    run_all(jobs, progress, lock)
    for job in jobs:
        pip_install.check(job, layout)
    for environment in wanting:
        environment.verify()
        count = len(environment.pins)
        progress.done(
            environment.step, f"{count} packages in .eyehand/{environment.venv.folder.name}"
        )


def _foundation(layout: Layout, runtime: PinnedEnvironment, sdk: PinnedEnvironment) -> Foundation:
    prefix = runtime.site_packages / JAZZY
    bin_path = f"{runtime.venv.folder / 'bin'}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    common = {
        "PATH": bin_path,
        "ROS_DISTRO": "jazzy",
        "ROS_VERSION": "2",
        "ROS_PYTHON_VERSION": "3",
    }
    python = runtime.venv.python
    return Foundation(
        label="ROS 2 Jazzy from wheels",
        python=python,
        run_variables={
            **common,
            "AMENT_PREFIX_PATH": str(prefix),
            "PYTHONPATH": str(prefix / "rclpy"),
            "LD_LIBRARY_PATH": str(prefix / "lib"),
        },
        build_variables={
            **common,
            "AMENT_PREFIX_PATH": str(sdk.venv.folder),
            "CMAKE_PREFIX_PATH": str(sdk.venv.folder),
            "PYTHONPATH": str(sdk.site_packages),
            "LD_LIBRARY_PATH": str(sdk.venv.folder / "lib"),
            "_ROS_WHEELS_BOOTSTRAP_COMPLETE": "1",
        },
        cmake_arguments=[f"-DCMAKE_PROJECT_INCLUDE={layout.root / UNITE}"],
        default_rmw="rmw_cyclonedds_cpp",
        identity=f"wheels {python} {sorted(sdk.pins.items())} {runtime.venv.base_python}",
    )
