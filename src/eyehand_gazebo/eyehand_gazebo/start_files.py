"""The files that a simulator is started with: world, robot, clock rate, bridge."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import yaml
from eyehand_core.environment import load_environment
from eyehand_core.geometry.camera_model import CameraModel
from eyehand_core.robot import Robot
from eyehand_core.xacro_file import expand_xacro

from eyehand_gazebo.gz_port import POSES_TOPIC
from eyehand_gazebo.robot_model import gazebo_urdf
from eyehand_gazebo.simulator_port import CONTACTS_TOPIC, PICTURES_TOPIC
from eyehand_gazebo.simulators import CAMERA_TOPIC, CONTACT_TOPIC, SIMULATORS
from eyehand_gazebo.world_sdf import WORLD, world_sdf

CLOCK_RATE_HZ = 100.0
"""gazebo_ros tells the time ten times a second by default, which is too coarse to act on."""

BRIDGED_SERVICES = (
    f"/world/{WORLD}/create@ros_gz_interfaces/srv/SpawnEntity",
    f"/world/{WORLD}/remove@ros_gz_interfaces/srv/DeleteEntity",
    f"/world/{WORLD}/set_pose@ros_gz_interfaces/srv/SetEntityPose",
)
"""Arguments of parameter_bridge, which reads only topics from its file (ros_gz 1.0.11)."""

_BRIDGED_TOPICS = (
    ("/clock", "/clock", "rosgraph_msgs/msg/Clock", "gz.msgs.Clock"),
    (PICTURES_TOPIC, CAMERA_TOPIC, "sensor_msgs/msg/Image", "gz.msgs.Image"),
    (CONTACTS_TOPIC, CONTACT_TOPIC, "ros_gz_interfaces/msg/Contacts", "gz.msgs.Contacts"),
    (POSES_TOPIC, f"/world/{WORLD}/dynamic_pose/info", "tf2_msgs/msg/TFMessage", "gz.msgs.Pose_V"),
)


@dataclass(frozen=True, kw_only=True)
class StartFiles:
    """What was written.

    Attributes:
        world: SDF world.
        description: URDF of the robot, as text.
        clock: parameter file of gazebo_ros.
        bridge: configuration file of ros_gz_bridge.
    """

    world: Path
    description: str
    clock: Path
    bridge: Path


def write_start_files(folder: Path, robot: Robot, simulator: str) -> StartFiles:
    """Write the files for one robot and simulator into an existing folder.

    Raises:
        ConfigError: robot or surroundings cannot be read, or the simulator is unknown.
    """
    kind = SIMULATORS[simulator]
    lens = robot.active_camera
    camera = CameraModel(width=lens.width, height=lens.height, vertical_fov=lens.vertical_fov)
    files = StartFiles(
        world=folder / "world.sdf",
        description=gazebo_urdf(expand_xacro(robot.description, sim=simulator), robot),
        clock=folder / "clock.yaml",
        bridge=folder / "bridge.yaml",
    )
    files.world.write_text(world_sdf(load_environment(robot.environment), camera, kind))
    clock = {"gazebo": {"ros__parameters": {"publish_rate": CLOCK_RATE_HZ}}}
    files.clock.write_text(yaml.safe_dump(clock))
    files.bridge.write_text(yaml.safe_dump([_bridged(*topic) for topic in _BRIDGED_TOPICS]))
    return files


def _bridged(ros_topic: str, gz_topic: str, ros_type: str, gz_type: str) -> dict[str, str]:
    return {
        "ros_topic_name": ros_topic,
        "gz_topic_name": gz_topic,
        "ros_type_name": ros_type,
        "gz_type_name": gz_type,
        "direction": "GZ_TO_ROS",
    }
