"""Real Gazebo physics with the MuJoCo world's controllers in front of its joints.

Stands in for gazebo_ros and gazebo_ros2_control: controllers run in step with physics, and time
goes on between motions, never faster than the clock on the wall.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from eyehand_core.environment import Environment
from eyehand_core.errors import WorldError
from eyehand_core.geometry.camera_model import CameraModel
from eyehand_core.geometry.pose import Pose
from eyehand_core.robot import Robot
from eyehand_core.scene import Scene
from eyehand_gazebo.contacts import ContactLog
from eyehand_gazebo.object_sdf import BODY, object_sdf
from eyehand_gazebo.robot_model import gazebo_urdf
from eyehand_gazebo.simulators import SIMULATORS
from eyehand_gazebo.world_sampler import STILL_FINGER_M_S, STILL_JOINT_RAD_S, WorldSampler
from eyehand_gazebo.world_sdf import CAMERA, camera_pose, world_sdf
from eyehand_nodekit.deadline import Deadline
from eyehand_world.arm_controller import ArmController
from eyehand_world.gripper_controller import GripperController
from eyehand_world.lockstep import WorldSample
from eyehand_world.motion import Ending
from eyehand_world.simulation import velocity_limits
from gazebo_robot import STEPS_PER_TICK, GazeboRobot
from gazebo_server import GazeboServer
from numpy.typing import NDArray

T = TypeVar("T")

SAMPLE_TICKS = 10
_ANSWER_S = 30.0
_SETTLE_TICKS = (125, 2000)
_HOMING_TICKS = 250
_PICTURES = 2
"""Which picture after the camera has moved is taken: the first may have been begun before."""
_ARRIVED_M = 1e-6
_AGAIN_S = 0.5
_POLL_S = 0.005
_EMPTY = Scene(task="no_task", seed=0, objects=(), arms=())


class GazeboSimulation:
    """Gazebo with controllers; one thread lets its time pass, others hand it jobs.

    Args:
        root: unpacked Gazebo.
        robot: robot file.
        urdf: its description.
        environment: its surroundings.
        scratch: folder for the world file and logs.
        publish: takes every sample, in the thread of this simulation.
    """

    def __init__(
        self,
        root: Path,
        robot: Robot,
        urdf: str,
        environment: Environment,
        scratch: Path,
        publish: Callable[[WorldSample], None],
    ) -> None:
        self._robot_file = robot
        self._publish = publish
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._description = gazebo_urdf(urdf, robot)
        self.camera = robot.active_camera
        lens = CameraModel(
            width=self.camera.width,
            height=self.camera.height,
            vertical_fov=self.camera.vertical_fov,
        )
        world = scratch / "world.sdf"
        world.write_text(world_sdf(environment, lens, SIMULATORS["bare"]))
        self.server = GazeboServer(root, world, scratch)
        self._scene, self._sampler = _EMPTY, WorldSampler(_EMPTY)
        self._contacts = ContactLog(robot)
        self._tick = 0
        self.fault = ""
        self._place_robot(urdf)
        self._thread = threading.Thread(target=self._run, name="gazebo", daemon=True)
        self._thread.start()

    def refusal(self, controller: str, goal: Any) -> str | None:
        """Return why a controller would refuse a goal now, None if it is fine."""
        return self._call(lambda: self._controllers[controller].refusal(goal, self._now_ns))

    def start(self, controller: str, goal: Any, on_end: Callable[[Ending, Any], None]) -> None:
        """Begin a goal that was not refused."""
        self._jobs.put(lambda: self._controllers[controller].start(goal, self._now_ns, on_end))

    def cancel(self, controller: str) -> None:
        """Stop a controller's goal."""

        def work() -> None:
            self._controllers[controller].cancel()

        self._jobs.put(work)

    def feedback(self) -> list[tuple[str, Any]]:
        """Return running trajectories by controller; only from within ``publish``."""
        arms = [item for item in self._controllers.values() if isinstance(item, ArmController)]
        running = [(arm.name, arm.feedback(self._now_ns)) for arm in arms]
        return [(name, feedback) for name, feedback in running if feedback is not None]

    def reset(self, scene: Scene) -> int:
        """Build a scene, let it settle, return the stamp of its first sample [ns]."""
        return self._call(lambda: self._rebuild(scene))

    def render(self, optical_pose: Pose) -> tuple[int, NDArray[np.uint8]]:
        """Return stamp [ns] and picture of the camera at a pose, once it is there.

        Raises:
            WorldError: no picture came in time.
        """
        deadline = Deadline(_ANSWER_S)
        self._call(lambda: self.server.look(looking=True))
        try:
            stamp_ns = self._move_camera(camera_pose(optical_pose), deadline)
            for _ in range(_PICTURES):
                stamp_ns, picture = self._next_picture(stamp_ns + 1, deadline)
        finally:
            self._call(lambda: self.server.look(looking=False))
        return stamp_ns, picture

    def _move_camera(self, target: Pose, deadline: Deadline) -> int:
        """Move the camera's model; return a time at which it was there [ns]."""
        while not deadline.expired:
            # Asked again now and then: Gazebo drops poses that it publishes faster than they go.
            self._call(lambda: self.server.place(CAMERA, target))
            again = Deadline(_AGAIN_S)
            while not again.expired:
                known = self.server.poses.get(CAMERA)
                if known is not None and known.distance_to(target) < _ARRIVED_M:
                    return self._now_ns
                time.sleep(_POLL_S)
        raise WorldError(f"the camera did not move within {_ANSWER_S:g} s")

    def _next_picture(self, after_ns: int, deadline: Deadline) -> tuple[int, NDArray[np.uint8]]:
        while not deadline.expired:
            found = self.server.picture_since(after_ns)
            if found is not None:
                return found
            time.sleep(_POLL_S)
        raise WorldError(f"no picture within {_ANSWER_S:g} s")

    def close(self) -> None:
        """End the thread, then Gazebo."""
        self._jobs.put(None)
        self._thread.join(_ANSWER_S)
        self.robot.close()
        self.server.close()

    @property
    def _now_ns(self) -> int:
        return self.server.now_ns

    def _place_robot(self, urdf: str) -> None:
        robot = self._robot_file
        self.server.spawn(self._description, robot.name)
        self.robot = GazeboRobot(self.server, robot, urdf)
        self.robot.wait_for_servos()
        self._limits = velocity_limits(urdf)
        self._home()

    def _home(self) -> None:
        """Drive to the home posture with open grippers, and take new controllers there."""
        robot: Any = self.robot
        home: dict[str, float] = {}
        for arm in self._robot_file.arms.values():
            home |= dict(zip(arm.joints, arm.home, strict=True))
            home[arm.gripper.joint] = arm.gripper.open
        robot.wake({})
        group = robot.joints(list(home))
        begin, end = robot.positions(group), np.array(list(home.values()))
        for tick in range(_HOMING_TICKS):
            share = min(1.0, 1.25 * (tick + 1) / _HOMING_TICKS)
            robot.data.ctrl[group.servos] = begin + share * (end - begin)
            self._step()
        self._controllers: dict[str, Any] = {}
        for arm in self._robot_file.arms.values():
            self._controllers[arm.arm_controller] = ArmController(arm, robot, self._limits)
            self._controllers[arm.gripper_controller] = GripperController(arm, robot)

    def _rebuild(self, scene: Scene) -> int:
        for controller in self._controllers.values():
            controller.abort("the world was reset")
        for item in self._scene.objects:
            self.server.remove(item.name)
        self.server.reset_models()
        self._home()
        for item in scene.objects:
            self.server.spawn(object_sdf(item), item.name)
        self._scene, self._sampler = scene, WorldSampler(scene)
        least, most = _SETTLE_TICKS
        for tick in range(most):
            self._advance()
            state = self._sampler.sample(
                self._now_ns, self._object_poses(), (), robot_still=self._robot_still()
            )
            if tick >= least and state.at_rest:
                self._sampler.begin_episode()
                self._contacts.take()
                self._advance()
                return self._sample()
        raise WorldError(f"task {scene.task!r}, seed {scene.seed}: something still moves")

    def _run(self) -> None:
        while True:
            begin = time.monotonic()
            while not self._jobs.empty():
                job = self._jobs.get()
                if job is None:
                    return
                self._guarded(job)
            self._guarded(self._advance_and_sample)
            time.sleep(max(0.0, STEPS_PER_TICK * 1e-3 - (time.monotonic() - begin)))

    def _guarded(self, work: Callable[[], object]) -> None:
        try:
            work()
        except Exception as error:  # noqa: BLE001 - told by the node's diagnostics
            self.fault = f"{type(error).__name__}: {error}"
            time.sleep(0.1)

    def _advance_and_sample(self) -> None:
        self._advance()
        if self._tick % SAMPLE_TICKS == 0:
            self._sample()

    def _advance(self) -> None:
        now = self._now_ns
        for controller in self._controllers.values():
            controller.command(now)
        self._step()
        for controller in self._controllers.values():
            controller.evaluate(self._now_ns)

    def _step(self) -> None:
        self.robot.send_targets()
        self.server.step(STEPS_PER_TICK)
        self.robot.read()
        for touches in self.server.take_touches():
            self._contacts.record(touches)
        self._tick += 1

    def _sample(self) -> int:
        robot, now = self.robot, self._now_ns
        state = self._sampler.sample(
            now, self._object_poses(), self._contacts.take(), robot_still=self._robot_still()
        )
        joints = robot.all_joints()
        self._publish(
            WorldSample(
                stamp_ns=now,
                state=state,
                joints=joints.names,
                positions=robot.positions(joints),
                velocities=robot.velocities(joints),
                efforts=robot.efforts(joints),
            )
        )
        return now

    def _object_poses(self) -> dict[str, Pose]:
        poses = self.server.poses
        return {
            item.name: poses[item.name] @ poses[f"{item.name}::{BODY}"]
            for item in self._scene.objects
            if not item.fixed
        }

    def _robot_still(self) -> bool:
        robot: Any = self.robot
        for arm in self._robot_file.arms.values():
            joints = np.abs(robot.velocities(robot.joints(arm.joints)))
            fingers = np.abs(robot.velocities(robot.joints([arm.gripper.joint])))
            if (joints > STILL_JOINT_RAD_S).any() or (fingers > STILL_FINGER_M_S).any():
                return False
        return True

    def _call(self, work: Callable[[], T]) -> T:
        answer: Future[T] = Future()

        def job() -> None:
            try:
                answer.set_result(work())
            except Exception as error:  # noqa: BLE001 - handed to the thread that asked
                answer.set_exception(error)

        self._jobs.put(job)
        return answer.result(timeout=_ANSWER_S)
