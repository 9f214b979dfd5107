"""One episode in a simulated world: the stack, a recorder, and the client that plays it.

Ends by itself when the episode is over.
"""

from __future__ import annotations

import time
from pathlib import Path

from eyehand_core.errors import StackError
from eyehand_nodekit.enclave import enclave_arguments
from launch.actions import (
    DeclareLaunchArgument,
    ExecuteProcess,
    IncludeLaunchDescription,
    OpaqueFunction,
    RegisterEventHandler,
    SetLaunchConfiguration,
    Shutdown,
)
from launch.event_handlers import OnProcessExit
from launch.events.process import ProcessExited
from launch.launch_description_sources import PythonLaunchDescriptionSource
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import Node
from launch_ros.parameter_descriptions import ParameterValue
from launch_ros.substitutions import ExecutableInPackage

from eyehand_bench import library
from launch import LaunchContext, LaunchDescription, LaunchDescriptionEntity

PASSED_ON = ("task", "condition", "agent", "model", "world", "profile", "events")
ARRANGED_WORLDS = ("mujoco", "layout")
"""Where layouts can be played, the default world first."""
START_UP_S = "60"
"""How long nodes may take to come up before the preflight misses them."""


def tell_layout(context: LaunchContext) -> list[LaunchDescriptionEntity]:
    """Tell the stack whether the task is a layout.

    Raises:
        StackError: in the chosen world nobody carries out layouts.
    """
    task = context.launch_configurations["task"]
    # The stack declares the world later; what is here already was given.
    world = context.launch_configurations.get("world", ARRANGED_WORLDS[0])
    is_layout = task in library.layout_tasks()
    if is_layout and world not in ARRANGED_WORLDS:
        raise StackError(
            f"task {task!r} is a layout, and in the world {world!r} nobody arranges layouts; "
            f"choose a manipulation task, or one of the worlds {', '.join(ARRANGED_WORLDS)}"
        )
    return [SetLaunchConfiguration("arranges", str(is_layout).lower())]


def start_episode(context: LaunchContext) -> list[LaunchDescriptionEntity]:
    """Return recorder and client, behind the preflight if one is wanted."""
    chosen = context.launch_configurations
    has_robot = chosen["world"] != "layout"
    robot = str(library.robot_files()[chosen["robot"]]) if has_robot else ""
    records = chosen["record"] == "true"
    folder = Path(chosen["out"] or time.strftime(f"out/{chosen['task']}-%Y%m%d-%H%M%S")).absolute()
    parameters = {name: ParameterValue(chosen[name], value_type=str) for name in PASSED_ON}
    if not has_robot:
        parameters["profile"] = ""
    parameters["seed"] = ParameterValue(LaunchConfiguration("seed"), value_type=int)
    parameters["step_timeout"] = ParameterValue(
        LaunchConfiguration("step_timeout"), value_type=float
    )
    parameters["robot"] = robot
    parameters["record"] = str(folder) if records else ""
    client = Node(
        package="eyehand_bench",
        executable="episode_node",
        name="episode_client",
        parameters=[parameters],
        ros_arguments=enclave_arguments("episode_client"),
        output="screen",
        on_exit=Shutdown(reason="the episode is over"),
    )
    recorder = Node(
        package="eyehand_bench",
        executable="recorder_node",
        name="recorder",
        parameters=[{"bag": str(folder / "bag"), "has_robot": has_robot}],
        ros_arguments=enclave_arguments("recorder"),
        output="screen",
        on_exit=Shutdown(reason="the recorder has ended"),
    )
    nodes = [recorder, client] if records else [client]
    return after_preflight(chosen["robot"], nodes) if chosen["preflight"] == "true" else nodes


def after_preflight(robot: str, nodes: list[Node]) -> list[LaunchDescriptionEntity]:
    """Return what looks at all that runs and starts ``nodes`` only if nothing is wrong."""
    doctor = ExecutableInPackage(executable="eyehand", package="eyehand_bench")
    words = ["doctor", "--robot", robot, "--wait", START_UP_S]
    preflight = ExecuteProcess(name="preflight", cmd=[doctor, *words], output="screen")

    def go_on(event: ProcessExited, _: LaunchContext) -> list[LaunchDescriptionEntity]:
        if event.returncode == 0:
            return nodes
        return [Shutdown(reason="the preflight failed: mend what it names, then start again")]

    return [RegisterEventHandler(OnProcessExit(target_action=preflight, on_exit=go_on)), preflight]


def generate_launch_description() -> LaunchDescription:
    """Declare the arguments of an episode and start everything."""
    stack = PythonLaunchDescriptionSource(str(Path(__file__).with_name("stack.launch.py")))
    return LaunchDescription(
        [
            DeclareLaunchArgument(
                "task",
                default_value="place_cube_in_bowl",
                choices=list(library.task_files()),
                description="Task id.",
            ),
            DeclareLaunchArgument(
                "seed", default_value="1000", description="Seed of the task instance (integer)."
            ),
            DeclareLaunchArgument(
                "condition", default_value="active", description="Observation condition."
            ),
            DeclareLaunchArgument(
                "record",
                default_value="true",
                choices=["true", "false"],
                description="Write episode.json and a bag.",
            ),
            DeclareLaunchArgument(
                "out",
                default_value="",
                description="Folder of the record; empty: out/<task>-<date>-<time>.",
            ),
            DeclareLaunchArgument(
                "events",
                default_value="",
                description="File to which progress is appended as JSON lines; empty: none.",
            ),
            DeclareLaunchArgument(
                "step_timeout",
                default_value="900",
                description="Longest time without a finished step [s]; more than the agent takes.",
            ),
            DeclareLaunchArgument(
                "preflight",
                default_value="false",
                choices=["true", "false"],
                description="Run eyehand doctor first; no episode if it finds a fault.",
            ),
            OpaqueFunction(function=tell_layout),
            IncludeLaunchDescription(stack),
            OpaqueFunction(function=start_episode),
        ]
    )
