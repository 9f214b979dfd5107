"""The physical world with planner and controllers, driven by direct calls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from eyehand_core.cells.cell import Cell
from eyehand_core.decisions.arm_motion import ArmMotion, MotionKind
from eyehand_core.geometry.rotation import Array
from eyehand_core.scene import Scene
from eyehand_core.world_state import ArmState, WorldState
from eyehand_executor.cartesian_motion import motion_of
from eyehand_executor.cartesian_path import PathSettings
from eyehand_executor.commands import ArmCommand
from eyehand_executor.planning import plan_motion
from eyehand_executor.reasons import Refusal
from eyehand_world.camera_passage import CameraPassage, carry_camera
from eyehand_world.gripper_controller import GripperGoal
from eyehand_world.lockstep import LockstepWorld, WorldSample
from eyehand_world.motion import Ending
from eyehand_world.renderer import Snapshot
from eyehand_world.scene_builder import build_scene
from eyehand_world.trajectory import TrajectoryGoal, Waypoint

from eyehand_bench.direct.workplace import Workplace, kinematics_of, reach_of

LEAD_NS = 40_000_000
"""How far ahead the common start of two arms is."""


class DirectWorld:
    """One settled scene in which arms carry out metric commands.

    Args:
        place: robot and surroundings.
        scene: objects and arms in use.
        cell: physical cell whose markers the objects show.

    Attributes:
        settled: the sample at rest after the reset.
        refusal: why the last command was not carried out; empty if it was.

    Raises:
        WorldError: the scene does not come to rest.
    """

    def __init__(self, place: Workplace, scene: Scene, cell: Cell | None = None) -> None:
        self.refusal = ""
        self._robot, self._arms_in_use = place.robot, scene.arms
        self._kinematics = kinematics_of(place, scene.arms)
        self._reach = reach_of(place, scene.arms)
        self._command = dict.fromkeys(scene.arms, 1.0)
        self._samples: list[WorldSample] = []
        self._last: WorldSample
        self._world = LockstepWorld(
            build_scene(place.urdf, place.robot, place.library.environment, scene, cell),
            place.robot,
            place.velocity_limits,
            start_ns=0,
            publish=self._samples.append,
        )
        self._world.settle_after_reset()
        self.settled = self.take()[-1]

    def carry_out(self, motions: Sequence[ArmMotion]) -> bool:
        """Plan and execute one motion per arm, together, until all is at rest.

        Returns:
            Whether it was carried out to its end; if not, ``refusal`` says why.
        """
        self.refusal = ""
        if not motions:
            return True
        grips = motions[0].kind in (MotionKind.OPEN, MotionKind.CLOSE)
        endings = [self._grip(m) for m in motions] if grips else self._start_path(motions)
        if not endings:
            return False
        self._world.resume()
        while not self._world.paused:
            self._world.advance()
        if all(ending == [Ending.SUCCEEDED] for ending in endings):
            return True
        self.refusal = "a controller did not reach its goal"
        return False

    def reaches(self, arm: str, point: tuple[float, float, float], heading_deg: float) -> bool:
        """Tell whether a gripper that points down at that heading can be at a point [m]."""
        return self._reach.reaches(arm, point, heading_deg)

    def take(self) -> list[WorldState]:
        """Return the samples since the last call, arms included."""
        states = [replace(s.state, arms=self._arms(s)) for s in self._samples]
        if self._samples:
            self._last = self._samples[-1]
        self._samples.clear()
        return states

    def carry_camera(self, target: Array, clearance: float, seconds: float) -> CameraPassage:
        """Let time pass while a camera travels, up to the next rest, unless something is there.

        Args:
            target: of the lens in the world [m], shape (3,).
            clearance: least distance to everything solid [m].
            seconds: world time of the travel [s].
        """
        passage = carry_camera(self._world, target, clearance, seconds)
        while not self._world.paused:
            self._world.advance()
        return passage

    def snapshot(self) -> Snapshot:
        """Return what a picture taken now shows."""
        world = self._world
        qpos = world.physics.data.qpos.copy()
        return Snapshot(model=world.built.model, qpos=qpos, stamp_ns=world.now_ns)

    def _grip(self, motion: ArmMotion) -> list[Ending]:
        arm = self._robot.arms[motion.arm]
        aperture = 1.0 if motion.kind is MotionKind.OPEN else 0.0
        self._command[motion.arm] = aperture
        goal = GripperGoal(position=arm.gripper.position(aperture), max_effort=0.0)
        return self._start(arm.gripper_controller, goal)

    def _start_path(self, motions: Sequence[ArmMotion]) -> list[list[Ending]]:
        start = self._configuration(self._last)
        asked = {
            m.arm: motion_of(_command(m), self._kinematics.frames(start, m.arm)) for m in motions
        }
        trajectory = plan_motion(self._kinematics, self._robot, start, asked, PathSettings())
        if isinstance(trajectory, Refusal):
            self.refusal = trajectory.message
            return []
        points = list(
            zip(trajectory.times, trajectory.positions, trajectory.velocities, strict=True)
        )
        endings = []
        for name in asked:
            columns = self._kinematics.columns(name)
            goal = TrajectoryGoal(
                joints=self._robot.arms[name].joints,
                waypoints=tuple(
                    Waypoint(time=float(t), positions=q[columns], velocities=v[columns])
                    for t, q, v in points
                ),
                start_ns=self._world.now_ns + LEAD_NS if len(asked) > 1 else 0,
            )
            endings.append(self._start(self._robot.arms[name].arm_controller, goal))
        return endings

    def _start(self, controller: str, goal: Any) -> list[Ending]:
        endings: list[Ending] = []
        server = self._world.controllers[controller]
        assert server.refusal(goal, self._world.now_ns) is None
        server.start(goal, self._world.now_ns, lambda ending, result: endings.append(ending))
        return endings

    def _configuration(self, sample: WorldSample) -> Array:
        positions = dict(zip(sample.joints, sample.positions, strict=True))
        return np.array([positions[joint] for joint in self._kinematics.joint_names])

    def _arms(self, sample: WorldSample) -> dict[str, ArmState]:
        configuration = self._configuration(sample)
        positions = dict(zip(sample.joints, sample.positions, strict=True))
        velocities = dict(zip(sample.joints, sample.velocities, strict=True))
        arms = {}
        for name in self._arms_in_use:
            arm = self._robot.arms[name]
            frames = self._kinematics.frames(configuration, name)
            arms[name] = ArmState(
                name=name,
                end_pose=frames.end_pose,
                grip_center=frames.grip_center.position,
                tcp=frames.tcp.position,
                joint_positions=configuration[self._kinematics.columns(name)],
                joint_velocities=np.array([velocities[joint] for joint in arm.joints]),
                aperture=arm.gripper.aperture(positions[arm.gripper.joint]),
                aperture_command=self._command[name],
                fingers_at_rest=abs(velocities[arm.gripper.joint]) < 1e-3,
            )
        return arms


def _command(motion: ArmMotion) -> ArmCommand:
    return ArmCommand(arm=motion.arm, kind=int(motion.kind), axis=motion.axis, amount=motion.amount)
