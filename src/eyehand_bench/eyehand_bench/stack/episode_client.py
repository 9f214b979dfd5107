"""Plays one episode on a running stack: waits for the nodes, sends the goal, closes the record."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from eyehand_core.errors import StackError
from eyehand_nodekit.callers import ActionCaller, RunningGoal, ServiceCaller
from rclpy.node import Node
from std_srvs.srv import Trigger

from eyehand_bench.record.episode_file import EPISODE_FILE
from eyehand_bench.record.episode_plan import ABORT, EpisodePlan, EpisodeVerdict, invalid
from eyehand_bench.stack.progress_report import AGENT_STEP
from eyehand_interfaces.action import Act, MoveArms, MoveCamera, RunEpisode
from eyehand_interfaces.msg import EpisodeState
from eyehand_interfaces.srv import ApplyLayout, Capture, EndEpisode, ResetWorld, StartEpisode
from eyehand_nodekit import qos

_POLL_S = 0.1
_CALL_S = 10.0
_FINISH_S = 30.0
_CANCEL_S = 5.0
_INTERRUPTED_S = 5.0
"""How long the decision that an abort interrupts may take to be recorded."""

_MATCH_S = 0.3
"""Publishers need a moment to find the recorder after it has found them."""


class EpisodeStoppedError(Exception):
    """Somebody asked this process to end."""


class EpisodeAbortedError(EpisodeStoppedError):
    """Somebody asked to end the episode, with every node still alive."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Wishes:
    """What somebody outside wants.

    Attributes:
        stop: end at once.
        abort: end the episode as aborted and close its record.
    """

    stop: threading.Event = field(default_factory=threading.Event)
    abort: threading.Event = field(default_factory=threading.Event)


