"""The nodes without an episode: world, executor, camera, referee and agent.

Stacks side by side each need a ROS domain of their own: frames and time are shared within one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from eyehand_core.world_capabilities import WORLD_CAPABILITIES
from eyehand_nodekit.enclave import enclave_arguments
from launch.actions import DeclareLaunchArgument, OpaqueFunction, Shutdown
from launch.conditions import IfCondition
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import Node
from launch_ros.parameter_descriptions import ParameterValue

from eyehand_bench import library
from eyehand_monitor import settings as monitor_settings
from launch import LaunchContext, LaunchDescription

WORLDS = {
    "mujoco": ("world", "executor", "camera", "monitor", "agent"),
    "layout": ("layout_world", "monitor", "agent"),
    "gazebo": ("executor", "camera", "monitor", "agent"),  # gazebo.launch.py starts its world
    "cell": ("executor", "camera", "monitor", "agent"),  # real_robot.launch.py starts its world
}
PACKAGES = {
    "world": "eyehand_world",
    "layout_world": "eyehand_world",
    "executor": "eyehand_executor",
    "arranger": "eyehand_executor",
    "camera": "eyehand_camera",
    "monitor": "eyehand_monitor",
    "agent": "eyehand_agent",
}
AGENT_SETTINGS = ("agent", "model", "base_url", "decisions", "settings")
WITHOUT_ROBOT = ("layout_world",)
GAZEBO_PATIENCE = {
    "executor": {"joint_state_timeout": 5.0},
    "camera": {"timeout": 30.0},
    "monitor": {"camera_timeout": 40.0},
}
"""Deadlines [s] in Gazebo, where physics, planning and drawing share a machine and time goes on."""
CELL_PATIENCE = {
    "camera": {"timeout": 30.0},
    "monitor": {
        "reset_timeout": 600.0,
        "sample_timeout": 600.0,
        "motion_timeout": 300.0,
        "camera_timeout": 60.0,
    },
}
"""Deadlines [s] in a cell, where a person sets up a scene, confirms motions and judges the rest."""
PATIENCE: Mapping[str, Mapping[str, Mapping[str, float]]] = {
    "gazebo": GAZEBO_PATIENCE,
    "cell": CELL_PATIENCE,
}
MARGIN_S = 30.0
"""By how much the agent is more patient than the referee."""


def text(name: str) -> ParameterValue:
    """Return a launch argument as a text parameter, whatever it looks like."""
    return ParameterValue(LaunchConfiguration(name), value_type=str)


def robot_file(context: LaunchContext) -> str:
    """Return the robot file in use; empty in a world without a robot."""
    if context.launch_configurations["world"] == "layout":
        return ""
    return str(library.robot_files()[context.launch_configurations["robot"]])


def flag(name: str) -> ParameterValue:
    """Return a launch argument as a parameter that is true or false."""
    return ParameterValue(LaunchConfiguration(name), value_type=bool)


def number(name: str) -> ParameterValue:
    """Return a launch argument as a parameter that is a number."""
    return ParameterValue(LaunchConfiguration(name), value_type=float)


def patience(world: str, name: str) -> Mapping[str, float]:
    """Return the deadlines of a node that differ from its defaults or exceed another's [s]."""
    declared = PATIENCE.get(world, {})
    if name != "agent":
        return declared.get(name, {})
    waits: dict[str, Any] = {item.name: item.default for item in monitor_settings.PARAMETERS}
    waits |= declared.get("monitor", {})
    return {
        "start_timeout": monitor_settings.longest_start(waits) + MARGIN_S,
        "act_timeout": monitor_settings.longest_act(waits) + MARGIN_S,
    }


def cell_parameters(context: LaunchContext, name: str) -> dict[str, object]:
    """Return what a node is told in a physical cell besides what it is told everywhere."""
    cell = library.cell_files()[context.launch_configurations["cell"]]
    executor = {
        "attended": flag("attended"),
        "confirm_motions": flag("confirm_motions"),
        "speed_scale": number("speed_scale"),
        "joint_state_timeout": number("joint_state_timeout"),
    }
    camera = {"cell": str(cell), "back_end": text("camera_back_end")}
    return {"executor": executor, "camera": camera}.get(name, {})


def node_names(context: LaunchContext) -> tuple[str, ...]:
    """Return the nodes of the chosen world."""
    world = context.launch_configurations["world"]
    arranges = world == "mujoco" and context.launch_configurations["arranges"] == "true"
    return (*WORLDS[world], "arranger") if arranges else WORLDS[world]


