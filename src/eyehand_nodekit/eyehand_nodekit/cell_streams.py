"""Pictures of a cell's cameras as their drivers publish them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from eyehand_core.cells.cell_camera import CellCamera
from eyehand_core.errors import StackError
from rclpy.node import Node
from sensor_msgs.msg import CompressedImage

from eyehand_nodekit import qos, stamps
from eyehand_nodekit.deadline import Deadline
from eyehand_nodekit.image_messages import jpeg_from_message
from eyehand_nodekit.stopping import changes_before


@dataclass(frozen=True, kw_only=True)
class Frame:
    """One encoded picture.

    Attributes:
        jpeg: as the driver encoded it.
        stamp: exposure [ns].
    """

    jpeg: bytes
    stamp: int


class CellStreams:
    """Keeps the newest picture of each camera.

    Args:
        node: node spun in another thread; the subscriptions live on it.
        cameras: whose pictures to keep.
    """

    def __init__(self, node: Node, cameras: Iterable[CellCamera]) -> None:
        self._cameras = {camera.name: camera for camera in cameras}
        self._newest: dict[str, Any] = {}
        self._changed = threading.Condition()
        for camera in self._cameras.values():
            node.create_subscription(
                CompressedImage, camera.topic, self._keeper(camera.name), qos.DRIVER_IMAGES
            )

    def stamps(self) -> Mapping[str, int]:
        """Return the exposure of the newest picture of each camera that was heard [ns]."""
        with self._changed:
            return {name: _stamp(message) for name, message in self._newest.items()}

    def frame(self, camera: str, not_before: int, seconds: float) -> Frame:
        """Return a picture of one camera.

        Args:
            camera: name in the cell file.
            not_before: oldest exposure allowed [ns].
            seconds: deadline [s of wall time].

        Raises:
            StackError: no such picture in time.
        """
        deadline = Deadline(seconds)
        with self._changed:
            while (message := self._newest.get(camera)) is None or _stamp(message) < not_before:
                if not changes_before(deadline, self._changed):
                    had = "none arrived" if message is None else "only older ones arrived"
                    raise StackError(
                        f"camera {camera!r}: no picture on {self._cameras[camera].topic!r} within "
                        f"{seconds:g} s ({had}); is its driver alive?"
                    )
            return Frame(jpeg=jpeg_from_message(message), stamp=_stamp(message))

    def set_after(self, stamp: int, max_skew: int, seconds: float) -> Mapping[str, Frame]:
        """Return the newest picture of each camera once any is newer than ``stamp``.

        Args:
            stamp: newest exposure that is known already [ns].
            max_skew: pictures older than the newest by more than this are left out [ns].
            seconds: deadline [s of wall time].

        Returns:
            Pictures by camera; empty if none came in time.
        """
        deadline = Deadline(seconds)
        with self._changed:
            while not any(_stamp(message) > stamp for message in self._newest.values()):
                if not changes_before(deadline, self._changed):
                    return {}
            newest = max(_stamp(message) for message in self._newest.values())
            return {
                name: Frame(jpeg=jpeg_from_message(message), stamp=_stamp(message))
                for name, message in self._newest.items()
                if newest - _stamp(message) <= max_skew
            }

    def _keeper(self, name: str) -> Callable[[Any], None]:
        def keep(message: Any) -> None:
            with self._changed:
                self._newest[name] = message
                self._changed.notify_all()

        return keep


def _stamp(message: Any) -> int:
    return stamps.to_nanoseconds(message.header.stamp)