class EpisodeClient:
    """One episode.

    Args:
        node: node that another thread spins.
        plan: what to play.
        record: folder of the record; None to play without one.
        report: takes an event name and its facts.
        wishes: looked at all the time.
    """

    def __init__(
        self,
        node: Node,
        plan: EpisodePlan,
        record: Path | None,
        report: Callable[..., None],
        wishes: Wishes,
    ) -> None:
        self._plan = plan
        self._record = record
        self._report = report
        self._wishes = wishes
        self._run = ActionCaller(node, RunEpisode, "run_episode", "agent")
        self._record_ready = ServiceCaller(node, Trigger, "record_ready", "recorder")
        self._finish_record = ServiceCaller(node, Trigger, "finish_record", "recorder")
        self._end_episode = ServiceCaller(node, EndEpisode, "end_episode", "monitor")
        self._state: EpisodeState | None = None
        node.create_subscription(EpisodeState, "episode", self._take_state, qos.LATCHED)
        self._nodes = _awaited(node, plan.world)
        self._progress = time.monotonic()

    def play(self, start_seconds: float, step_seconds: float) -> EpisodeVerdict:
        """Play the episode and close the record.

        Args:
            start_seconds: longest wait for all nodes.
            step_seconds: longest time without any progress of the agent.

        Raises:
            EpisodeStoppedError: this process was asked to end.
        """
        try:
            self._wait_for_nodes(start_seconds)
            self._report("playing")
            verdict = self._result(self._send(), step_seconds)
            self._close_record()
        except StackError as error:
            return invalid(str(error))
        return verdict

    def _wait_for_nodes(self, seconds: float) -> None:
        deadline = time.monotonic() + seconds
        missing = dict(self._nodes)
        missing["agent"] = self._run.ready
        if self._record is not None:
            missing["recorder"] = self._recorder_ready
        while missing:
            for name in [name for name, ready in missing.items() if ready()]:
                del missing[name]
                self._report("ready", node=name)
            if missing:
                self._pause(deadline, f"{', '.join(missing)}", seconds)
        if self._record is not None:
            time.sleep(_MATCH_S)

    def _recorder_ready(self) -> bool:
        if not self._record_ready.ready():
            return False
        return bool(self._record_ready.call(Trigger.Request(), _CALL_S).success)

    def _send(self) -> RunningGoal:
        plan = self._plan
        goal = RunEpisode.Goal(task=plan.task, seed=plan.seed, condition=plan.condition)
        running = self._run.send(goal, _CALL_S, on_feedback=self._take_feedback)
        if running is None:
            raise StackError("the agent refused the episode; see its log")
        return running

    def _take_feedback(self, feedback: Any) -> None:
        self._progress = time.monotonic()
        self._report(
            "step",
            step=int(feedback.step),
            budget=int(feedback.budget),
            decision=str(feedback.decision),
            result=str(feedback.result),
        )

    def _take_state(self, state: EpisodeState) -> None:
        self._state = state

    def _result(self, goal: RunningGoal, step_seconds: float) -> EpisodeVerdict:
        self._progress = time.monotonic()
        while not goal.done:
            try:
                self._pause(self._progress + step_seconds, AGENT_STEP, step_seconds)
            except StackError:
                goal.cancel(_CANCEL_S)
                raise
            except EpisodeAbortedError:
                return self._abort(goal)
        result = goal.wait(_CALL_S).result
        return EpisodeVerdict(
            outcome=result.outcome,
            ending=result.ending,
            reason=result.reason,
            episode_id=result.episode_id,
            steps=int(result.steps),
            budget=int(result.budget),
            digest=result.digest,
        )

    def _abort(self, goal: RunningGoal) -> EpisodeVerdict:
        """End the episode at the referee, so that no further decision is carried out."""
        reason = "stopped by the user"
        if self._state is not None and self._state.phase == EpisodeState.RUNNING:
            self._end_episode.call(
                EndEpisode.Request(episode_id=self._state.episode_id, ending=ABORT, reason=reason),
                _CALL_S,
            )
        self._report("aborted")
        goal.cancel(_CANCEL_S)
        with suppress(StackError):  # a model may think on; its episode is over
            goal.wait(_INTERRUPTED_S)
        final = self._state
        if final is None or final.phase != EpisodeState.ENDED:
            return invalid(reason, ABORT)
        return EpisodeVerdict(outcome=final.outcome, ending=final.ending, reason=final.reason)

    def _close_record(self) -> None:
        if self._record is None:
            return
        self._report("waiting", what="the recorder to finish")
        response = self._finish_record.call(Trigger.Request(), _FINISH_S)
        if not response.success:
            raise StackError(f"the recorder could not finish: {response.message}")

    def _pause(self, deadline: float, what: str, seconds: float) -> None:
        """Let a little time pass; show that this process lives; enforce stop and deadline."""
        if self._wishes.stop.wait(_POLL_S):
            raise EpisodeStoppedError
        if self._wishes.abort.is_set():
            raise EpisodeAbortedError
        if time.monotonic() > deadline:
            raise StackError(f"waited {seconds:g} s for {what}; see the launch log")
        self._report("waiting", what=what)
        if self._record is not None:
            os.utime(self._record / EPISODE_FILE)


def _awaited(node: Node, world: str) -> Mapping[str, Callable[[], bool]]:
    """Return, by node name, whether the node serves what the episode needs of it."""
    start = ServiceCaller(node, StartEpisode, "start_episode", "monitor")
    act = ActionCaller(node, Act, "act", "monitor")
    reset = ServiceCaller(node, ResetWorld, "reset_world", "world")
    ready = {"world": reset.ready, "monitor": lambda: start.ready() and act.ready()}
    if world == "layout":
        apply = ServiceCaller(node, ApplyLayout, "apply_layout", "world")
        return {**ready, "world": lambda: reset.ready() and apply.ready()}
    arms = ActionCaller(node, MoveArms, "move_arms", "executor")
    capture = ServiceCaller(node, Capture, "capture", "camera")
    look = ActionCaller(node, MoveCamera, "move_camera", "camera")
    return {**ready, "executor": arms.ready, "camera": lambda: capture.ready() and look.ready()}
