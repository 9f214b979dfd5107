"""gazebo.launch.py where no Gazebo packages are: it reads well, and says what to install."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from ament_index_python.packages import get_packages_with_prefixes

from eyehand_bench import library

LAUNCH_FILE = library.share_folder() / "launch" / "gazebo.launch.py"
PROGRAM = """
import sys
from launch import LaunchContext, LaunchDescription, LaunchService
from launch.actions import IncludeLaunchDescription
from launch.launch_description_sources import AnyLaunchDescriptionSource

source = AnyLaunchDescriptionSource(sys.argv[1])
for argument in source.get_launch_description(LaunchContext()).get_launch_arguments():
    print("argument", argument.name, argument.choices, argument.description)
service = LaunchService()
words = [("simulator", sys.argv[2])]
service.include_launch_description(
    LaunchDescription([IncludeLaunchDescription(source, launch_arguments=words)])
)
sys.exit(service.run())
"""


COMMON = (
    "robot-state-publisher",
    "controller-manager",
    "joint-state-broadcaster",
    "joint-trajectory-controller",
    "gripper-controllers",
)


def launched(simulator: str, prefixes: str = "") -> subprocess.CompletedProcess[str]:
    """Return what became of the launch file, with further prefixes of packages."""
    path = os.pathsep.join(filter(None, (prefixes, os.environ.get("AMENT_PREFIX_PATH", ""))))
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, str(LAUNCH_FILE), simulator],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, "ROS_DISTRO": "jazzy", "AMENT_PREFIX_PATH": path},
    )


def skip_if_installed(package: str) -> None:
    if package.replace("-", "_") in get_packages_with_prefixes():
        pytest.skip(f"{package} is installed here, so that Gazebo itself would start")


@pytest.mark.parametrize(
    ("simulator", "package"), [("classic", "gazebo-ros"), ("gz", "ros-gz-sim")]
)
def test_a_missing_simulator_is_named_with_the_way_to_get_it(simulator: str, package: str) -> None:
    skip_if_installed(package)
    done = launched(simulator)
    output = done.stdout + done.stderr
    assert "argument simulator ['classic', 'gz']" in output
    assert done.returncode != 0
    assert f"needs the package '{package.replace('-', '_')}'" in output
    (advice,) = (line for line in output.splitlines() if "sudo apt install" in line)
    for name in (package, *COMMON):
        assert f"ros-jazzy-{name}" in advice


def test_a_missing_controller_is_named_before_anything_starts(tmp_path: Path) -> None:
    package = "gripper-controllers"
    skip_if_installed(package)
    index = tmp_path / "share" / "ament_index" / "resource_index" / "packages"
    index.mkdir(parents=True)
    for name in {"ros-gz-sim", "ros-gz-bridge", "gz-ros2-control", *COMMON} - {package}:
        (index / name.replace("-", "_")).touch()
    done = launched("gz", str(tmp_path))
    assert done.returncode != 0
    assert f"needs the package '{package.replace('-', '_')}'" in done.stdout + done.stderr
