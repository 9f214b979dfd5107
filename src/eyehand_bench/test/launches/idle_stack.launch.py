"""Idle nodes named by the argument ``nodes``, separated by commas."""

from __future__ import annotations

import sys
from pathlib import Path

from launch.actions import DeclareLaunchArgument, ExecuteProcess, OpaqueFunction, Shutdown

from launch import LaunchContext, LaunchDescription

SCRIPT = Path(__file__).resolve().parents[1] / "nodes" / "idle.py"


def start(context: LaunchContext) -> list[ExecuteProcess]:
    """Return one process per name."""
    return [
        ExecuteProcess(
            name=f"{name}_node",
            cmd=[sys.executable, str(SCRIPT), name],
            on_exit=Shutdown(reason=f"{name} has ended"),
        )
        for name in context.launch_configurations["nodes"].split(",")
    ]


def generate_launch_description() -> LaunchDescription:
    """Start the nodes."""
    return LaunchDescription([DeclareLaunchArgument("nodes"), OpaqueFunction(function=start)])
