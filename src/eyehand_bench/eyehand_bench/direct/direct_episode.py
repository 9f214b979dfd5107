"""One episode played by direct calls, for proofs of seeds and for tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from eyehand_agent.agent_settings import load_settings
from eyehand_agent.policies.policy import POLICIES, Policy, build_policy
from eyehand_core.cells.cell import Cell
from eyehand_core.decisions.arm_motion import ArmMotion, MotionKind
from eyehand_core.decisions.decision import Decision
from eyehand_core.episode.action_report import ActionReport
from eyehand_core.episode.conditions import DEFAULT_CONDITION
from eyehand_core.episode.episode import Episode
from eyehand_core.episode.kinds import make_episode
from eyehand_core.episode.observe import observe
from eyehand_core.geometry.rotation import Array
from eyehand_core.observation import View
from eyehand_core.tasks.task import Task
from eyehand_core.world_state import ArmState, Contact, WorldState
from eyehand_executor.cartesian_motion import motion_of
from eyehand_executor.cartesian_path import PathSettings
from eyehand_executor.commands import ArmCommand
from eyehand_executor.planning import plan_motion
from eyehand_executor.reasons import Refusal
from eyehand_world.gripper_controller import GripperGoal
from eyehand_world.lockstep import LockstepWorld, WorldSample
from eyehand_world.motion import Ending
from eyehand_world.renderer import Snapshot
from eyehand_world.scene_builder import build_scene
from eyehand_world.trajectory import TrajectoryGoal, Waypoint

from eyehand_agent import policies
from eyehand_bench.direct.workplace import Workplace, kinematics_of

LEAD_NS = 40_000_000
"""How far ahead the common start of two arms is."""

policies.load()


class DirectEpisode:
    """One episode of a manipulation task, from the settled scene on.

    Physics, planning and referee are the real ones. Topics, action servers, the executor's gate
    (workspace, rest) and its look at where a motion has ended are left out, and nobody looks at
    pictures.

    Args:
        place: robot, surroundings, library.
        task: the task.
        seed: of the task instance.
        cell: physical cell whose markers the objects show.
        condition: observation condition.

    Attributes:
        episode: the referee's view.
        state: the newest sample of the world.
        refused: decisions that were not carried out.
        deepest: contact with an object in which bodies overlapped most so far, if any.

    Raises:
        WorldError: the scene does not come to rest.
    """

    def __init__(
        self,
        place: Workplace,
        task: Task,
        seed: int,
        cell: Cell | None = None,
        condition: str = DEFAULT_CONDITION,
    ) -> None:
        self.robot, self.task, self.seed = place.robot, task, seed
        self.condition = condition
        self.refused: list[str] = []
        self.deepest: Contact | None = None
        self._agents = place.config / "agents"
        self._kinematics = kinematics_of(place, task.arms)
        self._command = dict.fromkeys(task.arms, 1.0)
        self._samples: list[WorldSample] = []
        self._last: WorldSample
        scene = place.library.instantiate(task, seed)
        self._world = LockstepWorld(
            build_scene(place.urdf, self.robot, place.library.environment, scene, cell),
            self.robot,
            place.velocity_limits,
            start_ns=0,
            publish=self._samples.append,
        )
        self._world.settle_after_reset()
        self.state = self._take()[-1]
        self.episode: Episode = make_episode("direct", task, condition, self.robot, self.state)

    def play(self, agent: str, steps: int | None = None) -> Episode:
        """Let a policy play, to the end or for some steps."""
        policy = self.policy(agent)
        while self.episode.running and (steps is None or self.episode.step < steps):
            self.act(policy.decide(observe(self.episode, self.views()), ""))
        return self.episode

    def views(self) -> tuple[View, ...]:
        """Return the pictures of this turn; here there are none."""
        return ()

    def begin_routine(self, count: int) -> None:
        """Let the expert carry out the first ``count`` steps of its routine only."""
        policy = self._policy("expert", replace(self.task, expert=self.task.expert[:count]))
        while '"stop":' not in (text := policy.decide(observe(self.episode, ()), "")):
            self.act(text)

    def act(self, text: str) -> bool:
        """Carry out one decision; return whether it was carried out to its end."""
        ruling = self.episode.submit(text)
        assert ruling.decision is not None, ruling.error
        if not ruling.decision.kind.costs_step:
            return True
        report = self._report(ruling.decision)
        for state in self._take():
            self.episode.witness(state)
            self.state = state
            self._note_overlaps(state)
        if not report.plan_success:
            self.refused.append(text)
        self.episode.conclude(report)
        return report.plan_success

    def policy(self, agent: str) -> Policy:
        """Return a policy for this episode."""
        return self._policy(agent, self.task)

    def snapshot(self) -> Snapshot:
        """Return what a picture taken now shows."""
        world = self._world
        qpos = world.physics.data.qpos.copy()
        return Snapshot(model=world.built.model, qpos=qpos, stamp_ns=world.now_ns)

    def _note_overlaps(self, state: WorldState) -> None:
        for contact in state.contacts:
            ours = any(contact.involves(name) for name in self.task.objects)
            if ours and (self.deepest is None or contact.penetration > self.deepest.penetration):
                self.deepest = contact

    def _policy(self, agent: str, task: Task) -> Policy:
        return build_policy(
            POLICIES[agent],
            task=task,
            seed=self.seed,
            condition=self.condition,
            robot=self.robot,
            world_state=lambda: self.state,
            settings=load_settings(self._agents, agent, {}),
            transcript=lambda exchange: None,
        )

    def _report(self, decision: Decision) -> ActionReport:
        done = self._carry_out(decision.motions())
        return ActionReport(action_valid=True, plan_success=done)

    def _carry_out(self, motions: Sequence[ArmMotion]) -> bool:
        if not motions:
            return True
        grips = motions[0].kind in (MotionKind.OPEN, MotionKind.CLOSE)
        endings = [self._grip(m) for m in motions] if grips else self._start_path(motions)
        if not endings:
            return False
        self._world.resume()
        while not self._world.paused:
            self._world.advance()
        return all(ending == [Ending.SUCCEEDED] for ending in endings)

    def _grip(self, motion: ArmMotion) -> list[Ending]:
        arm = self.robot.arms[motion.arm]
        aperture = 1.0 if motion.kind is MotionKind.OPEN else 0.0
        self._command[motion.arm] = aperture
        goal = GripperGoal(position=arm.gripper.position(aperture), max_effort=0.0)
        return self._start(arm.gripper_controller, goal)

    def _start_path(self, motions: Sequence[ArmMotion]) -> list[list[Ending]]:
        start = self._configuration(self._last)
        asked = {
            m.arm: motion_of(_command(m), self._kinematics.frames(start, m.arm)) for m in motions
        }
        trajectory = plan_motion(self._kinematics, self.robot, start, asked, PathSettings())
        if isinstance(trajectory, Refusal):
            return []
        points = list(
            zip(trajectory.times, trajectory.positions, trajectory.velocities, strict=True)
        )
        endings = []
        for name in asked:
            columns = self._kinematics.columns(name)
            goal = TrajectoryGoal(
                joints=self.robot.arms[name].joints,
                waypoints=tuple(
                    Waypoint(time=float(t), positions=q[columns], velocities=v[columns])
                    for t, q, v in points
                ),
                start_ns=self._world.now_ns + LEAD_NS if len(asked) > 1 else 0,
            )
            endings.append(self._start(self.robot.arms[name].arm_controller, goal))
        return endings

    def _start(self, controller: str, goal: Any) -> list[Ending]:
        endings: list[Ending] = []
        server = self._world.controllers[controller]
        assert server.refusal(goal, self._world.now_ns) is None
        server.start(goal, self._world.now_ns, lambda ending, result: endings.append(ending))
        return endings

    def _take(self) -> list[WorldState]:
        states = [replace(s.state, arms=self._arms(s)) for s in self._samples]
        if self._samples:
            self._last = self._samples[-1]
        self._samples.clear()
        return states

    def _configuration(self, sample: WorldSample) -> Array:
        positions = dict(zip(sample.joints, sample.positions, strict=True))
        return np.array([positions[joint] for joint in self._kinematics.joint_names])

    def _arms(self, sample: WorldSample) -> dict[str, ArmState]:
        configuration = self._configuration(sample)
        positions = dict(zip(sample.joints, sample.positions, strict=True))
        velocities = dict(zip(sample.joints, sample.velocities, strict=True))
        arms = {}
        for name in self.task.arms:
            arm = self.robot.arms[name]
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
