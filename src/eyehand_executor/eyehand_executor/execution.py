"""Watching controller goals: any failure stops all of them, and stopping is verified."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from eyehand_core.errors import StackError
from eyehand_nodekit.deadline import Deadline

from eyehand_executor.controller_port import ControllerGoal
from eyehand_executor.reasons import Reason, Refusal
from eyehand_executor.rest_watch import RestWatch
from eyehand_executor.robot_samples import SampleLog, Stillness

_POLL_S = 0.01
"""Longest time until a cancel request or the end of a goal is noticed."""
TOGETHER_S = 0.4
"""Wall time within which goals reach a lock-stepped world together: it waits longer for the second
of two, so that what has happened in it by the time the answer is here tells nothing."""


@dataclass(frozen=True, kw_only=True)
class ExecutionSettings:
    """Deadlines of an execution.

    Attributes:
        stillness: speeds that count as still.
        lock_step: the world stands still between motions and then sends no joint states.
        wall_timeout: longest wall time of one motion [s].
        silence_timeout: longest wall time without joint states during a motion [s].
        settle_timeout: longest wall time until the arms are still after a motion or a stop [s].
    """

    stillness: Stillness
    lock_step: bool = True
    wall_timeout: float = 120.0
    silence_timeout: float = 5.0
    settle_timeout: float = 15.0


class Execution:
    """Supervises one motion.

    Args:
        samples: measured joint states.
        settings: deadlines.
        cancel_requested: tells whether the caller wants to stop.
        hazard: tells why the robot must not move, None if it may; told whether it moves.

    Attributes:
        watch: waits for the end of the motion, which begins no earlier than now.
    """

    def __init__(
        self,
        samples: SampleLog,
        settings: ExecutionSettings,
        cancel_requested: Callable[[], bool],
        hazard: Callable[[bool], Refusal | None] = lambda moving: None,
    ) -> None:
        self._samples = samples
        self._settings = settings
        self._cancel_requested = cancel_requested
        self._hazard = hazard
        self._moving = False
        newest = samples.newest
        begun_ns = 0 if newest is None else newest.stamp_ns
        self.watch = RestWatch(
            samples, settings.stillness, lock_step=settings.lock_step, begun_ns=begun_ns
        )

    def send(
        self, senders: Iterable[Callable[[], ControllerGoal | None]], before_ns: int
    ) -> list[ControllerGoal] | Refusal:
        """Send goals one after the other; if one is not accepted, stop those that were.

        Args:
            senders: each sends one goal.
            before_ns: world time by which all must have been accepted to start together [ns].
        """
        hazard = self._hazard(self._moving)
        if hazard is not None:
            return hazard
        self._moving = True
        begin = time.monotonic()
        goals: list[ControllerGoal] = []
        late = None
        for send in senders:
            goal = _accepted(send)
            if goals:
                late = self._late(time.monotonic() - begin, before_ns)
            if isinstance(goal, Refusal):
                refusal = late or goal
                return self.stop(goals, refusal) if goals else refusal
            goals.append(goal)
        return goals if late is None else self.stop(goals, late)

    def _late(self, seconds: float, before_ns: int) -> Refusal | None:
        """Return that a partner's goal came after the world had gone on with the first.

        A controller may refuse such a goal, as its beginning lies in the past.
        """
        newest = self._samples.newest
        passed = newest is not None and newest.stamp_ns >= before_ns
        if not self._settings.lock_step or seconds < TOGETHER_S or not passed:
            return None
        return Refusal(
            reason=Reason.PARTNER_LATE,
            message=(
                f"it took {seconds:.2f} s to send goals that start together; "
                "the world had gone on with the first"
            ),
        )

    def supervise(self, goals: Sequence[ControllerGoal], deadline_ns: int) -> Refusal | None:
        """Wait until all goals have succeeded; on any failure stop all and return the cause.

        Args:
            goals: accepted goals.
            deadline_ns: latest world time at which the motion may go on [ns].
        """
        begin = time.monotonic()
        while True:
            outcomes = [goal.outcome() for goal in goals]
            for goal, outcome in zip(goals, outcomes, strict=True):
                if outcome is not None and not outcome.succeeded:
                    return self.stop(
                        goals,
                        Refusal(
                            reason=Reason.CONTROLLER_ABORTED,
                            message=f"controller {goal.controller} gave up: {outcome.message}",
                            blocking=(goal.controller,),
                        ),
                    )
            if all(outcome is not None for outcome in outcomes):
                return None
            trouble = self._trouble(begin, deadline_ns)
            if trouble is not None:
                return self.stop(goals, trouble)
            self._samples.wait(_POLL_S)

    def interruption(self) -> Refusal | None:
        """Return the hazard or the caller's wish that ends the motion now, None if none does."""
        hazard = self._hazard(self._moving)
        if hazard is None and self._cancel_requested():
            return Refusal(reason=Reason.CANCELED, message="the caller cancelled the command")
        return hazard

    def stop(self, goals: Sequence[ControllerGoal], cause: Refusal) -> Refusal:
        """Cancel all goals and verify that the arms are still.

        Returns:
            The cause; its message also tells if the arms are not known to be still.
        """
        deadline = Deadline(self._settings.settle_timeout)
        notes = [cause.message]
        for goal in goals:
            if goal.outcome() is None:
                try:
                    goal.cancel()
                except StackError as error:
                    notes.append(str(error))
        while any(goal.outcome() is None for goal in goals) and not deadline.expired:
            self._samples.wait(_POLL_S)
        newest = self._samples.newest
        after_ns = 0 if newest is None else newest.stamp_ns + 1
        lost = cause.reason is Reason.JOINT_STATES_LOST
        rest = self.watch.wait_rest(after_ns, deadline, trust_silence=not lost)
        if isinstance(rest, Refusal):
            notes.append(rest.message)
        return replace(cause, message="; then ".join(notes))

    def _trouble(self, begin: float, deadline_ns: int) -> Refusal | None:
        now = time.monotonic()
        newest = self._samples.newest
        interruption = self.interruption()
        if interruption is not None:
            return interruption
        if newest is not None and newest.stamp_ns > deadline_ns:
            late = (newest.stamp_ns - deadline_ns) * 1e-9
            return Refusal(
                reason=Reason.EXECUTION_TIMEOUT,
                message=f"the motion is {late:.2f} s past its deadline in world time",
            )
        if now - begin > self._settings.wall_timeout:
            return Refusal(
                reason=Reason.WALL_TIMEOUT,
                message=f"the motion took more than {self._settings.wall_timeout:g} s of wall time",
            )
        heard = begin if newest is None else max(begin, newest.received)
        if now - heard > self._settings.silence_timeout:
            return Refusal(
                reason=Reason.JOINT_STATES_LOST,
                message=f"no joint states for {self._settings.silence_timeout:g} s during a motion",
            )
        return None


def _accepted(send: Callable[[], ControllerGoal | None]) -> ControllerGoal | Refusal:
    try:
        goal = send()
    except StackError as error:
        return Refusal(reason=Reason.CONTROLLER_UNAVAILABLE, message=str(error))
    if goal is not None:
        return goal
    return Refusal(
        reason=Reason.CONTROLLER_REJECTED,
        message="a controller rejected its goal; the controller's log says why",
    )
