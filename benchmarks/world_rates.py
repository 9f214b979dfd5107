"""Rates of the simulated world on this machine: physics, whole world, pictures.

Run in the environment of the stack, from the root of the repository:

    python benchmarks/world_rates.py

It prints one JSON object: MuJoCo steps per second, world seconds per wall second while both arms
move (world alone, and with its messages being published), and milliseconds per 1280 x 960 picture
of each render profile. Every figure comes twice, by wall clock and by processor time: on a busy
machine the first says how busy it is and the second what a quiet one would do. Medians of several
rounds. Pictures are drawn by several threads on a machine without graphics card, so that their
wall time on a quiet machine is below their processor time.
"""

from __future__ import annotations

import json
import os
import platform
import time
from collections.abc import Callable
from pathlib import Path

import mujoco
import numpy as np
import rclpy
from eyehand_core.environment import load_environment
from eyehand_core.geometry.camera_model import CameraModel, look_at
from eyehand_core.geometry.rotation import Array
from eyehand_core.robot import load_robot
from eyehand_core.tasks.library import Library
from eyehand_core.xacro_file import expand_xacro
from eyehand_nodekit.state_messages import objects_to_message
from eyehand_world.lockstep import LockstepWorld, WorldSample
from eyehand_world.render_profile import load_profile, profile_names
from eyehand_world.renderer import Renderer
from eyehand_world.scene_builder import build_scene
from eyehand_world.simulation import velocity_limits
from eyehand_world.snapshot import Snapshot
from eyehand_world.trajectory import TrajectoryGoal, Waypoint
from eyehand_world.world_messages import joint_state
from sensor_msgs.msg import JointState

from eyehand_interfaces.msg import ObjectStates
from eyehand_nodekit import qos

ROOT = Path(__file__).resolve().parents[1]
TASK, SEED = "lift_pot", 1000
ROUNDS = 5
MOTION_S = 2.0
STEPS = 2000


def make_world(publish: Callable[[WorldSample], None]) -> LockstepWorld:
    """Return the settled world of a two-arm task."""
    robot = load_robot(ROOT / "config" / "robots" / "dual_x5.yaml")
    environment = load_environment(robot.environment)
    library = Library(ROOT / "config", environment)
    scene = library.instantiate(library.load(TASK), SEED)
    urdf = expand_xacro(robot.description)
    built = build_scene(urdf, robot, environment, scene)
    world = LockstepWorld(built, robot, velocity_limits(urdf), start_ns=0, publish=publish)
    world.settle_after_reset()
    return world


class Stopwatch:
    """Measures wall and processor time from its making on."""

    def __init__(self) -> None:
        self._start = self._now()

    @staticmethod
    def _now() -> Array:
        return np.array([time.perf_counter(), time.process_time()])

    def seconds(self) -> Array:
        """Return wall and processor time since the start [s]."""
        return self._now() - self._start


def medians(rows: list[Array], digits: int) -> dict[str, float]:
    """Return the medians of rows of (by wall clock, by processor time)."""
    wall, processor = np.median(rows, axis=0)
    return {"wall": round(float(wall), digits), "processor": round(float(processor), digits)}


def world_rate(world: LockstepWorld, offset: float) -> Array:
    """Move both arms by ``offset`` [rad]; return world seconds per second of both clocks."""
    for controller in ("left_arm_controller", "right_arm_controller"):
        arm = world.controllers[controller]
        here = world.physics.positions(arm.joints)
        rest = np.zeros(len(here))
        points = ((0.0, here), (MOTION_S, here + offset))
        goal = TrajectoryGoal(
            joints=arm.joints.names,
            waypoints=tuple(Waypoint(time=t, positions=q, velocities=rest) for t, q in points),
        )
        arm.start(goal, world.now_ns, lambda ending, result: None)
    world.resume()
    watch, now = Stopwatch(), world.now_ns
    while not world.paused:
        world.advance()
    return (world.now_ns - now) * 1e-9 / watch.seconds()


def median_world_rate(publish: Callable[[WorldSample], None]) -> dict[str, float]:
    """Return the median rates of several motions there and back."""
    world = make_world(publish)
    return medians([world_rate(world, 0.3 * (-1) ** i) for i in range(2 * ROUNDS)], 1)


def steps_per_second() -> dict[str, float]:
    """Return the median rates of bare physics steps."""
    world = make_world(lambda sample: None)
    rates = []
    for _ in range(ROUNDS):
        watch = Stopwatch()
        mujoco.mj_step(world.physics.model, world.physics.data, STEPS)
        rates.append(STEPS / watch.seconds())
    return medians(rates, 0)


def published_rate() -> dict[str, float]:
    """Return the world's rates while it publishes real messages."""
    rclpy.init()
    node = rclpy.create_node("world_rates")
    joints = node.create_publisher(JointState, "joint_states", qos.STATES)
    objects = node.create_publisher(ObjectStates, "world/objects", qos.STATES)

    def publish(sample: WorldSample) -> None:
        joints.publish(joint_state(sample))
        objects.publish(objects_to_message(sample.state, sample.stamp_ns))

    try:
        return median_world_rate(publish)
    finally:
        node.destroy_node()
        rclpy.try_shutdown()


def picture_milliseconds() -> tuple[str, dict[str, dict[str, float]]]:
    """Return GL driver and median milliseconds per picture by profile."""
    world = make_world(lambda sample: None)
    qpos = world.physics.data.qpos.copy()
    snapshot = Snapshot(model=world.built.model, qpos=qpos, stamp_ns=0)
    camera = CameraModel(width=1280, height=960, vertical_fov=np.radians(37.0))
    view = look_at([0, -0.58, 1.48], [0.17, -0.268, 0.884])
    driver, result = "", {}
    for name in profile_names(ROOT / "config"):
        renderer = Renderer(load_profile(ROOT / "config", name))
        renderer.render(snapshot, camera, view)
        times = []
        for _ in range(2 * ROUNDS):
            watch = Stopwatch()
            renderer.render(snapshot, camera, view)
            times.append(1000 * watch.seconds())
        driver = renderer.driver
        renderer.close()
        result[name] = medians(times, 1)
    return driver, result


def main() -> None:
    """Measure and print."""
    driver, pictures = picture_milliseconds()
    report = {
        "machine": f"{platform.machine()}, {os.cpu_count()} CPUs",
        "load": os.getloadavg()[0],
        "mujoco": mujoco.__version__,
        "steps_per_s": steps_per_second(),
        "world_s_per_s": median_world_rate(lambda sample: None),
        "world_s_per_s_publishing": published_rate(),
        "gl": driver,
        "picture_ms": pictures,
    }
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
