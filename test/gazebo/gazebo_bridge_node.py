"""Node ``world`` on real Gazebo physics: stands in for gazebo_ros and gazebo_ros2_control.

It shows that the stack's nodes work on Gazebo's physics, camera and contacts. It shows nothing
about the plugins that it stands in for.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from eyehand_core.environment import load_environment
from eyehand_core.errors import EyehandError
from eyehand_core.robot import load_robot
from eyehand_core.tasks.library import Library
from eyehand_core.world_capabilities import WORLD_CAPABILITIES
from eyehand_core.xacro_file import expand_xacro
from eyehand_nodekit.image_messages import jpeg_to_message
from eyehand_nodekit.jpeg import encode_jpeg
from eyehand_nodekit.node_main import run_node
from eyehand_nodekit.parameters import CONFIG, ROBOT
from eyehand_nodekit.stack_node import StackNode
from eyehand_nodekit.state_messages import objects_to_message, pose_from_message
from eyehand_world.controller_servers import ControllerServers
from eyehand_world.lockstep import WorldSample
from eyehand_world.world_messages import fixed_frames, joint_state
from fetch_gazebo import fetch_gazebo
from gazebo_simulation import GazeboSimulation
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import JointState
from tf2_msgs.msg import TFMessage

from eyehand_interfaces.msg import ObjectStates
from eyehand_interfaces.srv import RenderView, ResetWorld
from eyehand_nodekit import qos, stamps


class GazeboBridgeNode(StackNode):
    """Serves one Gazebo."""

    def __init__(self) -> None:
        super().__init__("world", [ROBOT, CONFIG])
        robot = load_robot(Path(self.values["robot"]))
        environment = load_environment(robot.environment)
        self._library = Library(Path(self.values["config"]), environment)
        self._clock_topic = self.create_publisher(Clock, "clock", qos.CLOCK)
        self._joints = self.create_publisher(JointState, "joint_states", qos.STATES)
        self._objects = self.create_publisher(ObjectStates, "world/objects", qos.STATES)
        self._scratch = tempfile.TemporaryDirectory()
        urdf = expand_xacro(robot.description)
        self._simulation = GazeboSimulation(
            fetch_gazebo(), robot, urdf, environment, Path(self._scratch.name), self._publish
        )
        self._frames = self.create_publisher(TFMessage, "/tf_static", qos.LATCHED)
        self._frames.publish(fixed_frames(urdf))
        self.create_service(ResetWorld, "reset_world", self._reset)
        self.create_service(RenderView, "render_view", self._render)
        self._controllers: Any = ControllerServers(self, robot, self._simulation)

    def diagnose(self) -> dict[str, str]:
        """Return what simulates, and what this world cannot give."""
        facts = {"physics": "Gazebo 11.1.0, ODE", "bridge": "test bridge, no gazebo_ros"}
        facts |= WORLD_CAPABILITIES["gazebo"].facts()
        fault = self._simulation.fault
        return facts | ({"error": fault} if fault else {})

    def close(self) -> None:
        """End Gazebo."""
        self._simulation.close()
        self._scratch.cleanup()

    def _reset(self, request: Any, response: Any) -> Any:
        try:
            task = self._library.load(request.task)
            scene = self._library.instantiate(task, request.seed)
            response.stamp = stamps.from_nanoseconds(self._simulation.reset(scene))
        except (EyehandError, TimeoutError) as error:
            response.error = str(error) or type(error).__name__
            return response
        response.ok = True
        response.scene_digest = scene.digest()
        return response

    def _render(self, request: Any, response: Any) -> Any:
        lens = self._simulation.camera
        if (request.width, request.height) != (lens.width, lens.height):
            response.error = f"this camera makes pictures of {lens.width} x {lens.height} only"
            return response
        try:
            stamp_ns, picture = self._simulation.render(pose_from_message(request.optical_pose))
            jpeg = encode_jpeg(np.ascontiguousarray(picture), request.jpeg_quality)
        except (EyehandError, TimeoutError) as error:
            response.error = str(error) or type(error).__name__
            return response
        response.image = jpeg_to_message(
            jpeg, stamps.from_nanoseconds(stamp_ns), "active_camera_optical_frame"
        )
        response.ok = True
        return response

    def _publish(self, sample: WorldSample) -> None:
        self._clock_topic.publish(Clock(clock=stamps.from_nanoseconds(sample.stamp_ns)))
        self._joints.publish(joint_state(sample))
        self._objects.publish(objects_to_message(sample.state, sample.stamp_ns))


if __name__ == "__main__":
    sys.exit(run_node(GazeboBridgeNode))
