"""Pictures of the real world: they show things where camera_info and tf say."""

from __future__ import annotations

import itertools
import time
from io import BytesIO
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image

pytestmark = [pytest.mark.ros, pytest.mark.sim]

EDGE_PIXELS = 3.0  # a silhouette is found to a pixel; JPEG blurs red by up to two more


def red_box(image: Any) -> np.ndarray[Any, Any]:
    """Return left, top, right, bottom of the largest red spot of a picture [pixel]."""
    pixels = np.asarray(Image.open(BytesIO(bytes(image.data))).convert("RGB")).astype(float)
    red, green, blue = pixels[..., 0], pixels[..., 1], pixels[..., 2]
    mask = (red > 60.0) & (red > 2.5 * green) & (red > 2.5 * blue)
    _, _, spots, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8))
    left, top, width, height, area = max(spots[1:], key=lambda spot: spot[cv2.CC_STAT_AREA])
    assert area > 500, "the cube is not in view"
    return np.array([left, top, left + width - 1, top + height - 1])


def projected_box(studio: Any, info: Any, optical_pose: Any) -> np.ndarray[Any, Any]:
    """Return the same from the cube's true pose, camera_info and the camera's pose."""
    from eyehand_nodekit.state_messages import pose_from_message

    (cube,) = studio.objects.newest.objects
    half = np.array([cube.size.x, cube.size.y, cube.size.z]) / 2.0
    cube_pose, camera = pose_from_message(cube.pose), pose_from_message(optical_pose)
    corners = [
        camera.inverse().transform(cube_pose.transform(half * signs))
        for signs in itertools.product((-1.0, 1.0), repeat=3)
    ]
    pixels = np.array([info.k.reshape(3, 3) @ corner / corner[2] for corner in corners])
    return np.concatenate([pixels[:, :2].min(axis=0), pixels[:, :2].max(axis=0)])


@pytest.mark.parametrize("steps", [(), ("yaw_left.small", "zoom_in", "move_up.small")])
def test_the_current_view_shows_the_cube_where_it_is(studio: Any, steps: tuple[str, ...]) -> None:
    assert studio.move("center_high", "right").accepted
    for step in steps:
        assert studio.move(step).accepted
    shot = studio.capture()
    assert shot.ok, shot.error
    expected = projected_box(studio, shot.infos[0], shot.optical_poses[0])
    assert red_box(shot.images[0]) == pytest.approx(expected, abs=EDGE_PIXELS)


@pytest.mark.parametrize("fixture", ["studio", "ur5e_studio"])
def test_named_views_show_the_cube_where_it_is(
    request: pytest.FixtureRequest, fixture: str
) -> None:
    studio = request.getfixturevalue(fixture)
    names = ("view_topdown", "view_side_top_45", "view_side")
    shot = studio.capture(*names)
    assert shot.ok, shot.error
    assert tuple(shot.names) == names
    for image, info, pose in zip(shot.images, shot.infos, shot.optical_poses, strict=True):
        expected = projected_box(studio, info, pose)
        assert red_box(image) == pytest.approx(expected, abs=EDGE_PIXELS)


def test_camera_info_is_that_of_the_robot_file(studio: Any) -> None:
    studio.move("center_high", "right")
    info = studio.capture().infos[0]
    assert (info.width, info.height) == (1280, 960)
    assert info.k.reshape(3, 3)[0, 0] == pytest.approx(1434.6, abs=0.1)
    assert info.k.tolist()[2::3] == [639.5, 479.5, 1.0]
    assert info.p.reshape(3, 4)[:, :3].tolist() == info.k.reshape(3, 3).tolist()
    assert info.header.frame_id == "active_camera_optical_frame"


def test_picture_info_and_frame_are_published_with_one_stamp(studio: Any) -> None:
    studio.move("view_side", "right")
    studio.images.clear()
    studio.infos.clear()
    studio.frames.clear()
    shot = studio.capture()
    end = time.monotonic() + 10.0
    while not (studio.images and studio.infos and studio.frames):
        assert time.monotonic() < end
        time.sleep(0.02)
    header = shot.images[0].header
    assert studio.images[0] == shot.images[0]
    assert studio.infos[0].header == header == studio.images[0].header
    (frame,) = [f for f in studio.frames if f.child_frame_id == header.frame_id]
    assert frame.header.frame_id == "world"
    assert frame.header.stamp == header.stamp
    pose, transform = shot.optical_poses[0], frame.transform
    assert transform.rotation == pose.orientation
    assert (transform.translation.x, transform.translation.z) == (pose.position.x, pose.position.z)


def test_taking_named_views_does_not_move_the_camera(studio: Any) -> None:
    studio.move("view_side", "right")
    before = studio.capture()
    studio.capture("view_topdown", "view_oblique_45")
    after = studio.capture()
    assert after.optical_poses == before.optical_poses
    assert after.images[0] == before.images[0], "no time has passed, so it is the same picture"


def test_refusals_say_what_is_allowed(studio: Any) -> None:
    studio.move("center_high", "right")
    unknown = studio.move("view_sid", "right")
    assert (unknown.accepted, unknown.code) == (False, "unknown_camera_action")
    assert "view_side" in unknown.message
    assert studio.move("view_side", "middle").code == "unknown_anchor"
    moves = [studio.move("zoom_out") for _ in range(9)]
    assert moves[-1].code == "outside_camera_box"
    assert "zoom_in" in studio.capture("zoom_in").error
