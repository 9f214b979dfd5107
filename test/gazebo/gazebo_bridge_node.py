"""The world node for Gazebo, together with a stand-in for the ROS packages of a simulator.

The world node is the real one. Controllers, joint states, clock and pictures, which gazebo_ros and
gazebo_ros2_control give elsewhere, come from the node ``gazebo`` in the same process, on real
Gazebo physics. It shows nothing about the packages that it stands in for.
"""

from __future__ import annotations

import array
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

from eyehand_core.environment import load_environment
from eyehand_core.robot import load_robot
from eyehand_core.xacro_file import expand_xacro
from eyehand_gazebo.gazebo_world_node import GazeboWorldNode
from eyehand_gazebo.simulator_port import PICTURES_TOPIC, SimulatorPort
from eyehand_gazebo.simulators import SIMULATORS, Simulator
from eyehand_nodekit.node_main import run_node
from eyehand_nodekit.spinning import make_executor
from eyehand_world.controller_servers import ControllerServers
from eyehand_world.world_messages import fixed_frames
from fetch_gazebo import fetch_gazebo
from gazebo_simulation import GazeboSimulation
from rclpy.node import Node
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import Image, JointState
from tf2_msgs.msg import TFMessage

from eyehand_nodekit import qos, stamps

_FEEDBACK_MEASUREMENTS = 8
_JOIN_S = 5.0


class SimulatorNode(Node):
    """Node ``gazebo``: what a simulator's ROS packages would serve.

    Args:
        robot_file: path of the robot file.
    """

    def __init__(self, robot_file: Path) -> None:
        super().__init__("gazebo", cli_args=["--ros-args"], use_global_arguments=False)
        self._clock_topic = self.create_publisher(Clock, "clock", qos.CLOCK)
        self._joints = self.create_publisher(JointState, "joint_states", qos.STATES)
        self._pictures = self.create_publisher(Image, PICTURES_TOPIC, qos.IMAGES)
        self._frames = self.create_publisher(TFMessage, "/tf_static", qos.LATCHED)
        self._scratch = tempfile.TemporaryDirectory()
        robot = load_robot(robot_file)
        urdf = expand_xacro(robot.description)
        self._frames.publish(fixed_frames(urdf))
        self.simulation = GazeboSimulation(
            fetch_gazebo(),
            robot,
            urdf,
            load_environment(robot.environment),
            Path(self._scratch.name),
            self._publish_picture,
        )
        self._controllers: Any = ControllerServers(self, robot, self.simulation)
        self._measurements = 0
        self.simulation.on_measured = self._publish_joints
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._spin, name="gazebo-node", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End Gazebo and this node."""
        self.simulation.close()
        self._stop.set()
        self._thread.join(_JOIN_S)
        self.destroy_node()
        self._scratch.cleanup()

    def _spin(self) -> None:
        executor = make_executor()
        executor.add_node(self)
        while not self._stop.is_set():
            executor.spin_once(timeout_sec=0.1)
        executor.remove_node(self)
        executor.shutdown()

    def _publish_joints(self, now_ns: int) -> None:
        robot = self.simulation.robot
        joints = robot.all_joints()
        message = JointState(name=list(joints.names))
        message.header.stamp = stamps.from_nanoseconds(now_ns)
        message.position = array.array("d", robot.positions(joints))
        message.velocity = array.array("d", robot.velocities(joints))
        message.effort = array.array("d", robot.efforts(joints))
        self._clock_topic.publish(Clock(clock=message.header.stamp))
        self._joints.publish(message)
        self._measurements += 1
        if self._measurements % _FEEDBACK_MEASUREMENTS == 0:
            self._controllers.publish_feedback(now_ns)

    def _publish_picture(self, stamp_ns: int, image: Any) -> None:
        message = Image(width=image.width, height=image.height, step=image.step, encoding="rgb8")
        message.header.stamp = stamps.from_nanoseconds(stamp_ns)
        message.data = array.array("B", image.data)
        self._pictures.publish(message)


class BridgedWorldNode(GazeboWorldNode):
    """The world node with the stand-in behind it."""

    @property
    def simulator(self) -> Simulator:
        """Gazebo without plugins."""
        return SIMULATORS["bare"]

    def open_port(self) -> SimulatorPort:
        """Start the simulator; it is its own port."""
        self._gazebo = SimulatorNode(Path(self.values["robot"]))
        self._gazebo.simulation.on_touches = self._world.take_touches
        return self._gazebo.simulation

    def diagnose(self) -> dict[str, str]:
        """Say that the simulator's ROS packages are not there."""
        facts = super().diagnose() | {"physics": "Gazebo 11.1.0, ODE; test bridge, no gazebo_ros"}
        fault = self._gazebo.simulation.fault
        return facts | ({"error": fault} if fault else {})

    def close(self) -> None:
        """End Gazebo."""
        self._gazebo.close()


if __name__ == "__main__":
    sys.exit(run_node(BridgedWorldNode))
