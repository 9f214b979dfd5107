"""The nodes around a world that is started elsewhere, with an episode if a task is given."""

from __future__ import annotations

from pathlib import Path

from launch.actions import DeclareLaunchArgument, IncludeLaunchDescription, OpaqueFunction
from launch.launch_description_sources import PythonLaunchDescriptionSource

from eyehand_bench import library
from launch import LaunchContext, LaunchDescription

NO_TASK = "none"


def start(context: LaunchContext) -> list[IncludeLaunchDescription]:
    """Return the stack alone, or the stack with an episode."""
    name = "stack" if context.launch_configurations["task"] == NO_TASK else "sim_episode"
    source = Path(__file__).with_name(f"{name}.launch.py")
    return [IncludeLaunchDescription(PythonLaunchDescriptionSource(str(source)))]


def generate_launch_description() -> LaunchDescription:
    """Declare the task; all other arguments are those of the stack and of an episode."""
    return LaunchDescription(
        [
            DeclareLaunchArgument(
                "task",
                default_value=NO_TASK,
                choices=[NO_TASK, *library.task_files()],
                description="Task to play; none starts the nodes without an episode.",
            ),
            OpaqueFunction(function=start),
        ]
    )
