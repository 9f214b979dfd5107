"""One episode of a layout task: ``sim_episode.launch.py`` in the layout world."""

from __future__ import annotations

from pathlib import Path

from launch.actions import DeclareLaunchArgument, IncludeLaunchDescription
from launch.launch_description_sources import PythonLaunchDescriptionSource

from eyehand_bench import library
from launch import LaunchDescription


def generate_launch_description() -> LaunchDescription:
    """Choose the layout world; all other arguments are those of sim_episode."""
    tasks = library.layout_tasks()
    episode = PythonLaunchDescriptionSource(str(Path(__file__).with_name("sim_episode.launch.py")))
    return LaunchDescription(
        [
            DeclareLaunchArgument(
                "task", default_value=tasks[0], choices=list(tasks), description="Layout task id."
            ),
            IncludeLaunchDescription(episode, launch_arguments=[("world", "layout")]),
        ]
    )
