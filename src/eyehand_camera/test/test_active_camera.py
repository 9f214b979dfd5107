"""State of the active camera and freshness of its pictures, over a source with a known clock."""

from __future__ import annotations

import numpy as np
import pytest
from eyehand_camera.active_camera import ActiveCamera
from eyehand_camera.back_ends.back_end import Picture
from eyehand_core.camera_motion import CameraRequest
from eyehand_core.capture_request import CaptureRequest
from eyehand_core.errors import ConfigError, StackError
from eyehand_core.geometry.pose import Pose
from eyehand_core.robot import ActiveCamera as CameraSettings
from eyehand_core.robot import Box

SETTINGS = CameraSettings(
    width=64,
    height=48,
    vertical_fov=0.6,
    jpeg_quality=80,
    box=Box(lower=(-1.15, -0.95, 0.78), upper=(1.15, 0.35, 2.05)),
)
HOME = {"left": np.array([-0.306, -0.248, 0.934]), "right": np.array([0.306, -0.248, 0.934])}
START = CameraRequest(action="center_high", anchor="right")


class Ticking:
    """A source of pictures whose world is one tick older at each picture."""

    def __init__(self) -> None:
        self.now = 0

    def approach(self, optical_pose: Pose, seconds: float) -> str:
        return f"sent at {self.now}"

    def take(self, optical_pose: Pose, seconds: float) -> Picture:
        self.now += 1
        return Picture(jpeg=repr(optical_pose.position.tolist()).encode(), stamp=self.now)


def test_there_is_no_view_before_the_first() -> None:
    camera = ActiveCamera(SETTINGS, Ticking())
    assert camera.move(CameraRequest(action="zoom_in"), HOME, 1.0).code == "no_view_yet"
    with pytest.raises(ConfigError, match="center_high"):
        camera.capture(CaptureRequest(), HOME, 0, 1.0)


def test_increments_keep_the_name_of_their_view() -> None:
    camera = ActiveCamera(SETTINGS, Ticking())
    assert camera.move(START, HOME, 1.0).accepted
    assert camera.move(CameraRequest(action="zoom_in"), {}, 1.0).accepted
    (shot,) = camera.capture(CaptureRequest(), {}, 0, 1.0)
    assert shot.name == "center_high"
    assert shot.current
    assert shot.pose.position[2] < 1.48


def test_a_refused_command_changes_nothing() -> None:
    camera = ActiveCamera(SETTINGS, Ticking())
    camera.move(START, HOME, 1.0)
    (before,) = camera.capture(CaptureRequest(), {}, 0, 1.0)
    move = camera.move(
        CameraRequest(action="view_side", anchor="left"), {"left": [9.0, 0.0, 1.0]}, 1.0
    )
    assert move.code == "outside_camera_box"
    (after,) = camera.capture(CaptureRequest(), {}, 0, 1.0)
    assert after.pose is before.pose
    assert after.name == before.name


def test_named_views_are_captured_without_moving_there() -> None:
    camera = ActiveCamera(SETTINGS, Ticking())
    camera.move(START, HOME, 1.0)
    (before,) = camera.capture(CaptureRequest(), {}, 0, 1.0)
    views = tuple(CameraRequest(action=n, anchor="right") for n in ("view_side", "view_topdown"))
    shots = camera.capture(CaptureRequest(views=views), HOME, 0, 1.0)
    assert [shot.name for shot in shots] == ["view_side", "view_topdown"]
    assert not any(shot.current for shot in shots)
    assert shots[1].pose.position == pytest.approx([0.306, -0.248, 1.614])
    (after,) = camera.capture(CaptureRequest(), {}, 0, 1.0)
    assert after.pose is before.pose


def test_pictures_are_never_older_than_asked_for() -> None:
    camera = ActiveCamera(SETTINGS, Ticking())
    camera.move(START, HOME, 1.0)
    (shot,) = camera.capture(CaptureRequest(), {}, 5, 5.0)
    assert shot.picture.stamp >= 5
    with pytest.raises(StackError, match="world"):
        camera.capture(CaptureRequest(), {}, 10**9, 0.1)


@pytest.mark.parametrize(
    "view",
    [
        CameraRequest(action="zoom_in"),
        CameraRequest(action="view_side"),
        CameraRequest(action="view_nowhere", anchor="right"),
    ],
)
def test_only_known_views_can_be_captured(view: CameraRequest) -> None:
    camera = ActiveCamera(SETTINGS, Ticking())
    with pytest.raises(ConfigError):
        camera.capture(CaptureRequest(views=(view,)), HOME, 0, 1.0)
