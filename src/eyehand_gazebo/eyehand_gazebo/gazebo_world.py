"""A scene in a running simulator: built, watched, and judged to be at rest. Without ROS."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Mapping

from eyehand_core.errors import WorldError
from eyehand_core.robot import Robot
from eyehand_core.scene import Scene
from eyehand_core.world_state import WorldState

from eyehand_gazebo.contacts import ContactLog, Touch
from eyehand_gazebo.object_sdf import object_sdf
from eyehand_gazebo.simulator_port import SimulatorPort
from eyehand_gazebo.simulators import Simulator
from eyehand_gazebo.world_sampler import STILL_FINGER_M_S, STILL_JOINT_RAD_S, WorldSampler

SAMPLE_NS = 40_000_000
"""Time between samples, as in the MuJoCo world [ns]."""
_EMPTY = Scene(task="no_task", seed=0, objects=(), arms=())
_APPEAR_S = 10.0
_POLL_S = 0.02


class GazeboWorld:
    """One scene after the other. ``take_joints`` may be called from another thread.

    Args:
        robot: robot file.
        simulator: what objects are described for.
    """

    def __init__(self, robot: Robot, simulator: Simulator) -> None:
        self._robot = robot
        self._simulator = simulator
        self._changed = threading.Condition()
        self._scene = _EMPTY
        self._sampler = WorldSampler(_EMPTY)
        self._contacts = ContactLog(robot)
        self._newest: WorldState | None = None
        self._sampled_ns = 0
        self.now_ns = 0

    def take_touches(self, touches: Iterable[Touch]) -> None:
        """Take note of what touches."""
        with self._changed:
            self._contacts.record(touches)

    def take_joints(
        self, stamp_ns: int, velocities: Mapping[str, float], port: SimulatorPort
    ) -> WorldState | None:
        """Return the sample that belongs to a measurement of all joints, if one is due.

        Args:
            stamp_ns: time of the measurement [ns].
            velocities: by joint [rad/s or m/s].
            port: tells where objects are.
        """
        with self._changed:
            if stamp_ns < self.now_ns:  # the simulator's time was set back
                self._sampled_ns = 0
            self.now_ns = stamp_ns
            poses = port.poses()
            free = [item.name for item in self._scene.objects if not item.fixed]
            due = stamp_ns - self._sampled_ns >= SAMPLE_NS
            if not due or any(name not in poses for name in free):
                return None
            self._sampled_ns = stamp_ns
            self._newest = self._sampler.sample(
                stamp_ns,
                {name: poses[name] for name in free},
                self._contacts.take(),
                robot_still=self._robot_still(velocities),
            )
            self._changed.notify_all()
            return self._newest

    def clear(self, port: SimulatorPort) -> None:
        """Remove all objects."""
        with self._changed:
            scene, self._scene, self._sampler = self._scene, _EMPTY, WorldSampler(_EMPTY)
        for item in scene.objects:
            port.delete(item.name)

    def build(self, scene: Scene, port: SimulatorPort) -> None:
        """Add the objects of a scene and wait until they are seen.

        Raises:
            WorldError: some are not.
        """
        for item in scene.objects:
            port.spawn(item.name, object_sdf(item, self._simulator))
        end = time.monotonic() + _APPEAR_S
        free = {item.name for item in scene.objects if not item.fixed}
        while missing := sorted(free - set(port.poses())):
            if time.monotonic() > end:
                raise WorldError(f"the simulator does not show {missing} after {_APPEAR_S:g} s")
            time.sleep(_POLL_S)
        with self._changed:
            self._scene, self._sampler = scene, WorldSampler(scene)
            self._newest = None

    def settle(self, seconds: float) -> int:
        """Wait until nothing moves; begin an episode; return the stamp of its first sample [ns].

        Args:
            seconds: longest wait [s of wall time].

        Raises:
            WorldError: something still moves, or no joint states come.
        """
        with self._changed:
            if not self._changed.wait_for(self._rests, seconds):
                scene = self._scene
                raise WorldError(
                    f"task {scene.task!r}, seed {scene.seed}: no rest within {seconds:g} s; "
                    "take another seed, or see whether joint states arrive"
                )
            self._sampler.begin_episode()
            return self._sampled_ns

    def _rests(self) -> bool:
        return self._newest is not None and self._newest.at_rest

    def _robot_still(self, velocities: Mapping[str, float]) -> bool:
        for arm in self._robot.arms.values():
            if any(abs(velocities.get(joint, 0.0)) > STILL_JOINT_RAD_S for joint in arm.joints):
                return False
            if abs(velocities.get(arm.gripper.joint, 0.0)) > STILL_FINGER_M_S:
                return False
        return True
