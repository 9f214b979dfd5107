"""The nodes without an episode: world, executor, camera, referee and agent.

Topics and actions are relative: PushRosNamespace puts the whole stack into a namespace.
"""

from __future__ import annotations

from launch.actions import DeclareLaunchArgument, OpaqueFunction, Shutdown
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import Node
from launch_ros.parameter_descriptions import ParameterValue

from eyehand_bench import library
from launch import LaunchContext, LaunchDescription

WORLDS = {
    "mujoco": ("world", "executor", "camera", "monitor", "agent"),
    "layout": ("layout_world", "monitor", "agent"),
}
PACKAGES = {
    "world": "eyehand_world",
    "layout_world": "eyehand_world",
    "executor": "eyehand_executor",
    "camera": "eyehand_camera",
    "monitor": "eyehand_monitor",
    "agent": "eyehand_agent",
}
AGENT_SETTINGS = ("agent", "model", "base_url")
WITHOUT_ROBOT = ("layout_world",)


def text(name: str) -> ParameterValue:
    """Return a launch argument as a text parameter, whatever it looks like."""
    return ParameterValue(LaunchConfiguration(name), value_type=str)


def robot_file(context: LaunchContext) -> str:
    """Return the robot file in use; empty in a world without a robot."""
    if context.launch_configurations["world"] == "layout":
        return ""
    return str(library.robot_files()[context.launch_configurations["robot"]])


def start_nodes(context: LaunchContext) -> list[Node]:
    """Return the nodes of the chosen world. When one ends, all end."""
    nodes = []
    for name in WORLDS[context.launch_configurations["world"]]:
        parameters = {"config": str(library.config_folder())}
        if name not in WITHOUT_ROBOT:
            parameters["robot"] = robot_file(context)
        if name == "world":
            parameters["profile"] = text("profile")
        if name == "agent":
            parameters |= {setting: text(setting) for setting in AGENT_SETTINGS}
        nodes.append(
            Node(
                package=PACKAGES[name],
                executable=f"{name}_node",
                name=name,
                parameters=[parameters],
                output="screen",
                on_exit=Shutdown(reason=f"node {name} has ended"),
            )
        )
    return nodes


def generate_launch_description() -> LaunchDescription:
    """Declare the arguments and start the nodes."""
    return LaunchDescription(
        [
            DeclareLaunchArgument(
                "world",
                default_value="mujoco",
                choices=list(WORLDS),
                description="What the robot acts in: embedded MuJoCo physics, or the layout scene.",
            ),
            DeclareLaunchArgument(
                "robot",
                default_value="dual_x5",
                choices=list(library.robot_files()),
                description="Robot file in config/robots; not used by the layout world.",
            ),
            DeclareLaunchArgument(
                "profile",
                default_value="standard",
                choices=list(library.render_profiles()) or None,
                description="Render profile in config/render; part of a result's identity.",
            ),
            DeclareLaunchArgument(
                "agent",
                default_value="expert",
                choices=list(library.agent_files()),
                description="Policy that plays.",
            ),
            DeclareLaunchArgument(
                "model", default_value="", description="Model id for the agent mllm."
            ),
            DeclareLaunchArgument(
                "base_url", default_value="", description="Model endpoint for the agent mllm."
            ),
            OpaqueFunction(function=start_nodes),
        ]
    )
