"""Hand-over of the newest message from a subscription to waiting threads."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from eyehand_core.errors import StackError

from eyehand_nodekit.deadline import Deadline
from eyehand_nodekit.stopping import changes_before

T = TypeVar("T")


class Mailbox(Generic[T]):
    """Keeps the newest item; readers may wait for one that suits them.

    Args:
        what: what the items are, for messages, for example ``"joint_states"``.
    """

    def __init__(self, what: str) -> None:
        self._what = what
        self._item: T | None = None
        self._changed = threading.Condition()

    def put(self, item: T) -> None:
        """Store ``item`` and wake waiting readers."""
        with self._changed:
            self._item = item
            self._changed.notify_all()

    @property
    def newest(self) -> T | None:
        """The newest item, None before the first."""
        with self._changed:
            return self._item

    def wait_for(self, suits: Callable[[T], bool], deadline: Deadline) -> T:
        """Return the newest item once it suits.

        Raises:
            StackError: no such item before the deadline.
        """
        with self._changed:
            while self._item is None or not suits(self._item):
                if not changes_before(deadline, self._changed):
                    had = "nothing arrived" if self._item is None else "only older ones arrived"
                    raise StackError(
                        f"no fitting message on {self._what!r} within {deadline.seconds:g} s "
                        f"({had}); is its publisher alive?"
                    )
            return self._item
