"""The arms of the last seconds, to find how they stood when a picture was taken."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass

from eyehand_core.errors import StackError
from eyehand_core.geometry.pose import Pose
from eyehand_core.world_state import ArmState
from eyehand_nodekit.deadline import Deadline
from eyehand_nodekit.stopping import changes_before

_KEPT_NS = 5_000_000_000


@dataclass(frozen=True, kw_only=True, eq=False)
class ArmSample:
    """Measured arms at one instant.

    Attributes:
        stamp: world time [ns].
        arms: by name.
    """

    stamp: int
    arms: Mapping[str, ArmState]

    @property
    def end_poses(self) -> dict[str, Pose]:
        """End pose per arm in the world."""
        return {name: arm.end_pose for name, arm in self.arms.items()}


class ArmLog:
    """Keeps samples in order of time; used from several threads."""

    def __init__(self) -> None:
        self._samples: deque[ArmSample] = deque()
        self._changed = threading.Condition()

    def put(self, sample: ArmSample) -> None:
        """Take the next sample."""
        with self._changed:
            if self._samples and sample.stamp < self._samples[-1].stamp:
                self._samples.clear()  # the world's clock was set back
            self._samples.append(sample)
            while sample.stamp - self._samples[0].stamp > _KEPT_NS:
                self._samples.popleft()
            self._changed.notify_all()

    @property
    def newest(self) -> ArmSample | None:
        """The newest sample; None before the first."""
        with self._changed:
            return self._samples[-1] if self._samples else None

    def at(self, stamp: int, seconds: float) -> ArmSample:
        """Return the sample nearest to ``stamp`` [ns] once one that is not older has arrived.

        Args:
            stamp: world time [ns].
            seconds: longest wait for it [s of wall time]; then the newest serves.

        Raises:
            StackError: there is no sample at all.
        """
        deadline = Deadline(seconds)
        with self._changed:
            while not self._samples or self._samples[-1].stamp < stamp:
                if not changes_before(deadline, self._changed):
                    break
            if not self._samples:
                raise StackError("no message on 'arms'; are the robot's driver and 'executor' up?")
            return min(self._samples, key=lambda sample: abs(sample.stamp - stamp))
