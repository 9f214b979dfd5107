"""gazebo.launch.py where no Gazebo packages are: it reads well, and says what to install."""

from __future__ import annotations

import os
import subprocess
import sys

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


@pytest.mark.parametrize(
    ("simulator", "package"), [("classic", "gazebo-ros"), ("gz", "ros-gz-sim")]
)
def test_a_missing_simulator_is_named_with_the_way_to_get_it(simulator: str, package: str) -> None:
    if package.replace("-", "_") in get_packages_with_prefixes():
        pytest.skip(f"{package} is installed here, so that Gazebo itself would start")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(LAUNCH_FILE), simulator],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, "ROS_DISTRO": "jazzy"},
    )
    output = done.stdout + done.stderr
    assert "argument simulator ['classic', 'gz']" in output
    assert done.returncode != 0
    assert f"ros-jazzy-{package}" in output
    assert "sudo apt install" in output
