"""The stack on real Gazebo physics through the test bridge, with a recorded episode or without."""

from __future__ import annotations

import sys
from pathlib import Path

from launch.actions import (
    DeclareLaunchArgument,
    ExecuteProcess,
    IncludeLaunchDescription,
    OpaqueFunction,
    Shutdown,
)
from launch.launch_description_sources import PythonLaunchDescriptionSource

from eyehand_bench import library
from launch import LaunchContext, LaunchDescription


def start_bridge(context: LaunchContext) -> list[ExecuteProcess]:
    """Return the world node with Gazebo behind it."""
    robot = library.robot_files()[context.launch_configurations["robot"]]
    script = Path(__file__).with_name("gazebo_bridge_node.py")
    return [
        ExecuteProcess(
            # Not in safe-path mode, so that the modules beside the script are found.
            cmd=[sys.executable, str(script), "--ros-args", "-r", "__node:=world"]
            + ["-p", f"robot:={robot}", "-p", f"config:={library.config_folder()}"],
            additional_env={"PYTHONSAFEPATH": ""},
            name="world",
            output="screen",
            on_exit=Shutdown(reason="node world has ended"),
        )
    ]


def generate_launch_description() -> LaunchDescription:
    """Start the world and everything around it."""
    stack = library.share_folder() / "launch" / "optional_episode.launch.py"
    return LaunchDescription(
        [
            DeclareLaunchArgument("robot", default_value="dual_x5", description="Robot file."),
            IncludeLaunchDescription(
                PythonLaunchDescriptionSource(str(stack)), launch_arguments=[("world", "gazebo")]
            ),
            OpaqueFunction(function=start_bridge),
        ]
    )
