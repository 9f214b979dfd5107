"""The active camera: one view at a time, moved by named views and bounded increments."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from eyehand_core.camera_motion import CameraMove, CameraRequest, is_view, move_camera
from eyehand_core.camera_rig import BLOCKED, OUT_OF_REACH, CameraRig
from eyehand_core.capture_request import CaptureRequest
from eyehand_core.depth_range import DEPTH_SUFFIX
from eyehand_core.diagnostic_view import diagnosticity, most_diagnostic
from eyehand_core.errors import ConfigError, StackError
from eyehand_core.geometry.pose import Pose
from eyehand_core.geometry.rotation import Array
from eyehand_core.robot import ActiveCamera as CameraSettings
from eyehand_core.views import BOTH, START_VIEW, anchor_point
from eyehand_nodekit.deadline import Deadline

from eyehand_camera.back_ends.back_end import CameraBackEnd, Picture, SimulatedWorld

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
        current: True if it shows the view of this instant, not one of several.
        pose: optical pose in the world that it was taken from.
        picture: the image.
    """

    name: str
    current: bool
    pose: Pose
    picture: Picture


class Stamped(Protocol):
    """Something of one world state."""

    @property
    def stamp(self) -> int:
        """World time of that state [ns]."""
        ...


T = TypeVar("T", bound=Stamped)


