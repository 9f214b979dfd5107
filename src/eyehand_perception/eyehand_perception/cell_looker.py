"""The thread that looks at a cell: newest pictures, arms of the same instant, measured poses."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping

from eyehand_core.cells.cell import CellObject
from eyehand_core.errors import EyehandError, StackError
from eyehand_nodekit.cell_streams import CellStreams, Frame
from eyehand_nodekit.deadline import Deadline
from eyehand_nodekit.stopping import changes_before

from eyehand_perception.arm_log import ArmLog
from eyehand_perception.cell_episode import Look
from eyehand_perception.cell_sight import CellSight

_ARM_WAIT_S = 0.3
_JOIN_S = 3.0
_SHORTEST_PAUSE_S = 0.005


class CellLooker:
    """Looks again and again, and hands over every look.

    Args:
        streams: pictures.
        arms: measured arms.
        sight: measures poses.
        max_skew: pictures used together are no farther apart [ns].
        period: least time from look to look [s of wall time].
        patience: time without a picture that is a fault [s of wall time].
    """

    def __init__(
        self,
        streams: CellStreams,
        arms: ArmLog,
        sight: CellSight,
        *,
        max_skew: int,
        period: float,
        patience: float,
    ) -> None:
        self._streams = streams
        self._arms = arms
        self._sight = sight
        self._max_skew = max_skew
        self._period = period
        self._patience = patience
        self._cast: Mapping[str, CellObject] = {}
        self._newest: Look | None = None
        self._looked = threading.Condition()
        self._last_picture = 0
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self.fault = "no picture yet"

    def start(self, on_look: Callable[[Look, Mapping[str, Frame]], None]) -> None:
        """Begin; ``on_look`` takes each look with its pictures, in the looking thread."""
        self._thread = threading.Thread(
            target=self._run, args=(on_look,), name="looks", daemon=True
        )
        self._thread.start()

    def watch(self, cast: Mapping[str, CellObject]) -> None:
        """Measure these objects from the next look on."""
        with self._looked:
            self._cast = cast
            self._newest = None

    def fresh(self, seconds: float) -> Look:
        """Return a look at pictures that are newer than all that have arrived.

        Raises:
            StackError: there is none in time.
        """
        deadline = Deadline(seconds)
        since = max(self._streams.stamps().values(), default=0)
        with self._looked:
            while (look := self._newest) is None or look.picture_stamp <= since:
                if not changes_before(deadline, self._looked):
                    raise StackError(f"no new look within {seconds:g} s: {self.fault or 'slow'}")
            return look

    def close(self) -> None:
        """Stop looking."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(_JOIN_S)

    def _run(self, on_look: Callable[[Look, Mapping[str, Frame]], None]) -> None:
        while not self._stop.is_set():
            begin = time.monotonic()
            try:
                self._look_once(on_look)
                self.fault = ""
            except EyehandError as error:
                self.fault = str(error)
            rest = self._period - (time.monotonic() - begin)
            self._stop.wait(max(_SHORTEST_PAUSE_S, rest))

    def _look_once(self, on_look: Callable[[Look, Mapping[str, Frame]], None]) -> None:
        frames = self._streams.set_after(self._last_picture, self._max_skew, self._patience)
        if not frames:
            raise StackError(f"no camera has sent a new picture for {self._patience:g} s")
        self._last_picture = max(frame.stamp for frame in frames.values())
        with self._looked:
            cast = self._cast
        views = {
            camera: self._sight.view(
                camera, frame.jpeg, self._arms.at(frame.stamp, _ARM_WAIT_S).end_poses
            )
            for camera, frame in frames.items()
        }
        look = Look(
            arms=self._arms.at(self._last_picture, _ARM_WAIT_S),
            picture_stamp=self._last_picture,
            estimates=self._sight.measure(cast, views),
        )
        with self._looked:
            if cast is not self._cast:
                return  # another task has begun meanwhile
            self._newest = look
            self._looked.notify_all()
        on_look(look, frames)
