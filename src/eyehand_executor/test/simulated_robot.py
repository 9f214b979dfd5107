"""The simulated world as controllers and joint states of the executor, without ROS between."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from typing import Any

from eyehand_core.environment import load_environment
from eyehand_core.errors import StackError
from eyehand_core.robot import Robot
from eyehand_core.scene import Scene, SceneObject
from eyehand_core.xacro_file import expand_xacro
from eyehand_executor.arm_states import ArmStateEstimator
from eyehand_executor.cartesian_path import PathSettings
from eyehand_executor.controller_port import ArmTrajectory, GoalOutcome
from eyehand_executor.execution import ExecutionSettings
from eyehand_executor.gate import GateSettings
from eyehand_executor.kinematics import Clearances, KinematicsCache
from eyehand_executor.move_report import MoveSettings
from eyehand_executor.mover import Mover
from eyehand_executor.pinocchio_backend import PinocchioKinematics
from eyehand_executor.reasons import Refusal
from eyehand_executor.robot_samples import RobotSample, SampleLog, Stillness, read_sample
from eyehand_executor.safety.guard import Guard
from eyehand_executor.safety.signs_of_life import SignsOfLife
from eyehand_executor.safety.situation import SafetySettings
from eyehand_nodekit.deadline import Deadline
from eyehand_world.gripper_controller import GripperGoal
from eyehand_world.lockstep import WorldSample
from eyehand_world.motion import Ending
from eyehand_world.simulation import Simulation
from eyehand_world.trajectory import TrajectoryGoal, Waypoint

TRACKING = 0.1


class SimulatedGoal:
    """A goal of a simulated controller."""

    def __init__(self, simulation: Simulation, controller: str) -> None:
        self.controller = controller
        self._simulation = simulation
        self._outcome: GoalOutcome | None = None

    def end(self, ending: Ending, result: Any) -> None:
        text = f"{ending.value} {getattr(result, 'text', '')}"
        self._outcome = GoalOutcome(succeeded=ending is Ending.SUCCEEDED, message=text)

    def outcome(self) -> GoalOutcome | None:
        return self._outcome

    def cancel(self) -> None:
        self._simulation.cancel(self.controller)


class SimulatedRobot:
    """Controllers over real physics that can be made to be missing, late, silent or to reject."""

    def __init__(self, robot: Robot, arms: tuple[str, ...], *objects: SceneObject) -> None:
        self.robot = robot
        self.samples = SampleLog()
        self.kept: list[RobotSample] = []
        self.missing: set[str] = set()
        self.rejecting: set[str] = set()
        self.silent: set[str] = set()
        self.delays: dict[str, float] = {}
        self.lateness = 0.0
        self.muted = threading.Event()
        self.goals: list[SimulatedGoal] = []
        self.signs = SignsOfLife()
        self.estimator = ArmStateEstimator(robot, self._kinematics(), Stillness())
        self.simulation = Simulation(
            expand_xacro(robot.description),
            robot,
            load_environment(robot.environment),
            publish=self._take,
            on_fault=lambda reason: None,
        )
        self.scene = Scene(task="test", seed=1, objects=objects, arms=arms)
        self.simulation.reset(self.scene)

    def _kinematics(self) -> KinematicsCache:
        return KinematicsCache(PinocchioKinematics.name, self.robot, Clearances())

    def guard(
        self,
        robot: Robot | None = None,
        on_stop: Callable[[Refusal], None] = lambda cause: None,
        **settings: Any,
    ) -> Guard:
        return Guard(
            robot or self.robot,
            self.samples,
            self.signs,
            SafetySettings(**settings),
            Stillness(),
            on_stop=on_stop,
        )

    def mover(
        self, guard: Guard | None = None, robot: Robot | None = None, **execution: Any
    ) -> Mover:
        stillness = Stillness()
        return Mover(
            robot or self.robot,
            self._kinematics(),
            self.samples,
            self,
            MoveSettings(
                gate=GateSettings(stillness=stillness),
                path=PathSettings(),
                execution=ExecutionSettings(**{"stillness": stillness, **execution}),
                state_timeout=2.0,
            ),
            guard=guard or self.guard(),
            on_gripper=self.estimator.gripper_starts,
        )

    def absent(self, controllers: Iterable[str]) -> str | None:
        return next((name for name in controllers if name in self.missing), None)

    def cancel_all(self) -> None:
        for arm in self.robot.arms.values():
            self.simulation.cancel(arm.arm_controller)
            self.simulation.cancel(arm.gripper_controller)

    def send_trajectory(self, trajectory: ArmTrajectory) -> SimulatedGoal | None:
        arm = self.robot.arms[trajectory.arm]
        goal = TrajectoryGoal(
            joints=arm.joints,
            waypoints=tuple(
                Waypoint(time=time, positions=positions, velocities=velocities)
                for time, positions, velocities in zip(
                    trajectory.times, trajectory.positions, trajectory.velocities, strict=True
                )
            ),
            start_ns=trajectory.start_ns,
            path_tolerance=dict.fromkeys(arm.joints, TRACKING),
        )
        return self._send(arm.arm_controller, goal)

    def send_gripper(self, arm: str, position: float) -> SimulatedGoal | None:
        goal = GripperGoal(position=position, max_effort=0.0)
        return self._send(self.robot.arms[arm].gripper_controller, goal)

    def _send(self, controller: str, goal: Any) -> SimulatedGoal | None:
        if controller in self.silent:
            raise StackError(f"{controller} did not answer")
        time.sleep(self.delays.get(controller, 0.0))
        if controller in self.rejecting or self.simulation.refusal(controller, goal):
            return None
        running = SimulatedGoal(self.simulation, controller)
        self.simulation.start(controller, goal, running.end)
        self.goals.append(running)
        return running

    def _take(self, sample: WorldSample) -> None:
        read = read_sample(
            self.robot,
            sample.stamp_ns,
            sample.joints,
            sample.positions.tolist(),
            sample.velocities.tolist(),
            sample.efforts.tolist(),
        )
        assert read is not None
        self.kept.append(read)
        self.states = self.estimator.states(read)
        self._resting = sample.state.at_rest
        time.sleep(self.lateness)
        if not self.muted.is_set():
            self.samples.put(read)

    def rest(self) -> None:
        """Wait until the world has paused."""
        deadline = Deadline(30.0)
        while not self._resting:
            assert not deadline.expired, "the world does not come to rest"
            time.sleep(0.01)

    @property
    def newest(self) -> RobotSample:
        sample = self.samples.newest
        assert sample is not None
        return sample