def start_nodes(context: LaunchContext) -> list[Node]:
    """Return the nodes of the chosen world. When one ends, all end."""
    nodes = []
    for name in node_names(context):
        parameters = {"config": str(library.config_folder())}
        if name not in WITHOUT_ROBOT:
            parameters["robot"] = robot_file(context)
        if name == "world":
            parameters["profile"] = text("profile")
        if name == "layout_world":
            parameters["renderer"] = text("renderer")
        if name == "executor":
            world = WORLD_CAPABILITIES[context.launch_configurations["world"]]
            parameters["lock_step"] = world.lock_step
            simulated = context.launch_configurations["world"] == "mujoco"
            parameters["controllers_of"] = "world" if simulated else "controller_manager"
            parameters["planner"] = text("planner")
        if name == "arranger":
            parameters["planner"] = text("planner")
        if name == "agent":
            parameters |= {setting: text(setting) for setting in AGENT_SETTINGS}
        parameters |= patience(context.launch_configurations["world"], name)
        if context.launch_configurations["world"] == "cell":
            parameters |= cell_parameters(context, name)
        nodes.append(
            Node(
                package=PACKAGES[name],
                executable=f"{name}_node",
                name=name,
                parameters=[parameters],
                ros_arguments=enclave_arguments(name),
                output="screen",
                on_exit=Shutdown(reason=f"node {name} has ended"),
            )
        )
    return nodes


def viewer() -> Node:
    """Return RViz with the layout of a cell."""
    layout = library.config_folder() / "rviz" / "cell.rviz"
    return Node(
        package="rviz2",
        executable="rviz2",
        arguments=["-d", str(layout)],
        condition=IfCondition(LaunchConfiguration("rviz")),
    )


CELL_ARGUMENTS = (
    DeclareLaunchArgument(
        "cell",
        default_value="rehearsal",
        choices=list(library.cell_files()),
        description="Cell file in config/cells; used by the world 'cell' alone.",
    ),
    DeclareLaunchArgument(
        "camera_back_end",
        default_value="nearest_camera",
        choices=["nearest_camera", "pan_tilt_camera", "movable_camera"],
        description="How the cell's cameras give a view; used by the world 'cell' alone.",
    ),
    DeclareLaunchArgument(
        "attended",
        default_value="true",
        choices=["true", "false"],
        description="A person stands by and releases each stop; used by the world 'cell' alone.",
    ),
    DeclareLaunchArgument(
        "confirm_motions",
        default_value="true",
        choices=["true", "false"],
        description="A person confirms each motion; used by the world 'cell' alone.",
    ),
    DeclareLaunchArgument(
        "speed_scale",
        default_value="0.2",
        description="Share of the robot file's speed; used by the world 'cell' alone.",
    ),
    DeclareLaunchArgument(
        "joint_state_timeout",
        default_value="0.2",
        description="Age of joint states that stops a motion [s]; used by the world 'cell' alone.",
    ),
)


def generate_launch_description() -> LaunchDescription:
    """Declare the arguments and start the nodes."""
    return LaunchDescription(
        [
            DeclareLaunchArgument(
                "world",
                default_value="mujoco",
                choices=list(WORLDS),
                description="What the robot acts in; a Gazebo or a cell must run already.",
            ),
            DeclareLaunchArgument(
                "robot",
                default_value=library.DEFAULT_ROBOT,
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
                "renderer",
                default_value="rule",
                choices=list(library.layout_renderers()),
                description="How layouts are drawn; used by the world 'layout' alone.",
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
                "settings",
                default_value="",
                description="Settings file of the agent; empty: config/agents/<agent>.yaml.",
            ),
            DeclareLaunchArgument(
                "decisions",
                default_value="",
                description="File of decision texts for the agent replay.",
            ),
            DeclareLaunchArgument(
                "base_url", default_value="", description="Model endpoint for the agent mllm."
            ),
            DeclareLaunchArgument(
                "planner",
                default_value="pinocchio",
                choices=["pinocchio", "moveit", "moveit_service"],
                description="Kinematics and collision back end of the executor.",
            ),
            DeclareLaunchArgument(
                "arranges",
                default_value="false",
                choices=["true", "false"],
                description="The robot arranges layouts; used by the world 'mujoco' alone.",
            ),
            DeclareLaunchArgument(
                "rviz",
                default_value="false",
                choices=["true", "false"],
                description="Show robot, camera and planned motions in RViz.",
            ),
            *CELL_ARGUMENTS,
            OpaqueFunction(function=start_nodes),
            viewer(),
        ]
    )
