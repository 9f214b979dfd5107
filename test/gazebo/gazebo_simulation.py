"""Real Gazebo physics with the MuJoCo world's controllers in front of its joints.

Stands in for gazebo_ros and gazebo_ros2_control: controllers run in step with physics, and time
goes on between motions, never faster than the clock on the wall.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeVar

from eyehand_core.environment import Environment
from eyehand_core.errors import WorldError
from eyehand_core.geometry.camera_model import CameraModel
from eyehand_core.geometry.pose import Pose
from eyehand_core.robot import Robot
from eyehand_gazebo.contacts import Touch
from eyehand_gazebo.robot_model import gazebo_urdf
from eyehand_gazebo.simulators import SIMULATORS
from eyehand_gazebo.world_sdf import CAMERA, world_sdf
from eyehand_world.arm_controller import ArmController
from eyehand_world.gripper_controller import GripperController
from eyehand_world.motion import Ending
from eyehand_world.simulation import velocity_limits
from gazebo_robot import STEPS_PER_TICK, GazeboRobot
from gazebo_server import GazeboServer

T = TypeVar("T")

MEASURED_TICKS = 5
"""Ticks between joint states: 20 ms."""
_ANSWER_S = 30.0
_NEVER_NS = 2**63
_PICTURES = 3
"""Pictures taken after the camera has moved; then it idles, as drawing costs half a processor."""
_ARRIVED_M = 1e-6
_AGAIN_S = 0.5
_TICK_S = STEPS_PER_TICK * 1e-3


class GazeboSimulation:
    """Gazebo with controllers; one thread lets its time pass, others hand it jobs.

    Args:
        root: unpacked Gazebo.
        robot: robot file.
        urdf: its description.
        environment: its surroundings.
        scratch: folder for the world file and logs.
        on_picture: takes stamp [ns] and image message of each picture.

    Attributes:
        on_measured: called with the time [ns] when joints have been measured.
        on_touches: takes what touches in one physics step.
        fault: what went wrong last; empty if nothing.
    """

    def __init__(
        self,
        root: Path,
        robot: Robot,
        urdf: str,
        environment: Environment,
        scratch: Path,
        on_picture: Callable[[int, Any], None],
    ) -> None:
        self.fault = ""
        self.on_measured: Callable[[int], None] = lambda now_ns: None
        self.on_touches: Callable[[list[Touch]], None] = lambda touches: None
        self._on_picture = on_picture
        self._pictures_left, self._moved_ns, self._pictured_ns = 0, _NEVER_NS, 0
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        lens = robot.active_camera
        camera = CameraModel(width=lens.width, height=lens.height, vertical_fov=lens.vertical_fov)
        world = scratch / "world.sdf"
        world.write_text(world_sdf(environment, camera, SIMULATORS["bare"]))
        self.server = GazeboServer(root, world, scratch, self._take_picture)
        self._tick = 0
        self.server.spawn(gazebo_urdf(urdf, robot), robot.name)
        self.robot: Any = GazeboRobot(self.server, robot, urdf)
        self.robot.wait_for_servos()
        self.robot.wake({arm.gripper.joint: arm.gripper.open for arm in robot.arms.values()})
        limits = velocity_limits(urdf)
        self._controllers: dict[str, Any] = {}
        for arm in robot.arms.values():
            self._controllers[arm.arm_controller] = ArmController(arm, self.robot, limits)
            self._controllers[arm.gripper_controller] = GripperController(arm, self.robot)
        self._thread = threading.Thread(target=self._run, name="gazebo", daemon=True)
        self._thread.start()

    def refusal(self, controller: str, goal: Any) -> str | None:
        """Return why a controller would refuse a goal now, None if it is fine."""
        return self.call(lambda: self._controllers[controller].refusal(goal, self.server.now_ns))

    def start(self, controller: str, goal: Any, on_end: Callable[[Ending, Any], None]) -> None:
        """Begin a goal that was not refused."""
        self._jobs.put(
            lambda: self._controllers[controller].start(goal, self.server.now_ns, on_end)
        )

    def cancel(self, controller: str) -> None:
        """Stop a controller's goal."""
        self._jobs.put(self._controllers[controller].cancel)

    def feedback(self) -> list[tuple[str, Any]]:
        """Return running trajectories by controller."""
        arms = [item for item in self._controllers.values() if isinstance(item, ArmController)]
        running = [(arm.name, arm.feedback(self.server.now_ns)) for arm in arms]
        return [(name, feedback) for name, feedback in running if feedback is not None]

    def spawn(self, name: str, description: str) -> None:
        """Add a model."""
        self.call(lambda: self.server.spawn(description, name))

    def delete(self, name: str) -> None:
        """Remove a model."""
        self.call(lambda: self.server.remove(name))

    def place(self, name: str, pose: Pose) -> None:
        """Move a model and wait until it is there; a moved camera takes pictures.

        Raises:
            WorldError: it does not move.
        """
        if name != CAMERA:
            self._move(name, pose)
            return
        self._pictures_left, self._moved_ns = _PICTURES, _NEVER_NS
        self.call(lambda: self.server.look(looking=True))
        self._move(name, pose)
        self._moved_ns = self.server.now_ns

    def _move(self, name: str, pose: Pose) -> None:
        end = time.monotonic() + _ANSWER_S
        while time.monotonic() < end:
            # Asked again now and then: Gazebo drops poses that it publishes faster than they go.
            self.call(lambda: self.server.place(name, pose))
            again = time.monotonic() + _AGAIN_S
            while time.monotonic() < again:
                known = self.server.poses.get(name)
                if known is not None and known.distance_to(pose) < _ARRIVED_M:
                    return
                time.sleep(_TICK_S)
        raise WorldError(f"model {name!r} did not move within {_ANSWER_S:g} s")

    def poses(self) -> Mapping[str, Pose]:
        """Return where models are that can move."""
        return self.server.poses

    def call(self, work: Callable[[], T]) -> T:
        """Return what ``work`` returns in the thread of this simulation.

        Raises:
            WorldError: it failed or took too long.
        """
        answer: Future[T] = Future()

        def job() -> None:
            try:
                answer.set_result(work())
            except Exception as error:  # noqa: BLE001 - handed to the thread that asked
                answer.set_exception(error)

        self._jobs.put(job)
        try:
            return answer.result(timeout=_ANSWER_S)
        except TimeoutError as error:
            raise WorldError(str(error) or "Gazebo's thread does not answer") from error

    def close(self) -> None:
        """End the thread, then Gazebo."""
        self._jobs.put(None)
        self._thread.join(_ANSWER_S)
        self.robot.close()
        self.server.close()

    def _run(self) -> None:
        while True:
            begin = time.monotonic()
            while not self._jobs.empty():
                job = self._jobs.get()
                if job is None:
                    return
                self._guarded(job)
            self._guarded(self._advance)
            time.sleep(max(0.0, _TICK_S - (time.monotonic() - begin)))

    def _guarded(self, work: Callable[[], object]) -> None:
        try:
            work()
        except Exception as error:  # noqa: BLE001 - told by the node's diagnostics
            self.fault = f"{type(error).__name__}: {error}"
            time.sleep(_AGAIN_S)

    def _advance(self) -> None:
        now_ns = self.server.now_ns
        for controller in self._controllers.values():
            controller.command(now_ns)
        self.robot.send_targets()
        self.server.step(STEPS_PER_TICK)
        self.robot.read()
        for touches in self.server.take_touches():
            self.on_touches(touches)
        for controller in self._controllers.values():
            controller.evaluate(self.server.now_ns)
        self._tick += 1
        if self._tick % MEASURED_TICKS == 0:
            self.on_measured(self.server.now_ns)

    def _take_picture(self, stamp_ns: int, image: Any) -> None:
        if stamp_ns <= self._pictured_ns:
            return
        self._pictured_ns = stamp_ns
        if stamp_ns > self._moved_ns:
            self._pictures_left -= 1
            if self._pictures_left == 0:
                self._jobs.put(self._idle_camera)
        self._on_picture(stamp_ns, image)

    def _idle_camera(self) -> None:
        if self._pictures_left <= 0:
            self.server.look(looking=False)
