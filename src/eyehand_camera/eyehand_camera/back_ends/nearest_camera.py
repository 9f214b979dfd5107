"""Back end of a cell whose cameras do not move on command: the nearest one to the view is used."""

from __future__ import annotations

from eyehand_core.cells.cell_camera import CellCamera
from eyehand_core.errors import ConfigError
from eyehand_core.geometry.pose import Pose

from eyehand_camera.back_ends.back_end import BACK_ENDS, BackEndRequest, Picture
from eyehand_camera.view_offset import ViewOffset


@BACK_ENDS.register("nearest_camera")
class NearestCamera:
    """Chooses among the cameras that stand in the world or ride on an arm.

    Args:
        request: node for the subscriptions, cell and arms.

    Raises:
        ConfigError: no cell, none of its cameras is of use, or one is not calibrated.
    """

    def __init__(self, request: BackEndRequest) -> None:
        from eyehand_nodekit.cell_streams import CellStreams

        cell = request.physical_cell
        self._cameras = [camera for camera in cell.cameras.values() if camera.stands_still]
        if not self._cameras:
            raise ConfigError(
                f"cell {cell.name!r} has no camera with mount fixed or arm; "
                "use another camera back end or add one"
            )
        for camera in self._cameras:
            camera.measured  # noqa: B018 - refuses an uncalibrated camera at the start
        self._end_poses = request.end_poses
        self._streams = CellStreams(request.node, self._cameras)

    def approach(self, optical_pose: Pose, seconds: float) -> str:
        """Return which camera is nearest and how far off it is."""
        camera, pose = self._nearest(optical_pose)
        return ViewOffset.between(optical_pose, pose).sentence(camera.name)

    def take(self, optical_pose: Pose, seconds: float) -> Picture:
        """Return the next picture of the nearest camera."""
        camera, pose = self._nearest(optical_pose)
        newest = self._streams.stamps().get(camera.name, -1)
        frame = self._streams.frame(camera.name, newest + 1, seconds)
        return Picture(jpeg=frame.jpeg, stamp=frame.stamp, pose=pose, lens=camera.measured.lens)

    def _nearest(self, optical_pose: Pose) -> tuple[CellCamera, Pose]:
        end_poses = self._end_poses()
        there = [camera for camera in self._cameras if camera.mount.arm in ("", *end_poses)]
        if not there:
            raise ConfigError("all cameras ride on arms that are not heard; start their driver")
        posed = [(camera, camera.optical_pose(end_poses)) for camera in there]
        return min(posed, key=lambda item: ViewOffset.between(optical_pose, item[1]).cost)
