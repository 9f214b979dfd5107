"""Waiting until arms have come to rest, in worlds that pause and in worlds that go on."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile

from eyehand_nodekit.deadline import Deadline
from eyehand_nodekit.stamps import NANOSECONDS

from eyehand_executor.reasons import Reason, Refusal
from eyehand_executor.robot_samples import RobotSample, SampleLog, Stillness

_POLL_S = 0.01
"""Longest time until rest is noticed."""
_UNREST_NS = 3 * NANOSECONDS // 2
"""World time after a motion in which arms come to rest [ns]; a lock-stepped world goes on for 2 s
if they do not."""
_REST_NS = NANOSECONDS // 10
"""World time without motion after which nothing starts to move any more [ns]; a lock-stepped world
goes on for 0.16 s."""


class RestWatch:
    """Looks for the sample that shows arms at rest.

    Args:
        samples: measured joint states.
        stillness: speeds that count as still.
        lock_step: the world stands still between motions and then sends no joint states.
        begun_ns: a world that falls silent after this stamp has paused with the motion ended [ns].
    """

    def __init__(
        self, samples: SampleLog, stillness: Stillness, *, lock_step: bool, begun_ns: int
    ) -> None:
        self._samples = samples
        self._stillness = stillness
        self._lock_step = lock_step
        self._begun_ns = begun_ns

    def wait_end(self, planned_ns: int, deadline: Deadline) -> RobotSample | Refusal:
        """Return the sample that shows where a planned motion has ended; its goals must have ended.

        Args:
            planned_ns: when it comes to rest if it began with the newest sample then [ns], as it
                does in a lock-stepped world; elsewhere it began later, and rest is waited for.
            deadline: wall time, after which stillness is unknown.
        """
        wait = self.wait_still if self._lock_step else self.wait_rest
        return wait(planned_ns, deadline)

    def wait_still(self, after_ns: int, deadline: Deadline) -> RobotSample | Refusal:
        """Return the first sample from ``after_ns`` on in which nothing moves.

        Args:
            after_ns: least stamp [ns]; a lock-stepped world goes on for longer.
            deadline: wall time, after which stillness is unknown.
        """
        moving = self._stillness.moving_arm
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
        first_ns = since_ns if self._lock_step else ended_ns
        return self._wait(lambda: self._rest(first_ns, trust_silence), ended_ns, deadline)

    def _rest(self, since_ns: int, trust_silence: bool) -> RobotSample | None:
        moving = self._stillness.moving_arm
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
                arm = self._stillness.moving_arm(newest)
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
        if newest is None or not self._lock_step or newest.stamp_ns <= self._begun_ns:
            return None
        return newest if newest.is_last_of_motion else None


def _not_still(arm: str) -> Refusal:
    return Refusal(
        reason=Reason.NOT_STILL,
        message=f"arm {arm!r} still moves {_UNREST_NS / NANOSECONDS:g} s after the motion",
        blocking=(arm,),
    )
