"""Watching controller goals: any failure stops all of them, and stopping is verified."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from eyehand_core.errors import StackError
from eyehand_nodekit.deadline import Deadline
from eyehand_nodekit.stamps import NANOSECONDS

from eyehand_executor.controller_port import ControllerGoal
from eyehand_executor.reasons import Reason, Refusal
from eyehand_executor.robot_samples import RobotSample, SampleLog, Stillness

_POLL_S = 0.01
"""Longest time until a cancel request or the end of a goal is noticed."""
_UNREST_NS = 3 * NANOSECONDS // 2
"""World time after a motion in which arms come to rest [ns]; a lock-stepped world goes on for 2 s
if they do not."""
_REST_NS = NANOSECONDS // 10
"""World time without motion after which nothing starts to move any more [ns]; a lock-stepped world
goes on for 0.16 s."""
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
        begun_ns: a world that falls silent after this stamp has paused with the motion ended [ns];
            by default the newest stamp there is now, as the motion begins no earlier.
    """

    def __init__(
        self,
        samples: SampleLog,
        settings: ExecutionSettings,
        cancel_requested: Callable[[], bool],
        hazard: Callable[[bool], Refusal | None] = lambda moving: None,
        *,
        begun_ns: int | None = None,
    ) -> None:
        self._samples = samples
        self._settings = settings
        self._cancel_requested = cancel_requested
        self._hazard = hazard
        self._moving = False
        newest = samples.newest
        now_ns = 0 if newest is None else newest.stamp_ns
        self._begun_ns = now_ns if begun_ns is None else begun_ns

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
        rest = self.wait_rest(after_ns, deadline, trust_silence=not lost)
        if isinstance(rest, Refusal):
            notes.append(rest.message)
        return replace(cause, message="; then ".join(notes))

    def wait_end(self, planned_ns: int, deadline: Deadline) -> RobotSample | Refusal:
        """Return the sample that shows where a planned motion has ended; its goals must have ended.

        Args:
            planned_ns: when it comes to rest if it began with the newest sample then [ns], as it
                does in a lock-stepped world; elsewhere it began later, and rest is waited for.
            deadline: wall time, after which stillness is unknown.
        """
        wait = self.wait_still if self._settings.lock_step else self.wait_rest
        return wait(planned_ns, deadline)

    def wait_still(self, after_ns: int, deadline: Deadline) -> RobotSample | Refusal:
        """Return the first sample from ``after_ns`` on in which nothing moves.

        Args:
            after_ns: least stamp [ns]; a lock-stepped world goes on for longer.
            deadline: wall time, after which stillness is unknown.
        """
        moving = self._settings.stillness.moving_arm
        return self._wait(
            lambda: next((s for s in self._samples.since(after_ns) if moving(s) is None), None),
            after_ns,
            deadline,
        )

    def wait_rest(
        self, since_ns: int, deadline: Deadline, *, trust_silence: bool = True
    ) -> RobotSample | Refusal:
        """Return the first sample after the last in which something moved.

        Goals must have ended. It is the last once nothing has moved for 0.1 s of world time.

        Args:
            since_ns: least stamp [ns].
            deadline: wall time, after which stillness is unknown.
            trust_silence: or once a lock-stepped world has paused.
        """
        newest = self._samples.newest
        ended_ns = since_ns if newest is None else max(since_ns, newest.stamp_ns)
        # Without lock step the samples there are may all be older than the motion.
        first_ns = since_ns if self._settings.lock_step else ended_ns
        return self._wait(lambda: self._rest(first_ns, trust_silence), ended_ns, deadline)

    def _rest(self, since_ns: int, trust_silence: bool) -> RobotSample | None:
        moving = self._settings.stillness.moving_arm
        samples = self._samples.since(since_ns)
        still = list(takewhile(lambda sample: moving(sample) is None, reversed(samples)))
        if still and still[0].stamp_ns - still[-1].stamp_ns >= _REST_NS:
            return still[-1]
        last = self._last_of_motion() if trust_silence else None
        if last is None or moving(last) is not None:
            return None
        return still[-1] if still else last

    def _wait(
        self, find: Callable[[], RobotSample | None], ended_ns: int, deadline: Deadline
    ) -> RobotSample | Refusal:
        while True:
            found = find()
            if found is not None:
                return found
            newest = self._samples.newest
            if newest is not None and newest.stamp_ns - ended_ns > _UNREST_NS:
                arm = self._settings.stillness.moving_arm(newest)
                if arm is not None:
                    return _not_still(arm)
            if deadline.expired:
                return Refusal(
                    reason=Reason.STILLNESS_UNKNOWN,
                    message=f"no joint states showed arms at rest in {deadline.seconds:g} s",
                )
            self._samples.wait(min(_POLL_S, deadline.remaining))

    def _last_of_motion(self) -> RobotSample | None:
        newest = self._samples.newest
        if newest is None or not self._settings.lock_step or newest.stamp_ns <= self._begun_ns:
            return None
        return newest if newest.is_last_of_motion else None

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


def _not_still(arm: str) -> Refusal:
    return Refusal(
        reason=Reason.NOT_STILL,
        message=f"arm {arm!r} still moves {_UNREST_NS / NANOSECONDS:g} s after the motion",
        blocking=(arm,),
    )
