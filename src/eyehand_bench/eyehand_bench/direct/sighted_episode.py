"""A direct episode with pictures, for policies that look."""

from __future__ import annotations

from eyehand_camera.back_ends.back_end import Picture
from eyehand_core.camera_motion import CameraRequest
from eyehand_core.episode.conditions import DEFAULT_CONDITION, condition_for
from eyehand_core.geometry.camera_model import CameraModel
from eyehand_core.geometry.pose import Pose
from eyehand_core.observation import View
from eyehand_core.tasks.task import Task
from eyehand_nodekit.jpeg import encode_jpeg
from eyehand_world.renderer import Renderer

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
        condition: str = DEFAULT_CONDITION,
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
            shown = condition_for(self.task.kind, self.condition)
            shots = self._shots(shown.passive_views) if shown.passive_views else ()
            current = self._shots(()) if shown.camera else ()
            self._views = (step, (*shots, *current))
        return self._views[1]

    def take(self, optical_pose: Pose, seconds: float) -> Picture:
        """Draw the present world as seen from ``optical_pose``."""
        snapshot = self.snapshot()
        image = self._renderer.render(snapshot, self._lens, optical_pose)
        jpeg = encode_jpeg(image, self.robot.active_camera.jpeg_quality)
        return Picture(jpeg=jpeg, stamp=snapshot.stamp_ns)

    def _shots(self, names: tuple[str, ...]) -> tuple[View, ...]:
        requests = tuple(CameraRequest(action=name, anchor=self.anchor) for name in names)
        shots = self.camera.capture(requests, self.grip_centers(), 0, CAMERA_S)
        return tuple(
            View(name=shot.name, jpeg=shot.picture.jpeg, stamp=shot.picture.stamp * 1e-9)
            for shot in shots
        )
