"""Scenes and a synchronous world for the tests of the MuJoCo world."""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import mujoco
import numpy as np
import pytest
from eyehand_core.environment import Environment, load_environment
from eyehand_core.geometry.rotation import Array
from eyehand_core.robot import Robot, load_robot
from eyehand_core.scene import Part, Scene, SceneObject
from eyehand_core.xacro_file import expand_xacro
from eyehand_world.gripper_controller import GripperGoal
from eyehand_world.lockstep import LockstepWorld, WorldSample
from eyehand_world.motion import Ending
from eyehand_world.physics import Physics
from eyehand_world.scene_builder import BuiltScene, build_scene
from eyehand_world.simulation import velocity_limits
from eyehand_world.trajectory import TrajectoryGoal, Waypoint

sys.path.insert(0, str(Path(__file__).parent))

ROOT = Path(__file__).resolve().parents[3]
TABLE = 0.74
BOTH = ("left", "right")
VERTICAL = np.column_stack([[0.0, 0, -1], [-1, 0, 0], [0, 1, 0]])
"""Axes of a gripper that points down ("table-down"), as columns in the world."""


def cube(
    name: str, x: float, y: float, *, edge: float = 0.04, above: float = 0.0, **more: Any
) -> SceneObject:
    """Return a red cube that floats ``above`` the table."""
    return SceneObject(
        name=name,
        parts=(Part(kind="box", size=(edge,) * 3, color=(0.8, 0.1, 0.1)),),
        mass=more.pop("mass", 0.05),
        position=(x, y, TABLE + edge / 2 + above),
        quaternion=more.pop("quaternion", (1.0, 0.0, 0.0, 0.0)),
        size=(edge,) * 3,
        **more,
    )


def scene_of(*objects: SceneObject, arms: tuple[str, ...] = BOTH) -> Scene:
    """Return a scene of some objects."""
    return Scene(task="test", seed=7, objects=objects, arms=arms)


class Bench:
    """A world driven by hand, tick by tick, with everything it published."""

    def __init__(self, built: BuiltScene, robot: Robot, urdf: str, *, settle: bool = True) -> None:
        self.robot = robot
        self.samples: list[WorldSample] = []
        self.world = LockstepWorld(
            built, robot, velocity_limits(urdf), start_ns=0, publish=self.samples.append
        )
        if settle:
            self.world.settle_after_reset()

    @property
    def physics(self) -> Physics:
        return self.world.physics

    def joints(self, arm: str) -> Array:
        return self.physics.positions(self.physics.joints(self.robot.arms[arm].joints))

    def body(self, name: str) -> tuple[Array, Array]:
        """Return position and axes of a body as of now."""
        data = mujoco.MjData(self.physics.model)
        data.qpos[:] = self.physics.data.qpos
        mujoco.mj_kinematics(self.physics.model, data)
        handle = data.body(name)
        return handle.xpos.copy(), handle.xmat.reshape(3, 3).copy()

    def start(self, controller: str, goal: Any) -> list[tuple[Ending, Any]]:
        """Start a goal; the returned list gets its ending."""
        endings: list[tuple[Ending, Any]] = []
        assert self.world.controllers[controller].refusal(goal, self.world.now_ns) is None
        self.world.controllers[controller].start(
            goal, self.world.now_ns, lambda ending, result: endings.append((ending, result))
        )
        self.world.resume()
        return endings

    def run(self) -> None:
        """Let time pass until the world pauses."""
        for _ in range(20_000):
            if self.world.paused:
                return
            self.world.advance()
        raise AssertionError("the world did not pause within 80 s")

    def do(self, controller: str, goal: Any) -> tuple[Ending, Any]:
        """Carry out one goal until the world rests."""
        endings = self.start(controller, goal)
        self.run()
        assert len(endings) == 1
        return endings[0]

    def way_to(self, arm: str, target: Array, duration: float = 1.5, **more: Any) -> TrajectoryGoal:
        """Return a smooth trajectory from here to joint positions."""
        rest = np.zeros(len(target))
        points = [(0.0, self.joints(arm)), (duration, target)]
        return TrajectoryGoal(
            joints=self.robot.arms[arm].joints,
            waypoints=tuple(
                Waypoint(time=at, positions=q, velocities=rest, accelerations=rest)
                for at, q in points
            ),
            **more,
        )

    def grasp_joints(self, arm: str, tcp: Array, yaw: float = 0.0) -> Array:
        """Return joint positions that hold the tcp at a point with the gripper pointing down."""
        turn = np.array(
            [[math.cos(yaw), -math.sin(yaw), 0], [math.sin(yaw), math.cos(yaw), 0], [0, 0, 1]]
        )
        return solve(self.physics.model, self.robot, arm, np.asarray(tcp), turn @ VERTICAL)

    def pick(self, arm: str, name: str, yaw: float = 0.0, effort: float = 0.0) -> None:
        """Close the gripper around an object from above."""
        self.do(f"{arm}_gripper_controller", GripperGoal(position=0.045, max_effort=0.0))
        center = self.samples[-1].state.objects[name].pose.position
        for above in (0.1, 0.0):
            target = self.grasp_joints(arm, center + [0.0, 0.0, above], yaw)
            ending, _ = self.do(f"{arm}_arm_controller", self.way_to(arm, target))
            assert ending is Ending.SUCCEEDED
        self.do(f"{arm}_gripper_controller", GripperGoal(position=0.0, max_effort=effort))


