"""One episode played by direct calls, for proofs of seeds and for tests."""

from __future__ import annotations

from dataclasses import replace

from eyehand_agent.agent_settings import load_settings
from eyehand_agent.policies.policy import POLICIES, Policy, build_policy
from eyehand_core.cells.cell import Cell
from eyehand_core.decisions.decision import Decision
from eyehand_core.episode.action_report import ActionReport
from eyehand_core.episode.condition import ACTIVE, Condition
from eyehand_core.episode.episode import Episode
from eyehand_core.episode.kinds import make_episode
from eyehand_core.episode.observe import observe
from eyehand_core.observation import View
from eyehand_core.tasks.task import Task
from eyehand_core.world_state import Contact, WorldState
from eyehand_world.renderer import Snapshot

from eyehand_agent import policies
from eyehand_bench.direct.direct_world import DirectWorld
from eyehand_bench.direct.workplace import Workplace

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
        world: physics, planning and controllers.
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
        condition: Condition = ACTIVE,
    ) -> None:
        self.robot, self.task, self.seed = place.robot, task, seed
        self.condition = condition
        self.refused: list[str] = []
        self.deepest: Contact | None = None
        self._agents = place.config / "agents"
        self.world = DirectWorld(place, place.library.instantiate(task, seed), cell)
        self.state = self.world.settled
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
        for state in self.world.take():
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
        done = self.world.carry_out(decision.motions())
        return ActionReport(action_valid=True, plan_success=done)
