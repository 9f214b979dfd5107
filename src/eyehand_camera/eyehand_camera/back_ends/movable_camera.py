"""Back end of a camera that a driver of its own brings to any pose: a gantry, or a spare arm.

The driver takes optical poses in the world on ``<mover>/target`` and tells on ``<mover>/pose``
where the camera is; both are geometry_msgs/PoseStamped.
"""

from __future__ import annotations

import math
from typing import Any

from eyehand_core.errors import ConfigError
from eyehand_core.geometry.pose import Pose

from eyehand_camera.back_ends.back_end import BACK_ENDS, BackEndRequest, Picture
from eyehand_camera.view_offset import ViewOffset

ARRIVED = ViewOffset(distance=0.005, angle=math.radians(1.0))
"""An offset below both of these counts as arrival."""


@BACK_ENDS.register("movable_camera")
class MovableCamera:
    """Sends the one movable camera of a cell.

    Args:
        request: node for topics, and cell.

    Raises:
        ConfigError: the cell has not exactly one movable camera, or it is not calibrated.
    """

    def __init__(self, request: BackEndRequest) -> None:
        from eyehand_nodekit.cell_streams import CellStreams
        from eyehand_nodekit.mailbox import Mailbox
        from geometry_msgs.msg import PoseStamped

        from eyehand_nodekit import qos

        cell = request.physical_cell
        movable = [camera for camera in cell.cameras.values() if camera.mount.mover]
        if len(movable) != 1:
            raise ConfigError(
                f"cell {cell.name!r} has {len(movable)} cameras with mount movable; one is needed"
            )
        (self._camera,) = movable
        self._lens = self._camera.measured.lens
        mover = self._camera.mount.mover
        self._poses: Mailbox[Any] = Mailbox(f"{mover}/pose")
        request.node.create_subscription(PoseStamped, f"{mover}/pose", self._poses.put, qos.EVENTS)
        self._targets = request.node.create_publisher(PoseStamped, f"{mover}/target", qos.LATCHED)
        self._streams = CellStreams(request.node, movable)

    def approach(self, optical_pose: Pose, seconds: float) -> str:
        """Send the camera to a pose and wait until it is there; return how far off it stays."""
        from eyehand_nodekit.deadline import Deadline
        from eyehand_nodekit.state_messages import pose_to_message
        from geometry_msgs.msg import PoseStamped

        target = PoseStamped(pose=pose_to_message(optical_pose))
        target.header.frame_id = "world"
        self._targets.publish(target)
        there = self._poses.wait_for(
            lambda message: _arrived(optical_pose, _pose(message)), Deadline(seconds)
        )
        return ViewOffset.between(optical_pose, _pose(there)).sentence(self._camera.name)

    def take(self, optical_pose: Pose, seconds: float) -> Picture:
        """Go there and return a picture exposed after the arrival."""
        from eyehand_nodekit.deadline import Deadline
        from eyehand_nodekit.stamps import to_nanoseconds

        deadline = Deadline(seconds)
        self.approach(optical_pose, deadline.remaining)
        there = self._poses.wait_for(
            lambda message: _arrived(optical_pose, _pose(message)), deadline
        )
        arrival = to_nanoseconds(there.header.stamp)
        frame = self._streams.frame(self._camera.name, arrival, deadline.remaining)
        return Picture(jpeg=frame.jpeg, stamp=frame.stamp, pose=_pose(there), lens=self._lens)


def _pose(message: Any) -> Pose:
    from eyehand_nodekit.state_messages import pose_from_message

    return pose_from_message(message.pose)


def _arrived(asked: Pose, real: Pose) -> bool:
    offset = ViewOffset.between(asked, real)
    return offset.distance < ARRIVED.distance and offset.angle < ARRIVED.angle
