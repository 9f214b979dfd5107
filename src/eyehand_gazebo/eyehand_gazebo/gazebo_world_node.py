"""Node ``world`` beside a running Gazebo: reset, object states, pictures of a movable camera.

Controllers, joint states and clock come from the simulator's own ROS packages.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
from eyehand_core.environment import load_environment
from eyehand_core.errors import EyehandError, WorldError
from eyehand_core.robot import load_robot
from eyehand_core.tasks.library import Library
from eyehand_core.views import ACTIVE_CAMERA_FRAME
from eyehand_core.world_capabilities import WORLD_CAPABILITIES
from eyehand_nodekit.deadline import Deadline
from eyehand_nodekit.image_messages import jpeg_to_message
from eyehand_nodekit.jpeg import encode_jpeg
from eyehand_nodekit.mailbox import Mailbox
from eyehand_nodekit.node_main import run_node
from eyehand_nodekit.parameters import CONFIG, ROBOT, Parameter
from eyehand_nodekit.stack_node import StackNode
from eyehand_nodekit.state_messages import objects_to_message, pose_from_message
from sensor_msgs.msg import Image, JointState

from eyehand_gazebo import classic_port, gz_port  # noqa: F401 - register themselves
from eyehand_gazebo.gazebo_world import GazeboWorld
from eyehand_gazebo.homing import Homing
from eyehand_gazebo.simulator_port import PICTURES_TOPIC, SIMULATOR_PORTS, SimulatorPort
from eyehand_gazebo.simulators import SIMULATORS, Simulator
from eyehand_gazebo.world_sdf import CAMERA, camera_pose
from eyehand_interfaces.msg import ObjectStates
from eyehand_interfaces.srv import RenderView, ResetWorld
from eyehand_nodekit import qos, stamps

_SETTLE_S = 60.0
_PICTURE_S = 25.0
_PICTURES = 2
"""Which picture after the camera has moved is taken: the first may have been begun before."""

SIMULATOR = Parameter(
    name="simulator",
    default="classic",
    description="Which Gazebo runs: classic (gazebo_ros) or gz (ros_gz).",
    choices=tuple(SIMULATOR_PORTS),
)


class GazeboWorldNode(StackNode):
    """Makes a running simulator a world of the stack."""

    def __init__(self) -> None:
        super().__init__("world", [ROBOT, CONFIG, SIMULATOR])
        robot = load_robot(Path(self.values["robot"]))
        environment = load_environment(robot.environment)
        self._camera = robot.active_camera
        self._library = Library(Path(self.values["config"]), environment)
        self._pictures: Mailbox[Any] = Mailbox(PICTURES_TOPIC)
        self._positions: dict[str, float] = {}
        self._objects = self.create_publisher(ObjectStates, "world/objects", qos.STATES)
        self._world = GazeboWorld(robot, self.simulator)
        self._port = self.open_port()
        self._homing = Homing(self.io, robot)
        # Reliable: a picture of some megabytes rarely arrives whole otherwise.
        self.io.create_subscription(Image, PICTURES_TOPIC, self._pictures.put, qos.IMAGES)
        self.io.create_subscription(JointState, "joint_states", self._take_joints, qos.STATES)
        self.create_service(ResetWorld, "reset_world", self._reset)
        self.create_service(RenderView, "render_view", self._render)

    @property
    def simulator(self) -> Simulator:
        """What objects are described for."""
        return SIMULATORS[self.values["simulator"]]

    def open_port(self) -> SimulatorPort:
        """Return the access to the simulator."""
        return SIMULATOR_PORTS[self.values["simulator"]](self.io, self._world.take_touches)

    def diagnose(self) -> dict[str, str]:
        """Return what simulates, and what such a world gives and cannot give."""
        facts = {"physics": f"Gazebo, {self.values['simulator']}"}
        return facts | WORLD_CAPABILITIES["gazebo"].facts()

    def _reset(self, request: Any, response: Any) -> Any:
        try:
            task = self._library.load(request.task)
            scene = self._library.instantiate(task, request.seed)
            self._world.clear(self._port)
            self._homing.run(self._positions)
            self._world.build(scene, self._port)
            response.stamp = stamps.from_nanoseconds(self._world.settle(_SETTLE_S))
        except EyehandError as error:
            response.error = str(error)
            return response
        response.ok = True
        response.scene_digest = scene.digest()
        return response

    def _render(self, request: Any, response: Any) -> Any:
        try:
            self._check_lens(request)
            self._port.place(CAMERA, camera_pose(pose_from_message(request.optical_pose)))
            picture = self._next_picture(self._world.now_ns)
            response.image = jpeg_to_message(
                encode_jpeg(_pixels(picture), request.jpeg_quality),
                picture.header.stamp,
                ACTIVE_CAMERA_FRAME,
            )
        except EyehandError as error:
            response.error = str(error)
            return response
        response.ok = True
        return response

    def _check_lens(self, request: Any) -> None:
        """Refuse another picture than the camera in the world file makes."""
        camera = self._camera
        asked = (request.width, request.height, round(request.vertical_fov, 6))
        made = (camera.width, camera.height, round(camera.vertical_fov, 6))
        if asked != made:
            raise WorldError(f"width, height, vertical_fov {asked}; this camera makes {made} only")

    def _next_picture(self, moved_ns: int) -> Any:
        """Return a picture that was begun after the camera had moved."""
        deadline = Deadline(_PICTURE_S)
        for _ in range(_PICTURES):
            picture = self._picture_after(moved_ns, deadline)
            moved_ns = _stamp(picture)
        return picture

    def _picture_after(self, stamp_ns: int, deadline: Deadline) -> Any:
        return self._pictures.wait_for(lambda message: _stamp(message) > stamp_ns, deadline)

    def _take_joints(self, message: Any) -> None:
        if len(message.velocity) != len(message.name):
            return
        self._positions = dict(zip(message.name, message.position, strict=True))
        velocities = dict(zip(message.name, message.velocity, strict=True))
        stamp_ns = _stamp(message)
        state = self._world.take_joints(stamp_ns, velocities, self._port)
        if state is not None:
            self._objects.publish(objects_to_message(state, stamp_ns))


def _stamp(message: Any) -> int:
    return stamps.to_nanoseconds(message.header.stamp)


def _pixels(picture: Any) -> Any:
    """Return a sensor_msgs/Image of encoding rgb8 as an array, (height, width, 3).

    Raises:
        WorldError: it has another encoding.
    """
    if picture.encoding != "rgb8":
        raise WorldError(f"pictures have encoding {picture.encoding!r}; configure rgb8 (R8G8B8)")
    rows = np.frombuffer(picture.data, dtype=np.uint8).reshape(picture.height, picture.step)
    pixels = rows[:, : 3 * picture.width].reshape(picture.height, picture.width, 3)
    return np.ascontiguousarray(pixels)


def main() -> None:
    """Run the world node."""
    sys.exit(run_node(GazeboWorldNode))


if __name__ == "__main__":
    main()
