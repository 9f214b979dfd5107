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

NO_TASK = "none"


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


def start_stack(context: LaunchContext) -> list[IncludeLaunchDescription]:
    """Return the other nodes, with a recorded episode if a task was given."""
    name = "stack" if context.launch_configurations["task"] == NO_TASK else "sim_episode"
    source = library.share_folder() / "launch" / f"{name}.launch.py"
    return [
        IncludeLaunchDescription(
            PythonLaunchDescriptionSource(str(source)), launch_arguments=[("world", "gazebo")]
        )
    ]


def generate_launch_description() -> LaunchDescription:
    """Declare what decides between the two and start everything."""
    return LaunchDescription(
        [
            DeclareLaunchArgument("robot", default_value="dual_x5", description="Robot file."),
            DeclareLaunchArgument("task", default_value=NO_TASK, description="Task to play."),
            OpaqueFunction(function=start_stack),
            OpaqueFunction(function=start_bridge),
        ]
    )
