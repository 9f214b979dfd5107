"""One recorded episode on real Gazebo physics through the test bridge."""

from __future__ import annotations

import sys
from pathlib import Path

from launch.actions import ExecuteProcess, IncludeLaunchDescription, OpaqueFunction, Shutdown
from launch.launch_description_sources import PythonLaunchDescriptionSource

from eyehand_bench import library
from launch import LaunchContext, LaunchDescription


def start_bridge(context: LaunchContext) -> list[ExecuteProcess]:
    """Return the node ``world``; the included launch file has declared ``robot``."""
    robot = library.robot_files()[context.launch_configurations["robot"]]
    script = Path(__file__).with_name("gazebo_bridge_node.py")
    return [
        ExecuteProcess(
            # Without -P, so that the modules beside the script are found.
            cmd=[sys.executable, str(script), "--ros-args", "-r", "__node:=world"]
            + ["-p", f"robot:={robot}", "-p", f"config:={library.config_folder()}"],
            additional_env={"PYTHONSAFEPATH": ""},
            name="world",
            output="screen",
            on_exit=Shutdown(reason="node world has ended"),
        )
    ]


def generate_launch_description() -> LaunchDescription:
    """Include the episode's own launch file, for the world ``gazebo``."""
    episode = library.share_folder() / "launch" / "sim_episode.launch.py"
    return LaunchDescription(
        [
            IncludeLaunchDescription(
                PythonLaunchDescriptionSource(str(episode)), launch_arguments=[("world", "gazebo")]
            ),
            OpaqueFunction(function=start_bridge),
        ]
    )
