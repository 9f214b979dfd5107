"""The Gazebo simulators that a world file can be written for, and what each needs in it."""

from __future__ import annotations

from dataclasses import dataclass

from eyehand_core.registry import Registry

CAMERA_TOPIC = "active_camera"
CONTACT_TOPIC = "object_contacts"
"""Names in the simulator's own transport."""


@dataclass(frozen=True, kw_only=True)
class Simulator:
    """What the world file of a simulator holds besides the scene itself.

    Attributes:
        world_plugins: elements of the world.
        camera_plugins: elements of the camera sensor.
        camera_topic: topic of its pictures where the sensor itself names it; else empty.
        camera_floats: the camera's model is a body without weight, as fixed ones cannot be moved.
        contact_plugins: elements of the contact sensor that every object then has.
        contact_topic: topic of contacts where the sensor itself names it; else empty.
    """

    world_plugins: tuple[str, ...] = ()
    camera_plugins: tuple[str, ...] = ()
    camera_topic: str = ""
    camera_floats: bool = False
    contact_plugins: tuple[str, ...] = ()
    contact_topic: str = ""

    @property
    def objects_feel(self) -> bool:
        """True if objects need contact sensors, as nothing else tells what touches."""
        return bool(self.contact_plugins or self.contact_topic)


SIMULATORS: Registry[Simulator] = Registry("simulator")

SIMULATORS.add("bare", Simulator())
"""Gazebo 11 without any plugin: its own transport tells and moves everything."""

SIMULATORS.add(
    "classic",
    Simulator(
        # libgazebo_ros_init and _factory come with gzserver.launch.py, this one does not.
        world_plugins=(
            '<plugin name="gazebo_ros_state" filename="libgazebo_ros_state.so">'
            "<ros><namespace>/gazebo</namespace></ros><update_rate>50.0</update_rate></plugin>",
        ),
        camera_plugins=(
            f'<plugin name="{CAMERA_TOPIC}" filename="libgazebo_ros_camera.so">'
            "<ros><namespace>/gazebo</namespace></ros>"
            f"<camera_name>{CAMERA_TOPIC}</camera_name>"
            "<frame_name>active_camera_optical_frame</frame_name></plugin>",
        ),
        contact_plugins=(
            '<plugin name="contacts" filename="libgazebo_ros_bumper.so">'
            "<ros><namespace>/gazebo</namespace>"
            "<remapping>bumper_states:=contacts</remapping></ros>"
            "<frame_name>world</frame_name></plugin>",
        ),
    ),
)

SIMULATORS.add(
    "gz",
    Simulator(
        world_plugins=tuple(
            f'<plugin name="gz::sim::systems::{name}" filename="gz-sim-{file}-system">'
            f"{inner}</plugin>"
            for name, file, inner in (
                ("Physics", "physics", ""),
                ("UserCommands", "user-commands", ""),
                ("SceneBroadcaster", "scene-broadcaster", ""),
                ("Contact", "contact", ""),
                ("Sensors", "sensors", "<render_engine>ogre2</render_engine>"),
            )
        ),
        camera_topic=CAMERA_TOPIC,
        camera_floats=True,
        contact_topic=CONTACT_TOPIC,
    ),
)
