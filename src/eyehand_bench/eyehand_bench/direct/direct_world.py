"""The physical world and the executor in one thread, without ROS."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from eyehand_core.cells.cell import Cell
from eyehand_core.decisions.arm_motion import ArmMotion
from eyehand_core.geometry.rotation import Array
from eyehand_core.scene import Scene
from eyehand_core.world_state import WorldState
from eyehand_executor.arm_states import ArmStateEstimator
from eyehand_executor.commands import ArmCommand
from eyehand_executor.executor_parameters import move_settings, safety_settings, tolerances
from eyehand_executor.move_report import MoveReport
from eyehand_executor.mover import Mover
from eyehand_executor.robot_samples import read_sample
from eyehand_executor.safety.guard import Guard
from eyehand_executor.safety.signs_of_life import SignsOfLife
from eyehand_world.camera_passage import CameraPassage, carry_camera
from eyehand_world.lockstep import LockstepWorld, WorldSample
from eyehand_world.physics_settings import TICK_S
from eyehand_world.scene_builder import build_scene
from eyehand_world.snapshot import Snapshot

from eyehand_bench.direct.direct_controllers import DirectControllers
from eyehand_bench.direct.stepped_samples import SteppedSamples
from eyehand_bench.direct.workplace import EXECUTOR, Workplace, reach_of


class DirectWorld:
    """One settled scene in which arms carry out metric commands.

    The executor with its gate, its planner and its look at where motions end is the one of the
    node, with the node's settings; so are controllers and physics. The same commands lead to the
    same states as through the nodes, bit for bit.

    Args:
        place: robot and surroundings.
        scene: objects and arms in use.
        cell: physical cell whose markers the objects show.

    Attributes:
        settled: the sample at rest after the reset.
        report: what became of the last command.
        watchers: take a snapshot at every sample.

    Raises:
        WorldError: the scene does not come to rest.
    """

    def __init__(self, place: Workplace, scene: Scene, cell: Cell | None = None) -> None:
        self.report = MoveReport()
        self.watchers: list[Callable[[Snapshot], None]] = []
        self._robot = place.robot
        self._reach = reach_of(place, scene.arms)
        settings = move_settings(EXECUTOR)
        self._estimator = ArmStateEstimator(place.robot, place.kinematics, settings.gate.stillness)
        self._states: list[WorldState] = []
        self._samples = SteppedSamples(self._step)
        self._world = LockstepWorld(
            build_scene(place.urdf, place.robot, place.library.environment, scene, cell),
            place.robot,
            place.velocity_limits,
            start_ns=0,
            publish=self._note,
        )
        self._mover = Mover(
            place.robot,
            place.kinematics,
            self._samples,
            DirectControllers(place.robot, self._world, tolerances(EXECUTOR)),
            settings,
            guard=Guard(
                place.robot,
                self._samples,
                SignsOfLife(),
                safety_settings(EXECUTOR),
                settings.gate.stillness,
            ),
            on_gripper=self._estimator.gripper_starts,
        )
        self._world.settle_after_reset()
        self.settled = self.take()[-1]

    @property
    def code(self) -> str:
        """Reason code of the last command; empty if it was carried out to its end."""
        return "" if self.report.refusal is None else self.report.refusal.reason.code

    @property
    def refusal(self) -> str:
        """Why the last command was not carried out to its end; empty if it was."""
        return "" if self.report.refusal is None else self.report.refusal.message

    def carry_out(self, motions: Sequence[ArmMotion]) -> bool:
        """Carry out one motion per arm, together, and wait until all is at rest.

        Returns:
            Whether it was carried out to its end; ``report`` tells more.
        """
        newest = self._samples.newest
        assert newest is not None, "a settled world has given a sample"
        self.report = self._mover.move([_command(motion) for motion in motions], newest.stamp_ns)
        self._rest()
        return self.report.refusal is None

    def wait(self, seconds: float) -> None:
        """Let time pass without a command, then come to rest."""
        for _ in range(round(seconds / TICK_S)):
            self._world.resume()
            self._world.advance()
        self._rest()

    def reaches(self, arm: str, point: tuple[float, float, float], heading_deg: float) -> bool:
        """Tell whether a gripper that points down at that heading can be at a point [m]."""
        return self._reach.reaches(arm, point, heading_deg)

    def take(self) -> list[WorldState]:
        """Return the samples since the last call, arms included."""
        states = self._states.copy()
        self._states.clear()
        return states

    def carry_camera(self, target: Array, clearance: float, seconds: float) -> CameraPassage:
        """Let time pass while a camera travels, up to the next rest, unless something is there.

        Args:
            target: of the lens in the world [m], shape (3,).
            clearance: least distance to everything solid [m].
            seconds: world time of the travel [s].
        """
        passage = carry_camera(self._world, target, clearance, seconds)
        self._rest()
        return passage

    def snapshot(self) -> Snapshot:
        """Return what a picture taken now shows."""
        return self._world.snapshot()

    def _rest(self) -> None:
        while self._step():
            pass

    def _step(self) -> bool:
        if self._world.paused:
            return False
        self._world.advance()
        return True

    def _note(self, sample: WorldSample) -> None:
        joints = read_sample(
            self._robot,
            sample.stamp_ns,
            sample.joints,
            sample.positions.tolist(),
            sample.velocities.tolist(),
            sample.efforts.tolist(),
        )
        assert joints is not None, "arms in use have joint states"
        arms = {arm.name: arm for arm in self._estimator.states(joints)}
        self._states.append(replace(sample.state, arms=arms))
        self._samples.put(joints)
        for watch in self.watchers:
            watch(self.snapshot())


def _command(motion: ArmMotion) -> ArmCommand:
    return ArmCommand(arm=motion.arm, kind=int(motion.kind), axis=motion.axis, amount=motion.amount)
