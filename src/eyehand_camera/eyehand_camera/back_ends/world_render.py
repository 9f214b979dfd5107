"""Back end of simulated worlds: they render a pinhole camera at any pose on request."""

from __future__ import annotations

from eyehand_core.errors import WorldError
from eyehand_core.geometry.pose import Pose

from eyehand_camera.back_ends.back_end import BACK_ENDS, BackEndRequest, Picture


@BACK_ENDS.register("world_render")
class WorldRender:
    """Asks the service ``render_view`` of the world.

    Args:
        request: node for the client; image size, field of view and quality.
    """

    def __init__(self, request: BackEndRequest) -> None:
        from eyehand_nodekit.callers import ServiceCaller

        from eyehand_interfaces.srv import RenderView

        self._request = RenderView.Request
        self._caller = ServiceCaller(request.node, RenderView, "render_view", "world")
        self._settings = request.settings

    def approach(self, optical_pose: Pose, seconds: float) -> str:
        """Return nothing: the world renders any pose."""
        return ""

    def take(self, optical_pose: Pose, seconds: float) -> Picture:
        """Return the world as it is now, seen from ``optical_pose``."""
        from eyehand_nodekit.image_messages import jpeg_from_message
        from eyehand_nodekit.stamps import to_nanoseconds
        from eyehand_nodekit.state_messages import pose_to_message

        response = self._caller.call(
            self._request(
                optical_pose=pose_to_message(optical_pose),
                width=self._settings.width,
                height=self._settings.height,
                vertical_fov=self._settings.vertical_fov,
                jpeg_quality=self._settings.jpeg_quality,
            ),
            seconds,
        )
        if not response.ok:
            raise WorldError(f"the world could not render the view: {response.error}")
        return Picture(
            jpeg=jpeg_from_message(response.image),
            stamp=to_nanoseconds(response.image.header.stamp),
        )