def solve(model: mujoco.MjModel, robot: Robot, arm: str, position: Array, axes: Array) -> Array:
    """Return joint positions that put an arm's tcp frame at a pose (damped least squares)."""
    data = mujoco.MjData(model)
    names = robot.arms[arm].joints
    at = [model.joint(name).qposadr[0] for name in names]
    dofs = [model.joint(name).dofadr[0] for name in names]
    limits = np.array([model.joint(name).range for name in names])
    body = model.body(robot.arms[arm].tcp_frame).id
    jacobian = np.zeros((6, model.nv))
    data.qpos[at] = [0.0, 1.2, 1.2, -0.5, 0.0, 0.0]
    for _ in range(300):
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        turn = np.empty(4)
        mujoco.mju_mat2Quat(turn, (axes @ data.xmat[body].reshape(3, 3).T).ravel())
        error = np.empty(6)
        error[:3] = position - data.xpos[body]
        mujoco.mju_quat2Vel(error[3:], turn, 1.0)
        if np.abs(error).max() < 1e-9:
            return np.array(data.qpos[at])
        mujoco.mj_jacBody(model, data, jacobian[:3], jacobian[3:], body)
        j = jacobian[:, dofs]
        step = j.T @ np.linalg.solve(j @ j.T + 1e-8 * np.eye(6), error)
        data.qpos[at] = np.clip(data.qpos[at] + step, limits[:, 0], limits[:, 1])
    raise AssertionError(f"{arm}: tcp pose at {position} is out of reach")


ROBOT_FILES = sorted((ROOT / "config" / "robots").glob("*.yaml"))
ROBOT = load_robot(ROOT / "config" / "robots" / "dual_x5.yaml")
ENVIRONMENT = load_environment(ROBOT.environment)
URDF = expand_xacro(ROBOT.description)


def build_of(*objects: SceneObject, robot: Robot = ROBOT, **more: Any) -> BuiltScene:
    """Compile a scene of some objects."""
    urdf = URDF if robot is ROBOT else expand_xacro(robot.description)
    return build_scene(urdf, robot, ENVIRONMENT, scene_of(*objects, **more))


def bench_of(
    *objects: SceneObject, settle: bool = True, robot: Robot = ROBOT, **more: Any
) -> Bench:
    """Make a world with some objects, settled unless told otherwise."""
    urdf = URDF if robot is ROBOT else expand_xacro(robot.description)
    return Bench(build_of(*objects, robot=robot, **more), robot, urdf, settle=settle)


@pytest.fixture(scope="session")
def robot() -> Robot:
    return ROBOT


@pytest.fixture(scope="session", params=ROBOT_FILES, ids=lambda path: path.stem)
def any_robot(request: pytest.FixtureRequest) -> Robot:
    """Each robot in turn, for what must hold for all."""
    return load_robot(request.param)


@pytest.fixture(scope="session")
def environment() -> Environment:
    return ENVIRONMENT


@pytest.fixture(scope="session")
def urdf() -> str:
    return URDF


@pytest.fixture(scope="session")
def config() -> Path:
    return ROOT / "config"


@pytest.fixture(scope="session")
def build() -> Callable[..., BuiltScene]:
    return build_of


@pytest.fixture(scope="session")
def make_bench() -> Callable[..., Bench]:
    return bench_of


@pytest.fixture(scope="session")
def make_cube() -> Callable[..., SceneObject]:
    return cube


@pytest.fixture(scope="session")
def world_process(robot: Any, config: Any) -> Iterator[subprocess.Popen[str]]:
    """Run the world node; it has to end cleanly."""
    from world_client import DOMAIN

    command = [sys.executable, "-m", "eyehand_world.world_node"]
    robot_file = config / "robots" / "dual_x5.yaml"
    arguments = ["--ros-args", "-p", f"robot:={robot_file}", "-p", f"config:={config}"]
    process = subprocess.Popen(
        [*command, *arguments, "-p", "profile:=fast"],
        env={**os.environ, "ROS_DOMAIN_ID": str(DOMAIN), "EYEHAND_WATCH_PARENT": "1"},
        stderr=subprocess.PIPE,
        text=True,
    )
    yield process
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 0, errors
    assert "Traceback" not in errors


@pytest.fixture(scope="session")
def client(world_process: Any) -> Iterator[Any]:
    """A client of the world node that all its tests share."""
    from world_client import Client

    client = Client()
    yield client
    client.close()
