"""Node of the MuJoCo world: controllers, reset, pictures, saved states, topics of a world."""

from __future__ import annotations

import array
import sys
from pathlib import Path
from typing import Any

import mujoco
from eyehand_core.cells.cell import load_cell
from eyehand_core.errors import EyehandError, WorldError
from eyehand_core.geometry.camera_model import CameraModel
from eyehand_core.geometry.pose import Pose
from eyehand_core.robot import load_robot
from eyehand_core.tasks.library import library_for
from eyehand_core.world_capabilities import WORLD_CAPABILITIES
from eyehand_core.xacro_file import expand_xacro
from eyehand_nodekit.node_main import run_node
from eyehand_nodekit.parameters import CONFIG, ROBOT, Parameter
from eyehand_nodekit.stack_node import StackNode
from eyehand_nodekit.state_messages import objects_to_message
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import JointState
from std_msgs.msg import String
from tf2_msgs.msg import TFMessage

from eyehand_interfaces.msg import ObjectStates
from eyehand_interfaces.srv import ResetWorld, RestoreState, SaveState
from eyehand_nodekit import qos, stamps
from eyehand_world.camera_services import CameraServices
from eyehand_world.controller_servers import ControllerServers
from eyehand_world.lockstep import WorldSample
from eyehand_world.render_profile import DEFAULT_PROFILE, load_profile
from eyehand_world.renderer import Renderer
from eyehand_world.simulation import Simulation
from eyehand_world.world_messages import fixed_frames, joint_state

_FEEDBACK_SAMPLES = 2
"""Action feedback once per so many samples, every 160 ms of world time."""

PROFILE = Parameter(
    name="profile",
    default=DEFAULT_PROFILE,
    description="Render profile, a file of config/render without its ending.",
)

CELL = Parameter(
    name="cell",
    default="",
    description="Path of a cell file whose markers the objects show; empty for none.",
)
REAL_TIME = Parameter(
    name="real_time",
    default=False,
    description="Time passes by the clock, for rehearsals of a cell, instead of in lock step.",
)


class WorldNode(StackNode):
    """Serves one simulated world."""

    def __init__(self) -> None:
        super().__init__("world", [ROBOT, CONFIG, PROFILE, CELL, REAL_TIME])
        config = Path(self.values["config"])
        self._profile = load_profile(config, self.values["profile"])
        robot = load_robot(Path(self.values["robot"]))
        urdf = expand_xacro(robot.description)
        self._library = library_for(config, robot)
        self._clock_topic = self.create_publisher(Clock, "clock", qos.CLOCK)
        self._joints = self.create_publisher(JointState, "joint_states", qos.STATES)
        self._objects = self.create_publisher(ObjectStates, "world/objects", qos.STATES)
        self._renderer = Renderer(self._profile)
        self._simulation = Simulation(
            urdf,
            robot,
            self._library.environment,
            publish=self._publish,
            on_fault=self._report_fault,
            cell=load_cell(Path(self.values["cell"])) if self.values["cell"] else None,
            real_time=self.values["real_time"],
        )
        self._controllers = ControllerServers(self, robot, self._simulation)
        self.create_service(ResetWorld, "reset_world", self._reset)
        self._camera = CameraServices(self, robot, self._simulation, self._renderer)
        self.create_service(SaveState, "save_state", self._save)
        self.create_service(RestoreState, "restore_state", self._restore)
        self._description = self.create_publisher(String, "robot_description", qos.LATCHED)
        self._description.publish(String(data=urdf))
        self._frames = self.create_publisher(TFMessage, "/tf_static", qos.LATCHED)
        self._frames.publish(fixed_frames(urdf))
        self._renderer_problem = self._try_renderer()

    def diagnose(self) -> dict[str, str]:
        """Return what simulates and draws, the wall time both took, and what such a world gives."""
        facts = {
            "physics": f"MuJoCo {mujoco.__version__}",
            "renderer": self._renderer.driver or "none",
            "rendering_by": "CPU" if self._renderer.software else "GPU",
            "render_profile": self._profile.name,
            "physics_seconds": f"{self._simulation.physics_seconds:.6f}",
            "drawing_seconds": f"{self._camera.drawing_seconds:.6f}",
        }
        gives = {} if self.values["real_time"] else WORLD_CAPABILITIES["mujoco"].facts()
        problem = self._simulation.fault or self._renderer_problem
        return facts | gives | ({"error": problem} if problem else {})

    def close(self) -> None:
        """Stop physics, then drawing."""
        self._simulation.close()
        self._renderer.close()

    def _reset(self, request: Any, response: Any) -> Any:
        try:
            task = self._library.load(request.task)
            scene = self._library.instantiate(task, request.seed)
            stamp_ns = self._simulation.reset(scene)
        except EyehandError as error:
            response.error = str(error)
            return response
        response.ok = True
        response.stamp = stamps.from_nanoseconds(stamp_ns)
        response.scene_digest = scene.digest()
        return response

    def _save(self, _: Any, response: Any) -> Any:
        try:
            response.state = array.array("B", self._simulation.save())
        except EyehandError as error:
            response.error = str(error)
            return response
        response.ok = True
        return response

    def _restore(self, request: Any, response: Any) -> Any:
        try:
            self._simulation.restore(bytes(request.state))
        except EyehandError as error:
            response.error = str(error)
            return response
        response.ok = True
        return response

    def _publish(self, sample: WorldSample) -> None:
        self._clock_topic.publish(Clock(clock=stamps.from_nanoseconds(sample.stamp_ns)))
        self._joints.publish(joint_state(sample))
        self._objects.publish(objects_to_message(sample.state, sample.stamp_ns))
        if sample.state.sequence % _FEEDBACK_SAMPLES == 0:
            self._controllers.publish_feedback(sample.stamp_ns)

    def _report_fault(self, reason: str) -> None:
        self.get_logger().error(reason)

    def _try_renderer(self) -> str:
        """Draw once, so that a machine that cannot draw is known from the start."""
        camera = CameraModel(width=64, height=48, vertical_fov=0.6)
        try:
            self._renderer.render(self._simulation.snapshot(), camera, Pose.of([0, 0, 1]))
        except WorldError as error:
            self.get_logger().warning(str(error))
            return str(error)
        speed = "in software; pictures are slow" if self._renderer.software else "in hardware"
        self.get_logger().info(f"{self._renderer.driver} renders {speed}")
        return ""


def main() -> None:
    """Run the world node."""
    sys.exit(run_node(WorldNode))


if __name__ == "__main__":
    main()
