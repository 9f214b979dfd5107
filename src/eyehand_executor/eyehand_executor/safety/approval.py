"""A person's word before a motion begins, given with a preview of the motion in view."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from eyehand_core.geometry.pose import Pose
from eyehand_core.geometry.rotation import Array
from eyehand_nodekit.deadline import Deadline

from eyehand_executor.reasons import Reason, Refusal

_POLL_S = 0.02


@dataclass(frozen=True, kw_only=True, eq=False)
class MotionPreview:
    """What is about to happen, in the world frame.

    Attributes:
        text: one line for people.
        paths: places of the end pose by arm [m], shape (k, 3); empty for grippers.
        ends: last end pose by arm.
    """

    text: str
    paths: Mapping[str, Array] = field(default_factory=dict)
    ends: Mapping[str, Pose] = field(default_factory=dict)


Interruption = Callable[[], "Refusal | None"]
"""Tells why there is no point in waiting any longer."""

Approve = Callable[[Callable[[], MotionPreview], Interruption], "Refusal | None"]
"""Returns why a planned motion may not begin, None if it may; the preview is made when asked."""


def approve_all(preview: Callable[[], MotionPreview], interruption: Interruption) -> None:
    """Let every motion begin."""


class PersonalApproval:
    """Shows each motion and waits for a person's word on it.

    Args:
        show: shows a preview, or takes it away (None).
        timeout: how long to wait for the word [s of wall time].
    """

    def __init__(self, show: Callable[[MotionPreview | None], None], timeout: float) -> None:
        self._show = show
        self._timeout = timeout
        self._changed = threading.Condition()
        self._asking = False
        self._answer: bool | None = None

    def answer(self, go: bool) -> bool:
        """Take the word; return whether a motion has been waiting for it."""
        with self._changed:
            waited_for = self._asking and self._answer is None
            if waited_for:
                self._answer = go
                self._changed.notify_all()
            return waited_for

    def __call__(
        self, preview: Callable[[], MotionPreview], interruption: Interruption
    ) -> Refusal | None:
        """Return why the motion may not begin, None once a person has confirmed it."""
        with self._changed:
            self._asking, self._answer = True, None
        self._show(preview())
        try:
            return self._await_word(interruption)
        finally:
            with self._changed:
                self._asking = False
            self._show(None)

    def _await_word(self, interruption: Interruption) -> Refusal | None:
        deadline = Deadline(self._timeout)
        while (stopped := interruption()) is None and not deadline.expired:
            with self._changed:
                if self._answer is None:
                    self._changed.wait(min(_POLL_S, deadline.remaining))
                if self._answer is not None:
                    return None if self._answer else _unconfirmed("a person refused the motion")
        if stopped is not None:
            return stopped
        return _unconfirmed(f"nobody confirmed the motion within {self._timeout:g} s")


def _unconfirmed(message: str) -> Refusal:
    return Refusal(reason=Reason.NOT_CONFIRMED, message=message)
