"""One episode played by direct calls, for proofs of seeds and for tests."""

from __future__ import annotations

from collections.abc import Sequence

from eyehand_agent.agent_settings import load_settings
from eyehand_agent.policies.policy import POLICIES, Policy, build_policy
from eyehand_camera.active_camera import ActiveCamera
from eyehand_camera.back_ends.back_end import Passage, Picture, Seen
from eyehand_core.camera_motion import CameraRequest
from eyehand_core.cells.cell import Cell
from eyehand_core.decisions.decision import Decision, Look
from eyehand_core.depth_range import DepthRange
from eyehand_core.episode.action_report import ActionReport, look_report
from eyehand_core.episode.condition import ACTIVE, Condition
from eyehand_core.episode.ending import Outcome
from eyehand_core.episode.episode import Episode
from eyehand_core.episode.kinds import make_episode
from eyehand_core.episode.observe import observe
from eyehand_core.errors import StackError, WorldError
from eyehand_core.geometry.pose import Pose
from eyehand_core.geometry.rotation import Array
from eyehand_core.observation import View
from eyehand_core.tasks.inventory import instance_of
from eyehand_core.tasks.task import Task
from eyehand_core.views import START_VIEW, anchor_of
from eyehand_core.world_state import Contact, WorldState
from eyehand_world.snapshot import Snapshot

from eyehand_agent import policies
from eyehand_bench.direct.direct_world import DirectWorld
from eyehand_bench.direct.workplace import Workplace

policies.load()

CAMERA_S = 60.0
"""Longest wall time of one camera command; only drawing takes time here."""


class DirectEpisode:
    """One episode of a manipulation task, from the settled scene on.

    World, executor, camera and referee are the real ones; topics and action servers are left out,
    and nobody looks at pictures.

    Args:
        place: robot, surroundings, library.
        task: the task.
        seed: of the task instance.
        cell: physical cell whose markers the objects show.
        condition: observation condition.

    Attributes:
        episode: the referee's view.
        state: the newest sample of the world.
        refused: decisions that were not carried out, and why.
        world: physics, planning and controllers.
        camera: where the agent looks from.
        anchor: what named views look at.
        deepest: contact with an object in which bodies overlapped most so far, if any.

    Raises:
        WorldError: the scene does not come to rest, or the camera cannot take its start view.
    """

    def __init__(
        self,
        place: Workplace,
        task: Task,
        seed: int,
        cell: Cell | None = None,
        condition: Condition = ACTIVE,
    ) -> None:
        self.robot, self.task, self.seed = place.robot, instance_of(task, seed), seed
        self.condition = condition
        self.refused: list[str] = []
        self.deepest: Contact | None = None
        self._agents = place.config / "agents"
        self.world = DirectWorld(place, place.library.instantiate(task, seed), cell)
        self.state = self.world.settled
        self.episode: Episode = make_episode("direct", self.task, condition, self.robot, self.state)
        rig = condition.rig
        self._rig = None if rig is None else rig.of_episode(task.id, seed)
        self.camera = ActiveCamera(self.robot.active_camera, self, self)
        self.anchor = anchor_of(task.arms)
        start = self._look(CameraRequest(action=START_VIEW, anchor=self.anchor))
        if not start.plan_success:
            raise WorldError(f"the camera cannot take its start view: {start.detail}")

    def play(self, agent: str, steps: int | None = None) -> Episode:
        """Let a policy play, to the end or for some steps."""
        policy = self.policy(agent)
        while self.episode.running and (steps is None or self.episode.step < steps):
            self.act(policy.decide(observe(self.episode, self.views()), ""))
        return self.episode

    def views(self) -> tuple[View, ...]:
        """Return the pictures of this turn; here there are none."""
        return ()

    def grip_centers(self) -> dict[str, Array]:
        """Return the grip centre of every arm in use [m]."""
        return {name: arm.grip_center for name, arm in self.state.arms.items()}

    def approach(self, optical_pose: Pose, seconds: float) -> str:
        """Do nothing: a drawn picture can be taken from anywhere at once."""
        return ""

    def carry(
        self, position: Array, clearance: float, travel_time: float, seconds: float
    ) -> Passage:
        """Let time pass while the camera travels to a position, unless something is there."""
        passage = self.world.carry_camera(position, clearance, travel_time)
        return Passage(obstacle=passage.obstacle, arrival=passage.arrival_ns)

    def take(self, optical_pose: Pose, seconds: float) -> Picture:
        """Refuse: there are no pictures."""
        raise _unseen()

    def depth(self, optical_pose: Pose, depth: DepthRange, seconds: float) -> Picture:
        """Refuse: there are no pictures."""
        raise _unseen()

    def look_for(
        self, poses: Sequence[Pose], target: tuple[str, ...], arms: tuple[str, ...], seconds: float
    ) -> Seen:
        """Refuse: there are no pictures."""
        raise _unseen()

    def act(self, text: str) -> bool:
        """Carry out one decision; return whether it was carried out to its end."""
        ruling = self.episode.submit(text)
        assert ruling.decision is not None, ruling.error
        if not ruling.decision.kind.costs_step:
            return True
        report = self._report(ruling.decision)
        for state in self.world.take():
            self.episode.witness(state)
            self.state = state
            self._note_overlaps(state)
        if not report.plan_success:
            self.refused.append(f"{text}: {report.detail}")
        self.episode.conclude(report)
        return report.plan_success

    def policy(self, agent: str) -> Policy:
        """Return a policy for this episode."""
        return self._policy(agent, self.task)

    def snapshot(self) -> Snapshot:
        """Return what a picture taken now shows."""
        return self.world.snapshot()

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
        if isinstance(decision, Look):
            return self._look(CameraRequest(action=decision.command, anchor=decision.anchor))
        self.world.carry_out(decision.motions())
        report = self.world.report
        return ActionReport(
            action_valid=report.valid,
            plan_success=report.refusal is None,
            code=self.world.code,
            detail=self.world.refusal,
            fraction=report.fraction,
            position_error=report.position_error,
            orientation_error=report.orientation_error,
            planning_time=report.planning_time,
            execution_time=report.execution_time,
        )

    def _look(self, request: CameraRequest) -> ActionReport:
        move = self.camera.move(request, self.grip_centers(), CAMERA_S, self._rig)
        return look_report(move.accepted, move.code, move.message, travel_time=move.travel_time)


def judged(episode: Episode) -> Episode:
    """Return an episode that has been played to its end, if it counts.

    Raises:
        StackError: it is invalid; nothing is known about the agent then.
    """
    assert episode.ending is not None, "an episode that was played to its end has one"
    if episode.ending.outcome is Outcome.INVALID:
        raise StackError(
            f"task {episode.task.id!r}: the episode is invalid ({episode.ending.value}: "
            f"{episode.reason}); nothing was kept of it; give the command again"
        )
    return episode


def _unseen() -> WorldError:
    return WorldError("this episode is played without pictures; play a SightedEpisode")
