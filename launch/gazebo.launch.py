"""The stack with Gazebo as its world: simulator, robot, controllers, world node.

With a task it plays one episode and ends; without one it only starts the nodes. Gazebo Classic with
gazebo_ros and gazebo_ros2_control on Humble; gz-sim with ros_gz and gz_ros2_control on Jazzy.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ament_index_python.packages import PackageNotFoundError, get_package_share_directory
from eyehand_core.errors import StackError
from eyehand_core.robot import Robot, load_robot
from eyehand_gazebo.start_files import BRIDGED_SERVICES, StartFiles, write_start_files
from eyehand_nodekit.enclave import enclave_arguments
from launch.actions import (
    DeclareLaunchArgument,
    IncludeLaunchDescription,
    OpaqueFunction,
    RegisterEventHandler,
    SetEnvironmentVariable,
    Shutdown,
)
from launch.event_handlers import OnProcessExit, OnShutdown
from launch.launch_description_sources import PythonLaunchDescriptionSource
from launch_ros.actions import Node
from launch_ros.parameter_descriptions import ParameterValue

from eyehand_bench import library
from launch import LaunchContext, LaunchDescription

DISTRIBUTION = os.environ.get("ROS_DISTRO", "")
SIMULATOR_OF = {"humble": "classic"}
NEEDED = {
    "classic": ("gazebo_ros", "gazebo_ros2_control", "gazebo_plugins"),
    "gz": ("ros_gz_sim", "ros_gz_bridge", "gz_ros2_control"),
}
NEEDED_BY_BOTH = (
    "robot_state_publisher",
    "controller_manager",
    "joint_state_broadcaster",
    "joint_trajectory_controller",
    "gripper_controllers",
)
CONTROLLERS_S = "120"
"""How long a spawner waits for the controller manager, which comes up with the robot [s]."""


def share_folder(package: str, simulator: str) -> Path:
    """Return the share folder of a package of the simulator.

    Raises:
        StackError: it is not installed.
    """
    try:
        return Path(get_package_share_directory(package))
    except PackageNotFoundError as error:
        names = (*NEEDED[simulator], *NEEDED_BY_BOTH)
        words = " ".join(f"ros-{DISTRIBUTION}-{name.replace('_', '-')}" for name in names)
        raise StackError(
            f"simulator {simulator!r} needs the package {package!r}; "
            f"install it: sudo apt install {words}"
        ) from error


def start_simulator(context: LaunchContext) -> list[Any]:
    """Return everything that makes Gazebo a world of the stack."""
    simulator = context.launch_configurations["simulator"]
    for package in (*NEEDED[simulator], *NEEDED_BY_BOTH):
        share_folder(package, simulator)
    robot_file = library.robot_files()[context.launch_configurations["robot"]]
    robot = load_robot(robot_file)
    folder = Path(tempfile.mkdtemp(prefix="eyehand-gazebo-"))
    files = write_start_files(folder, robot, simulator)
    publisher = Node(
        package="robot_state_publisher",
        executable="robot_state_publisher",
        parameters=[
            {
                "robot_description": ParameterValue(files.description, value_type=str),
                "use_sim_time": True,
            }
        ],
    )
    world = Node(
        package="eyehand_gazebo",
        executable="gazebo_world_node",
        name="world",
        ros_arguments=enclave_arguments("world"),
        parameters=[
            {
                "robot": str(robot_file),
                "config": str(library.config_folder()),
                "simulator": simulator,
                "use_sim_time": True,
            }
        ],
        output="screen",
        on_exit=Shutdown(reason="node world has ended"),
    )
    tidy = OnShutdown(on_shutdown=lambda *_: shutil.rmtree(folder, ignore_errors=True))
    return [
        RegisterEventHandler(tidy),
        *STARTERS[simulator](files),
        publisher,
        *spawn(robot, SPAWNERS[simulator]),
        world,
    ]


def start_classic(files: StartFiles) -> list[Any]:
    """Return gzserver with the plugins of gazebo_ros."""
    launch_file = share_folder("gazebo_ros", "classic") / "launch" / "gzserver.launch.py"
    return [
        SetEnvironmentVariable("GAZEBO_MODEL_DATABASE_URI", ""),  # else it asks the network first
        IncludeLaunchDescription(
            PythonLaunchDescriptionSource(str(launch_file)),
            launch_arguments=[
                ("world", str(files.world)),
                ("params_file", str(files.clock)),
                ("server_required", "true"),
            ],
        ),
    ]


def start_gz(files: StartFiles) -> list[Any]:
    """Return gz-sim without a window, and the bridge to it."""
    launch_file = share_folder("ros_gz_sim", "gz") / "launch" / "gz_sim.launch.py"
    return [
        IncludeLaunchDescription(
            PythonLaunchDescriptionSource(str(launch_file)),
            launch_arguments=[
                ("gz_args", f"-r -s --headless-rendering {files.world}"),
                ("on_exit_shutdown", "true"),
            ],
        ),
        Node(
            package="ros_gz_bridge",
            executable="parameter_bridge",
            arguments=list(BRIDGED_SERVICES),
            parameters=[{"config_file": str(files.bridge), "use_sim_time": True}],
            output="screen",
        ),
    ]


def classic_spawner(robot: Robot) -> Node:
    """Return the program that puts the robot into Gazebo Classic."""
    return Node(
        package="gazebo_ros",
        executable="spawn_entity.py",
        arguments=["-topic", "robot_description", "-entity", robot.name, "-timeout", "120"],
        output="screen",
    )


def gz_spawner(robot: Robot) -> Node:
    """Return the program that puts the robot into gz-sim."""
    return Node(
        package="ros_gz_sim",
        executable="create",
        arguments=["-topic", "robot_description", "-name", robot.name],
        output="screen",
    )


STARTERS = {"classic": start_classic, "gz": start_gz}
SPAWNERS = {"classic": classic_spawner, "gz": gz_spawner}


def spawn(robot: Robot, spawner: Any) -> list[Any]:
    """Return the robot, then joint states, then its controllers, one after the other."""
    entity = spawner(robot)
    joint_states = controllers(["joint_state_broadcaster"])
    arms = controllers(
        [
            name
            for arm in robot.arms.values()
            for name in (arm.arm_controller, arm.gripper_controller)
        ]
    )
    return [entity, *after(entity, joint_states), *after(joint_states, arms)]


def controllers(names: Sequence[str]) -> Node:
    """Return the program that loads and activates controllers."""
    return Node(
        package="controller_manager",
        executable="spawner",
        arguments=[*names, "--controller-manager-timeout", CONTROLLERS_S],
        output="screen",
    )


def after(first: Node, then: Node) -> list[RegisterEventHandler]:
    """Return the start of ``then`` when ``first`` has ended."""
    return [RegisterEventHandler(OnProcessExit(target_action=first, on_exit=[then]))]


def generate_launch_description() -> LaunchDescription:
    """Declare the arguments that differ from the embedded world and start everything."""
    stack = PythonLaunchDescriptionSource(
        str(Path(__file__).with_name("optional_episode.launch.py"))
    )
    return LaunchDescription(
        [
            DeclareLaunchArgument(
                "simulator",
                default_value=SIMULATOR_OF.get(DISTRIBUTION, "gz"),
                choices=list(NEEDED),
                description="Gazebo Classic through gazebo_ros, or gz-sim through ros_gz.",
            ),
            DeclareLaunchArgument(
                "robot",
                default_value=library.DEFAULT_ROBOT,
                choices=list(library.robot_files()),
                description="Robot file in config/robots.",
            ),
            OpaqueFunction(function=start_simulator),
            IncludeLaunchDescription(stack, launch_arguments=[("world", "gazebo")]),
        ]
    )
