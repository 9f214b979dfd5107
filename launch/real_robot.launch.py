"""A physical cell: attaches to running drivers of a robot and of cameras.

With a task it plays one episode and ends, but only if `eyehand doctor` finds nothing wrong; without
one it only starts the nodes. In a rehearsal the MuJoCo world stands in for robot, cameras and
person, and everything else is the real thing.
"""

from __future__ import annotations

from pathlib import Path

from eyehand_nodekit.enclave import enclave_arguments
from launch.actions import (
    DeclareLaunchArgument,
    IncludeLaunchDescription,
    OpaqueFunction,
    Shutdown,
)
from launch.launch_description_sources import PythonLaunchDescriptionSource
from launch_ros.actions import Node

from eyehand_bench import library
from launch import LaunchContext, LaunchDescription

REHEARSAL_SKEW_S = 2.0
"""Pictures of a rehearsal are rendered one after the other, which takes time without a GPU."""
_NOT_OF_A_CELL = ("reset_world", "render_depth", "measure_visibility", "carry_camera")
"""Services of the simulated world that a physical cell has not, or has another way."""
REHEARSAL_ARGUMENTS = [
    ("attended", "false"),
    ("confirm_motions", "false"),
    ("speed_scale", "1.0"),
    ("joint_state_timeout", "2.0"),  # physics, planning and drawing share a few cores
]
"""Nobody stands by, and nothing can break."""


def start_world(context: LaunchContext) -> list[Node]:
    """Return the nodes that make the cell a world."""
    chosen = context.launch_configurations
    common = {
        "robot": str(library.robot_files()[chosen["robot"]]),
        "config": str(library.config_folder()),
        "cell": str(library.cell_files()[chosen["cell"]]),
    }
    rehearsal = chosen["rehearsal"] == "true"
    pace = {"max_skew": REHEARSAL_SKEW_S, "picture_timeout": 20.0} if rehearsal else {}
    nodes = [_node("eyehand_perception", "perception_node", "world", {**common, **pace})]
    if rehearsal:
        nodes += _stand_ins(common, chosen["profile"])
    return nodes


def _stand_ins(common: dict[str, str], profile: str) -> list[Node]:
    """Return robot, cameras and person of a rehearsal."""
    hidden = [("world/objects", "truth/objects"), *_hidden(*_NOT_OF_A_CELL)]
    simulated = {**common, "profile": profile, "real_time": True}
    return [
        _node("eyehand_world", "world_node", "simulated_cell", simulated, hidden),
        _node("eyehand_perception", "rehearsal_node", "rehearsal", {"cell": common["cell"]}),
    ]


def _hidden(*names: str) -> list[tuple[str, str]]:
    return [(name, f"truth/{name}") for name in names]


def _node(
    package: str,
    executable: str,
    name: str,
    parameters: dict[str, object],
    remappings: list[tuple[str, str]] | None = None,
) -> Node:
    return Node(
        package=package,
        executable=executable,
        name=name,
        parameters=[parameters],
        remappings=remappings or [],
        ros_arguments=enclave_arguments(name),
        output="screen",
        on_exit=Shutdown(reason=f"node {name} has ended"),
    )


def start_others(context: LaunchContext) -> list[IncludeLaunchDescription]:
    """Return the other nodes, with an episode if a task was given."""
    source = PythonLaunchDescriptionSource(
        str(Path(__file__).with_name("optional_episode.launch.py"))
    )
    arguments = [("world", "cell"), ("preflight", "true")]
    if context.launch_configurations["rehearsal"] == "true":
        arguments += REHEARSAL_ARGUMENTS
    return [IncludeLaunchDescription(source, launch_arguments=arguments)]


def generate_launch_description() -> LaunchDescription:
    """Declare the arguments that differ from a simulated world and start everything."""
    return LaunchDescription(
        [
            DeclareLaunchArgument(
                "robot",
                default_value=library.DEFAULT_ROBOT,
                choices=list(library.robot_files()),
                description="Robot file in config/robots.",
            ),
            DeclareLaunchArgument(
                "cell",
                default_value="rehearsal",
                choices=list(library.cell_files()),
                description="Cell file in config/cells: cameras and marked objects.",
            ),
            DeclareLaunchArgument(
                "rehearsal",
                default_value="false",
                choices=["true", "false"],
                description="The MuJoCo world stands in for robot, cameras and person.",
            ),
            DeclareLaunchArgument(
                "profile",
                default_value="fast",
                choices=list(library.render_profiles()),
                description="Render profile of a rehearsal's pictures.",
            ),
            OpaqueFunction(function=start_world),
            OpaqueFunction(function=start_others),
        ]
    )