class ActiveCamera:
    """Keeps the current view and takes pictures.

    Args:
        settings: camera part of the robot file.
        back_end: takes the pictures.
        world: depths, visibility and travel; None where nothing simulated is behind the camera.
    """

    def __init__(
        self,
        settings: CameraSettings,
        back_end: CameraBackEnd,
        world: SimulatedWorld | None = None,
    ) -> None:
        self._settings = settings
        self._back_end = back_end
        self._world = world
        self._view = ""
        self._pose: Pose | None = None
        self._rig: CameraRig | None = None

    def move(
        self,
        request: CameraRequest,
        grip_centers: Mapping[str, Array],
        seconds: float,
        rig: CameraRig | None = None,
    ) -> CameraMove:
        """Carry out one command; a refused one leaves the camera where it was.

        Args:
            request: the command.
            grip_centers: grip centre per arm in the world [m]; used by views only.
            seconds: deadline [s of wall time].
            rig: what carries the camera; None for one without a body.

        Returns:
            What became of it; an accepted one may say how far a real camera stays off.

        Raises:
            ConfigError: a rig needs a simulated world, and there is none.
            StackError: a camera's driver or the world did not answer in time.
            WorldError: the world cannot carry the camera.
        """
        if self._pose is None and not is_view(request.action):
            message = f"{request.action} needs a view to start from; take a named view first"
            return CameraMove(pose=_NOWHERE, code=NO_VIEW, message=message)
        start = _NOWHERE if self._pose is None else self._pose
        move = move_camera(request, start, grip_centers, self._settings.box)
        # An episode begins at the start view: nobody has to travel there.
        if move.accepted and rig is not None and request.action != START_VIEW:
            move = self._travel(start, move, rig, seconds)
        if not move.accepted:
            return move
        note = self._back_end.approach(move.pose, seconds)
        self._pose, self._rig = move.pose, rig
        if is_view(request.action):
            self._view = request.action
        return replace(move, message=note)

    def capture(
        self,
        request: CaptureRequest,
        grip_centers: Mapping[str, Array],
        not_before: int,
        seconds: float,
    ) -> tuple[Shot, ...]:
        """Take pictures of named views without moving there, or of the current view.

        Args:
            request: what is to be pictured.
            grip_centers: grip centre per arm in the world [m].
            not_before: oldest world state that may be shown [ns].
            seconds: deadline for all pictures [s of wall time].

        Raises:
            ConfigError: a view is unknown, outside the camera box, or there is no current view;
                depth or the best view needs a simulated world, and there is none.
            StackError: no picture new enough in time.
            WorldError: the world cannot make the picture.
        """
        deadline = Deadline(seconds)
        if not request.views:
            places = [(self._view, self._current_pose())]
        else:
            places = [(view.action, self._view_pose(view, grip_centers)) for view in request.views]
        if request.target:
            places = [self._best(request, places, grip_centers, not_before, deadline)]
        current = not request.views or bool(request.target)
        shots: list[Shot] = []
        for name, pose in places:
            if request.depth is not None:
                shots.append(self._depth_shot(name, pose, request, not_before, deadline))
            shots.append(self._shot(name, current, pose, not_before, deadline))
        return tuple(shots)

    def _travel(self, start: Pose, move: CameraMove, rig: CameraRig, seconds: float) -> CameraMove:
        """Return the move as a body makes it, or why it cannot."""
        refusal = rig.out_of_reach(move.pose)
        if refusal:
            return CameraMove(pose=start, code=OUT_OF_REACH, message=refusal)
        duration = rig.travel_time(start, move.pose)
        passage = self._simulated.carry(move.pose.position, rig.clearance, duration, seconds)
        if passage.obstacle:
            message = (
                f"the camera would be less than {rig.clearance:g} m from {passage.obstacle!r}; "
                "choose another view or step"
            )
            return CameraMove(pose=start, code=BLOCKED, message=message)
        return replace(move, travel_time=duration, arrival=passage.arrival)

    def _best(
        self,
        request: CaptureRequest,
        places: Sequence[tuple[str, Pose]],
        grip_centers: Mapping[str, Array],
        not_before: int,
        deadline: Deadline,
    ) -> tuple[str, Pose]:
        """Return the one view that tells most about target and fingers."""
        anchor = request.views[0].anchor
        arms = tuple(grip_centers) if anchor == BOTH else (anchor,)
        poses = [pose for _, pose in places]
        seen = _fresh(
            lambda seconds: self._simulated.look_for(poses, request.target, arms, seconds),
            not_before,
            deadline,
        )
        center = anchor_point(anchor, grip_centers)
        pairs = zip(seen.shares, poses, strict=True)
        values = [diagnosticity(shares, pose, center, seen.target) for shares, pose in pairs]
        return places[most_diagnostic(values)]

    def _shot(
        self, name: str, current: bool, pose: Pose, not_before: int, deadline: Deadline
    ) -> Shot:
        picture = _fresh(lambda seconds: self._back_end.take(pose, seconds), not_before, deadline)
        real = pose if picture.pose is None else picture.pose
        return Shot(name=name, current=current, pose=real, picture=picture)

    def _depth_shot(
        self, name: str, pose: Pose, request: CaptureRequest, not_before: int, deadline: Deadline
    ) -> Shot:
        assert request.depth is not None, "asked for by the caller"
        depth = request.depth
        picture = _fresh(
            lambda seconds: self._simulated.depth(pose, depth, seconds), not_before, deadline
        )
        return Shot(name=f"{name}{DEPTH_SUFFIX}", current=False, pose=pose, picture=picture)

    @property
    def _simulated(self) -> SimulatedWorld:
        if self._world is None:
            raise ConfigError(
                "depth, the best view and a rig need a simulated world behind the camera; "
                "choose another condition"
            )
        return self._world

    def _current_pose(self) -> Pose:
        if self._pose is None:
            raise ConfigError("the camera has no view yet; move it to center_high first")
        return self._pose if self._rig is None else self._rig.real_pose(self._pose)

    def _view_pose(self, view: CameraRequest, grip_centers: Mapping[str, Array]) -> Pose:
        if not is_view(view.action):
            raise ConfigError(f"{view.action!r} is not a named view; only those can be captured")
        move = move_camera(view, _NOWHERE, grip_centers, self._settings.box)
        if not move.accepted:
            raise ConfigError(move.message)
        return move.pose


def _fresh(ask: Callable[[float], T], not_before: int, deadline: Deadline) -> T:
    """Ask until the answer is of a world state that is new enough."""
    while not deadline.expired:
        answer = ask(deadline.remaining)
        if answer.stamp >= not_before:
            return answer
        time.sleep(min(_STALE_RETRY_S, deadline.remaining))
    raise StackError(
        f"no picture of world time {not_before * 1e-9:.3f} s or later before the deadline; "
        "is the world running?"
    )
