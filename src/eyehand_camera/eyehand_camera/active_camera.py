"""The active camera: one view at a time, moved by named views and bounded increments."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace

from eyehand_core.camera_motion import CameraMove, CameraRequest, is_view, move_camera
from eyehand_core.errors import ConfigError, StackError
from eyehand_core.geometry.pose import Pose
from eyehand_core.geometry.rotation import Array
from eyehand_core.robot import ActiveCamera as CameraSettings
from eyehand_nodekit.deadline import Deadline

from eyehand_camera.back_ends.back_end import CameraBackEnd, Picture

NO_VIEW = "no_view_yet"
NO_PROPRIOCEPTION = "no_proprioception"
CAMERA_UNAVAILABLE = "camera_unavailable"
_STALE_RETRY_S = 0.02
_NOWHERE = Pose.of([0.0, 0.0, 0.0])


@dataclass(frozen=True, kw_only=True, eq=False)
class Shot:
    """One picture and where it was taken from.

    Attributes:
        name: the named view, or the view that the current pose was derived from.
        current: True if it shows the current view.
        pose: optical pose in the world that it was taken from.
        picture: the image.
    """

    name: str
    current: bool
    pose: Pose
    picture: Picture


class ActiveCamera:
    """Keeps the current view and takes pictures.

    Args:
        settings: camera part of the robot file.
        back_end: takes the pictures.
    """

    def __init__(self, settings: CameraSettings, back_end: CameraBackEnd) -> None:
        self._settings = settings
        self._back_end = back_end
        self._view = ""
        self._pose: Pose | None = None

    def move(
        self, request: CameraRequest, grip_centers: Mapping[str, Array], seconds: float
    ) -> CameraMove:
        """Carry out one command; a refused one leaves the camera where it was.

        Args:
            request: the command.
            grip_centers: grip centre per arm in the world [m]; used by views only.
            seconds: deadline [s of wall time].

        Returns:
            What became of it; an accepted one may say how far a real camera stays off.

        Raises:
            StackError: a camera's driver did not answer in time.
        """
        if self._pose is None and not is_view(request.action):
            message = f"{request.action} needs a view to start from; take a named view first"
            return CameraMove(pose=_NOWHERE, code=NO_VIEW, message=message)
        start = _NOWHERE if self._pose is None else self._pose
        move = move_camera(request, start, grip_centers, self._settings.box)
        if not move.accepted:
            return move
        note = self._back_end.approach(move.pose, seconds)
        self._pose = move.pose
        if is_view(request.action):
            self._view = request.action
        return replace(move, message=note)

    def capture(
        self,
        views: tuple[CameraRequest, ...],
        grip_centers: Mapping[str, Array],
        not_before: int,
        seconds: float,
    ) -> tuple[Shot, ...]:
        """Take pictures of named views without moving there, or of the current view.

        Args:
            views: named views; empty for the current one.
            grip_centers: grip centre per arm in the world [m].
            not_before: oldest world state that may be shown [ns].
            seconds: deadline for all pictures [s of wall time].

        Raises:
            ConfigError: a view is unknown, outside the camera box, or there is no current view.
            StackError: no picture new enough in time.
            WorldError: the world cannot make the picture.
        """
        deadline = Deadline(seconds)
        poses = [self._view_pose(view, grip_centers) for view in views] or [self._current_pose()]
        names = [view.action for view in views] or [self._view]
        return tuple(
            self._shot(name, not views, pose, not_before, deadline)
            for name, pose in zip(names, poses, strict=True)
        )

    def _shot(
        self, name: str, current: bool, pose: Pose, not_before: int, deadline: Deadline
    ) -> Shot:
        picture = self._take(pose, not_before, deadline)
        real = pose if picture.pose is None else picture.pose
        return Shot(name=name, current=current, pose=real, picture=picture)

    def _current_pose(self) -> Pose:
        if self._pose is None:
            raise ConfigError("the camera has no view yet; move it to center_high first")
        return self._pose

    def _view_pose(self, view: CameraRequest, grip_centers: Mapping[str, Array]) -> Pose:
        if not is_view(view.action):
            raise ConfigError(f"{view.action!r} is not a named view; only those can be captured")
        move = move_camera(view, _NOWHERE, grip_centers, self._settings.box)
        if not move.accepted:
            raise ConfigError(move.message)
        return move.pose

    def _take(self, pose: Pose, not_before: int, deadline: Deadline) -> Picture:
        while not deadline.expired:
            picture = self._back_end.take(pose, deadline.remaining)
            if picture.stamp >= not_before:
                return picture
            time.sleep(min(_STALE_RETRY_S, deadline.remaining))
        raise StackError(
            f"no picture of world time {not_before * 1e-9:.3f} s or later before the deadline; "
            "is the world running?"
        )
