"""Pictures with their geometry as topics."""

from __future__ import annotations

from typing import Any

from eyehand_core.geometry.camera_model import CameraModel
from eyehand_core.geometry.lens import Lens
from eyehand_core.robot import ActiveCamera as CameraSettings
from eyehand_core.views import ACTIVE_CAMERA_FRAME
from eyehand_nodekit.image_messages import jpeg_to_message
from eyehand_nodekit.state_messages import pose_to_message, vector_to_message
from geometry_msgs.msg import TransformStamped
from sensor_msgs.msg import CameraInfo, CompressedImage
from tf2_msgs.msg import TFMessage

from eyehand_camera.active_camera import Shot
from eyehand_camera.lens_messages import lens_to_message
from eyehand_nodekit import qos, stamps

_WORLD = "world"


class ShotPublisher:
    """Publishes each picture, its lens, and where it was taken from.

    Args:
        node: the camera's node.
        settings: camera part of the robot file.
    """

    def __init__(self, node: Any, settings: CameraSettings) -> None:
        self._lens = Lens.ideal(
            CameraModel(
                width=settings.width, height=settings.height, vertical_fov=settings.vertical_fov
            )
        )
        images = "active_camera/image/compressed"
        self._images = node.create_publisher(CompressedImage, images, qos.IMAGES)
        self._infos = node.create_publisher(CameraInfo, "active_camera/camera_info", qos.IMAGES)
        self._frames = node.create_publisher(TFMessage, "tf", qos.EVENTS)

    def publish(self, shot: Shot) -> tuple[CompressedImage, CameraInfo]:
        """Publish one picture; return its messages."""
        frame = ACTIVE_CAMERA_FRAME if shot.current else f"{shot.name}_optical_frame"
        stamp = stamps.from_nanoseconds(shot.picture.stamp)
        image = jpeg_to_message(shot.picture.jpeg, stamp, frame)
        info = lens_to_message(shot.picture.lens or self._lens)
        info.header = image.header
        transform = TransformStamped(child_frame_id=image.header.frame_id)
        transform.header.stamp = image.header.stamp
        transform.header.frame_id = _WORLD
        transform.transform.translation = vector_to_message(shot.pose.position)
        transform.transform.rotation = pose_to_message(shot.pose).orientation
        self._frames.publish(TFMessage(transforms=[transform]))
        self._infos.publish(info)
        self._images.publish(image)
        return image, info
