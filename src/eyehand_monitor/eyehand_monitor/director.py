"""Carries out an episode on the stack: reset, decisions, waiting for rest, pictures."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from eyehand_core.camera_motion import CameraRequest
from eyehand_core.camera_rig import CameraRig
from eyehand_core.decisions.decision import Decision, DecisionKind, Look
from eyehand_core.episode.action_report import INFRASTRUCTURE_CODES, INTERRUPTED, ActionReport
from eyehand_core.episode.captures import captures
from eyehand_core.episode.condition import Condition
from eyehand_core.episode.ending import Ending
from eyehand_core.episode.episode import Episode
from eyehand_core.episode.kinds import EPISODE_KINDS
from eyehand_core.episode.observe import observe
from eyehand_core.episode.repetition import RepeatedFailures
from eyehand_core.episode.ruling import Ruling
from eyehand_core.errors import ConfigError, EyehandError, StackError
from eyehand_core.observation import Observation, View
from eyehand_core.tasks.task import Task
from eyehand_core.views import START_VIEW, anchor_of
from eyehand_core.world_state import STAMP_TOLERANCE, WorldState
from eyehand_nodekit.deadline import Deadline

from eyehand_monitor.ports import Carried, Stack
from eyehand_monitor.settings import RESETS

_POLL_S = 0.05
_DISCOVERY_S = 2.0
"""How much later than a node one of its services may be found."""

OnPhase = Callable[[str], None]
OnSample = Callable[[Episode], None]


@dataclass(frozen=True, kw_only=True)
class Turn:
    """One decision and what became of it.

    Attributes:
        text: what the agent gave.
        ruling: what the protocol said.
        report: result of the action; None if nothing was carried out.
        is_stuck: the same action has just failed for the third time in a row.
    """

    text: str
    ruling: Ruling
    report: ActionReport | None
    is_stuck: bool = False


class Director:
    """Plays one episode.

    Args:
        stack: partners.
        condition: observation condition of the episode.
        on_sample: told after each judged sample.
        sample_timeout: longest wait for the world to come to rest [s of wall time].
    """

    def __init__(
        self, stack: Stack, condition: Condition, on_sample: OnSample, sample_timeout: float
    ) -> None:
        self._stack = stack
        self._condition = condition
        self._on_sample = on_sample
        self._timeout = sample_timeout
        self._observation: Observation | None = None
        self._failures = RepeatedFailures()
        self._rig: CameraRig | None = None
        self._carry_out = {
            DecisionKind.CAMERA: self._look,
            DecisionKind.ROBOT: self._move,
            DecisionKind.LAYOUT: self._arrange,
        }

    def wait_for_stack(self, task: Task, seconds: float) -> None:
        """Wait until every partner is there that an episode of the task needs.

        Raises:
            StackError: some are missing after that many seconds of wall time; names them.
            ConfigError: the condition needs more of the world than it offers.
        """
        deadline, needed = Deadline(seconds), self._stack.servers
        if EPISODE_KINDS[task.kind].needs_arranger:
            needed += self._stack.arrangers
        while missing := sorted({s.node for s in needed if not s.ready()}):
            if deadline.expired:
                names = ", ".join(map(repr, missing))
                raise StackError(f"node {names} is not there within {seconds:g} s; is it running?")
            time.sleep(_POLL_S)
        self._check_world()

    def _check_world(self) -> None:
        """Refuse a condition that the world cannot give."""
        deadline = Deadline(_DISCOVERY_S)
        has = self._stack.world_services
        while missing := [name for name in self._condition.world_services if not has[name]()]:
            if deadline.expired:
                raise ConfigError(
                    f"condition {self._condition.name!r} needs a world that serves "
                    f"{' and '.join(missing)}, and this one does not; play it in the MuJoCo "
                    "world, or choose another condition"
                )
            time.sleep(_POLL_S)

    def reset(self, task: Task, seed: int) -> WorldState:
        """Build the task instance and return its first sample.

        A paused world shows that sample once. If another node had not yet found the world, the
        sample is lost and the reset, which always gives the same scene, is done again.

        Raises:
            EyehandError: the world could not, or is silent.
        """
        rig = self._condition.rig
        self._rig = None if rig is None else rig.of_episode(task.id, seed)
        for _ in range(RESETS - 1):
            stamp = self._build_scene(task, seed)
            try:
                return self._first_sample(stamp)
            except StackError:
                continue
        return self._first_sample(self._build_scene(task, seed))

    def _build_scene(self, task: Task, seed: int) -> float:
        self._stack.samples.clear()
        return self._stack.world.reset(task.id, seed)

    def _first_sample(self, stamp: float) -> WorldState:
        deadline = Deadline(self._timeout / RESETS)
        while True:
            state = self._stack.samples.next(deadline.remaining)
            if state.sequence == 0 and abs(state.stamp - stamp) <= STAMP_TOLERANCE:
                return state

    def open(self, episode: Episode) -> Observation:
        """Take the start view and return the first observation.

        Raises:
            EyehandError: the camera could not, or is silent.
        """
        if episode.task.arms:
            request = CameraRequest(action=START_VIEW, anchor=anchor_of(episode.task.arms))
            report = self._stack.camera.move(request, episode.state.stamp, self._rig).report
            if not report.action_valid:
                raise StackError(f"node 'camera' refused the start view: {report.detail}")
        return self._observe(episode)

    def play(self, episode: Episode, text: str, on_phase: OnPhase) -> Turn:
        """Carry out one decision. Failures of the stack end the episode as invalid."""
        on_phase("checking")
        ruling, steps, report = episode.submit(text), episode.step, None
        if ruling.decision is not None and ruling.decision.kind.costs_step:
            try:
                report = self._act(episode, ruling.decision, on_phase)
                episode.conclude(report)
            except EyehandError as error:
                episode.end(Ending.INFRASTRUCTURE_ERROR, str(error))
            if episode.step == steps and not _has_failed(episode, report):
                report = ActionReport(
                    action_valid=False,
                    plan_success=False,
                    code=INTERRUPTED,
                    detail=episode.reason,
                    fraction=0.0,
                )
        return Turn(
            text=text, ruling=ruling, report=report, is_stuck=self._is_stuck(ruling, report)
        )

    def _is_stuck(self, ruling: Ruling, report: ActionReport | None) -> bool:
        if ruling.decision is None or report is None:
            return False
        return self._failures.add(ruling.decision.to_json(), succeeded=report.plan_success)

    def observe(self, episode: Episode) -> Observation:
        """Return the turn that follows; new pictures only after a step was charged.

        A picture that cannot be had ends a running episode as invalid; a finished one stays.
        """
        last = self._observation
        try:
            if last is None or episode.step != last.step:
                return self._observe(episode)
        except EyehandError as error:
            episode.end(Ending.INFRASTRUCTURE_ERROR, str(error))
        return observe(episode, last.views if last else ())

    def _act(self, episode: Episode, decision: Decision, on_phase: OnPhase) -> ActionReport:
        on_phase("looking" if decision.kind is DecisionKind.CAMERA else "moving")
        carried = self._carry_out[decision.kind](episode, decision)
        on_phase("judging")
        self._judge_until_rest(episode, carried.end)
        return carried.report

    def _look(self, episode: Episode, decision: Decision) -> Carried:
        assert isinstance(decision, Look)
        request = CameraRequest(action=decision.command, anchor=decision.anchor)
        return self._stack.camera.move(request, episode.state.stamp, self._rig)

    def _move(self, episode: Episode, decision: Decision) -> Carried:
        samples = self._stack.samples
        motion = self._stack.arms.start(decision.motions(), episode.state.stamp, samples.wake)
        while (carried := motion.carried()) is None:
            if not episode.running:
                motion.stop()  # whoever ended the episode may have done so before it had begun
            state = samples.poll(_POLL_S)
            if state is not None and episode.running:
                self._judge(episode, state)
        return carried

    def _arrange(self, episode: Episode, decision: Decision) -> Carried:
        return self._stack.layout.apply(decision.to_json())

    def _judge_until_rest(self, episode: Episode, since: float) -> None:
        """Judge samples up to the first one at rest that is not older than ``since`` [s]."""
        deadline = Deadline(self._timeout)
        while episode.running:
            if episode.state.at_rest and episode.state.stamp >= since - STAMP_TOLERANCE:
                return
            if deadline.expired:
                raise StackError(
                    f"node 'world' did not come to rest within {self._timeout:g} s; "
                    f"waited for a sample at rest of {since:.3f} s or later"
                )
            self._judge(episode, self._stack.samples.next(deadline.remaining))

    def _judge(self, episode: Episode, state: WorldState) -> None:
        episode.witness(state)
        self._on_sample(episode)

    def _observe(self, episode: Episode) -> Observation:
        self._observation = observe(episode, self._views(episode))
        return self._observation

    def _views(self, episode: Episode) -> tuple[View, ...]:
        now, camera = episode.state.stamp, self._stack.camera
        requests = captures(self._condition, episode.task, episode.verdict)
        return tuple(view for request in requests for view in camera.capture(request, now))


def _has_failed(episode: Episode, report: ActionReport | None) -> bool:
    """Tell whether the stack's own failure, not somebody outside, kept an action from counting."""
    return (
        report is not None
        and report.code in INFRASTRUCTURE_CODES
        and episode.ending is Ending.INFRASTRUCTURE_ERROR
    )
