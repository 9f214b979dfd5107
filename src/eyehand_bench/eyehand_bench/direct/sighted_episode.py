"""A direct episode with pictures, for policies that look."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from eyehand_camera.back_ends.back_end import Picture, Seen
from eyehand_core.capture_request import CaptureRequest
from eyehand_core.depth_range import DepthRange
from eyehand_core.diagnostic_view import Visibility
from eyehand_core.episode.captures import captures
from eyehand_core.episode.condition import ACTIVE, Condition
from eyehand_core.geometry.camera_model import CameraModel
from eyehand_core.geometry.pose import Pose
from eyehand_core.observation import View
from eyehand_core.tasks.task import Task
from eyehand_nodekit.jpeg import encode_jpeg
from eyehand_world.renderer import Renderer
from eyehand_world.snapshot import Snapshot
from eyehand_world.visibility import target_and_fingers, visible_shares
from numpy.typing import NDArray

from eyehand_bench.direct.direct_episode import CAMERA_S, DirectEpisode
from eyehand_bench.direct.workplace import Workplace


class SightedEpisode(DirectEpisode):
    """One episode of a manipulation task in which every turn shows what the condition says.

    Args:
        place: robot, surroundings, library.
        task: the task.
        seed: of the task instance.
        renderer: draws the pictures; shared by episodes, closed by its owner.
        condition: observation condition.

    Raises:
        WorldError: the scene does not come to rest.
    """

    def __init__(  # noqa: PLR0913 - the parts of an episode
        self,
        place: Workplace,
        task: Task,
        seed: int,
        renderer: Renderer,
        condition: Condition = ACTIVE,
    ) -> None:
        super().__init__(place, task, seed, condition=condition)
        settings = self.robot.active_camera
        self._renderer = renderer
        self._lens = CameraModel(
            width=settings.width, height=settings.height, vertical_fov=settings.vertical_fov
        )
        self._views: tuple[int, tuple[View, ...]] = (-1, ())

    def views(self) -> tuple[View, ...]:
        """Return the pictures of this turn; new ones only after a step."""
        step = self.episode.step
        if self._views[0] != step:
            requests = captures(self.condition, self.task, self.episode.verdict)
            self._views = (step, tuple(view for item in requests for view in self._shots(item)))
        return self._views[1]

    def take(self, optical_pose: Pose, seconds: float) -> Picture:
        """Draw the present world as seen from ``optical_pose``."""
        snapshot = self.snapshot()
        return self._picture(self._renderer.render(snapshot, self._lens, optical_pose), snapshot)

    def depth(self, optical_pose: Pose, depth: DepthRange, seconds: float) -> Picture:
        """Draw the depths of the present world as seen from ``optical_pose``."""
        snapshot = self.snapshot()
        depths = self._renderer.depth(snapshot, self._lens, optical_pose)
        return self._picture(depth.grey(depths), snapshot)

    def look_for(
        self, poses: Sequence[Pose], target: tuple[str, ...], arms: tuple[str, ...], seconds: float
    ) -> Seen:
        """Return how much of a target and of the fingers of some arms each pose shows."""
        snapshot = self.snapshot()
        bodies = target_and_fingers(snapshot.model, target, self.robot, arms)
        shares = [
            visible_shares(self._renderer, snapshot, self._lens, pose, bodies) for pose in poses
        ]
        positions = [self.state.objects[name].pose.position for name in target]
        return Seen(
            shares=tuple(Visibility(target=shown, fingers=held) for shown, held in shares),
            target=np.mean(positions, axis=0),
            stamp=snapshot.stamp_ns,
        )

    def _picture(self, image: NDArray[np.uint8], snapshot: Snapshot) -> Picture:
        jpeg = encode_jpeg(image, self.robot.active_camera.jpeg_quality)
        return Picture(jpeg=jpeg, stamp=snapshot.stamp_ns)

    def _shots(self, request: CaptureRequest) -> tuple[View, ...]:
        shots = self.camera.capture(request, self.grip_centers(), 0, CAMERA_S)
        return tuple(
            View(name=shot.name, jpeg=shot.picture.jpeg, stamp=shot.picture.stamp * 1e-9)
            for shot in shots
        )
