"""State of the active camera and freshness of its pictures, over a source with a known clock."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from eyehand_camera.active_camera import ActiveCamera
from eyehand_camera.back_ends.back_end import Passage, Picture, Seen
from eyehand_core.camera_motion import CameraRequest
from eyehand_core.camera_rig import CameraRig
from eyehand_core.capture_request import CaptureRequest
from eyehand_core.depth_range import DepthRange
from eyehand_core.diagnostic_view import Visibility
from eyehand_core.errors import ConfigError, StackError
from eyehand_core.geometry.pose import Pose
from eyehand_core.robot import ActiveCamera as CameraSettings
from eyehand_core.robot import Box
from eyehand_core.views import NAMED_VIEWS

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


class Simulated(Ticking):
    """A world in which one view shows everything, and something stands above a height."""

    def __init__(self, shares: dict[str, Visibility], ceiling: float = 9.0) -> None:
        super().__init__()
        self.shares = shares
        self.ceiling = ceiling

    def depth(self, optical_pose: Pose, depth: DepthRange, seconds: float) -> Picture:
        self.now += 1
        return Picture(jpeg=b"depth", stamp=self.now)

    def look_for(self, poses: Any, target: Any, arms: Any, seconds: float) -> Seen:
        self.now += 1
        self.asked = (target, arms)
        found = [self.shares.get(name, NOTHING) for name in NAMED_VIEWS][: len(poses)]
        return Seen(shares=tuple(found), target=TARGET, stamp=self.now)

    def carry(self, position: Any, clearance: float, travel_time: float, seconds: float) -> Passage:
        if position[2] > self.ceiling:
            return Passage(obstacle="ceiling", arrival=self.now)
        self.now += round(1e9 * travel_time)
        return Passage(obstacle="", arrival=self.now)


NOTHING, ALL = Visibility(target=0.0, fingers=0.0), Visibility(target=1.0, fingers=1.0)
TARGET = HOME["right"] - [0.0, 0.0, 0.15]
FIVE = tuple(CameraRequest(action=name, anchor="right") for name in NAMED_VIEWS)
RIG = CameraRig(
    speed=0.5,
    turn_speed=2.0,
    mount=(0.0, -0.65, 0.9),
    shortest_reach=0.3,
    longest_reach=1.0,
    clearance=0.1,
)
SIDE = CameraRequest(action="view_side", anchor="right")


@pytest.mark.parametrize(
    ("shares", "best"),
    [
        (dict.fromkeys(NAMED_VIEWS, ALL), "view_side"),  # the target lies below: seen from aside
        ({"view_topdown": ALL, "view_oblique_45": ALL}, "view_oblique_45"),
        (
            {"view_side": Visibility(target=1.0, fingers=0.3), "view_side_top_45": ALL},
            "view_side_top_45",
        ),
        ({}, "view_topdown"),
    ],
)
def test_of_five_views_the_most_diagnostic_is_shown(
    shares: dict[str, Visibility], best: str
) -> None:
    world = Simulated(shares)
    camera = ActiveCamera(SETTINGS, world, world)
    (shot,) = camera.capture(CaptureRequest(views=FIVE, target=("cube",)), HOME, 0, 1.0)
    assert (shot.name, shot.current) == (best, True)
    assert world.asked == (("cube",), ("right",))
    both = tuple(CameraRequest(action=name, anchor="both") for name in NAMED_VIEWS)
    camera.capture(CaptureRequest(views=both, target=("pot",)), HOME, 0, 1.0)
    assert world.asked == (("pot",), ("left", "right"))


def test_a_depth_picture_stands_before_each_picture() -> None:
    world = Simulated({})
    camera = ActiveCamera(SETTINGS, world, world)
    depth = DepthRange(near=0.3, far=2.0)
    shots = camera.capture(CaptureRequest(views=FIVE[:2], depth=depth), HOME, 0, 1.0)
    names = ["view_topdown_depth", "view_topdown", "view_side_depth", "view_side"]
    assert [shot.name for shot in shots] == names
    assert [shot.picture.jpeg == b"depth" for shot in shots] == [True, False] * 2


def test_a_rig_takes_time_to_travel_but_not_to_the_start_view() -> None:
    world = Simulated({})
    camera = ActiveCamera(SETTINGS, world, world)
    assert camera.move(START, HOME, 1.0, RIG).arrival == 0
    (start,) = camera.capture(CaptureRequest(), HOME, 0, 1.0)
    begin = world.now
    move = camera.move(SIDE, HOME, 1.0, RIG)
    assert move.accepted
    assert move.travel_time >= start.pose.distance_to(move.pose) / 0.5
    assert move.arrival == begin + round(1e9 * move.travel_time)


def test_a_rig_goes_nowhere_out_of_reach_or_into_things() -> None:
    world = Simulated({}, ceiling=1.5)
    camera = ActiveCamera(SETTINGS, world, world)
    camera.move(START, HOME, 1.0, RIG)
    begin = world.now
    above = camera.move(CameraRequest(action="view_topdown", anchor="right"), HOME, 1.0, RIG)
    assert (above.code, above.travel_time, above.arrival) == ("camera_blocked", 0.0, 0)
    assert "'ceiling'" in above.message
    far = camera.move(SIDE, {"right": HOME["right"] + [0.25, 0.0, 0.0]}, 1.0, RIG)
    assert far.code == "camera_out_of_reach"
    assert world.now == begin
    (shot,) = camera.capture(CaptureRequest(), HOME, 0, 1.0)
    assert shot.name == "center_high"


def test_a_rig_that_errs_shows_another_place_than_it_thinks() -> None:
    world = Simulated({})
    camera = ActiveCamera(SETTINGS, world, world)
    wrong = replace(RIG, position_deviation=0.005, error_seed=7)
    move = camera.move(START, HOME, 1.0, wrong)
    (shot,) = camera.capture(CaptureRequest(), HOME, 0, 1.0)
    assert 0.001 < shot.pose.distance_to(move.pose) < 0.03
    assert shot.pose.distance_to(wrong.real_pose(move.pose)) == 0.0
    camera.move(START, HOME, 1.0)
    (exact,) = camera.capture(CaptureRequest(), HOME, 0, 1.0)
    assert exact.pose.distance_to(move.pose) == 0.0


@pytest.mark.parametrize(
    "request_",
    [
        CaptureRequest(views=FIVE, target=("cube",)),
        CaptureRequest(views=FIVE, depth=DepthRange(near=0.3, far=2.0)),
    ],
)
def test_what_needs_a_simulated_world_is_refused_without_one(request_: CaptureRequest) -> None:
    camera = ActiveCamera(SETTINGS, Ticking())
    with pytest.raises(ConfigError, match="simulated world"):
        camera.capture(request_, HOME, 0, 1.0)
    camera.move(START, HOME, 1.0, RIG)
    with pytest.raises(ConfigError, match="simulated world"):
        camera.move(SIDE, HOME, 1.0, RIG)
