"""What follows every stop: cancel whatever runs, then verify that the robot is still."""

from __future__ import annotations

import time
from collections.abc import Callable

from eyehand_nodekit.deadline import Deadline

from eyehand_executor.controller_port import ControllerPort
from eyehand_executor.execution import ExecutionSettings
from eyehand_executor.reasons import Reason, Refusal
from eyehand_executor.rest_watch import RestWatch
from eyehand_executor.robot_samples import SampleLog
from eyehand_executor.safety.guard import Guard

_POLL_S = 0.02


class StopSequence:
    """Brings the robot to a verified rest after the guard has stopped it.

    Args:
        guard: told what was found.
        port: the controllers.
        samples: measured joint states.
        settings: deadlines.
        busy: tells whether a request is still being brought to its end.
    """

    def __init__(
        self,
        guard: Guard,
        port: ControllerPort,
        samples: SampleLog,
        settings: ExecutionSettings,
        busy: Callable[[], bool],
    ) -> None:
        self._guard = guard
        self._port = port
        self._samples = samples
        self._settings = settings
        self._busy = busy

    def run(self, cause: Refusal) -> None:
        """Cancel the goals of all controllers, also those of others, and wait for rest."""
        newest = self._samples.newest
        since_ns = 0 if newest is None else newest.stamp_ns
        self._port.cancel_all()
        deadline = Deadline(self._settings.settle_timeout)
        while self._busy() and not deadline.expired:
            time.sleep(_POLL_S)
        watch = RestWatch(
            self._samples,
            self._settings.stillness,
            lock_step=self._settings.lock_step,
            begun_ns=-1,
        )
        lost = cause.reason is Reason.JOINT_STATES_LOST
        rest = watch.wait_rest(
            since_ns, Deadline(self._settings.settle_timeout), trust_silence=not lost
        )
        if isinstance(rest, Refusal):
            self._guard.note_rest(rest)
        else:
            self._guard.note_rest(f"still at {rest.stamp_ns * 1e-9:.3f} s")
