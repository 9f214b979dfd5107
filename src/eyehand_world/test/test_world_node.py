"""The world node through its real topics, services and action servers."""

from __future__ import annotations

import math
import os
import re
import subprocess
import sys
import time
from typing import Any

import cv2
import numpy as np
import pytest

pytestmark = [pytest.mark.ros, pytest.mark.sim]

pytest.importorskip("rclpy")

from eyehand_core.geometry.camera_model import look_at  # noqa: E402
from eyehand_nodekit.state_messages import pose_to_message  # noqa: E402
from geometry_msgs.msg import Point  # noqa: E402
from world_client import (  # noqa: E402
    ARM,
    DOMAIN,
    LONG_S,
    ONE_ARM_TASK,
    Client,
    move,
)

from eyehand_interfaces.srv import (  # noqa: E402
    CarryCamera,
    MeasureVisibility,
    RenderDepth,
    RenderView,
    ResetWorld,
    RestoreState,
    SaveState,
)
from eyehand_nodekit import stamps  # noqa: E402


def test_reset_publishes_one_matching_pair_of_samples(client: Client) -> None:
    before = len(client.objects)
    response = client.reset(ONE_ARM_TASK)
    objects, joints = client.at_rest_since(0)
    assert len(client.objects) == before + 1
    assert objects.header.stamp == joints.header.stamp == response.stamp
    assert objects.sequence == 0
    assert objects.header.frame_id == "world"
    assert len(response.scene_digest) == 64
    assert {item.name for item in objects.objects} == {"cube", "bowl"}
    assert len(joints.name) == 8


def test_same_seed_gives_the_same_state_bit_for_bit(client: Client) -> None:
    first = client.reset(ONE_ARM_TASK, 1003), client.objects[-1].objects
    other = client.reset(ONE_ARM_TASK, 1004), client.objects[-1].objects
    again = client.reset(ONE_ARM_TASK, 1003), client.objects[-1].objects
    assert first[1] == again[1] != other[1]
    assert first[0].scene_digest == again[0].scene_digest != other[0].scene_digest
    assert stamps.to_nanoseconds(first[0].stamp) < stamps.to_nanoseconds(again[0].stamp)


@pytest.mark.parametrize("task", ["no_such_task", ""])
def test_unknown_task_is_refused_with_the_valid_names(client: Client, task: str) -> None:
    response = client.service(ResetWorld, "reset_world", task=task, seed=1)
    assert not response.ok
    assert ONE_ARM_TASK in response.error


def test_state_is_saved_and_restored_exactly(client: Client) -> None:
    client.reset(ONE_ARM_TASK)
    saved = client.service(SaveState, "save_state")
    assert saved.ok, saved.error
    records = []
    for _ in range(2):
        restored = client.service(RestoreState, "restore_state", state=saved.state)
        assert restored.ok, restored.error
        time.sleep(0.1)
        client.at_rest_since(0)
        start, first = len(client.joints), client.now_ns
        client.arm(ARM).call(move(client, "right", 0.3, 0.5), LONG_S)
        client.at_rest_since(first + 1)
        records.append([(tuple(m.position), tuple(m.velocity)) for m in client.joints[start:]])
    assert records[0] == records[1]
    client.reset(ONE_ARM_TASK, 1001)
    refused = client.service(RestoreState, "restore_state", state=saved.state)
    assert not refused.ok and "scene" in refused.error


def test_picture_shows_the_scene_at_its_stamp(client: Client) -> None:
    client.reset(ONE_ARM_TASK)
    view = look_at([0, -0.58, 1.48], [0.17, -0.268, 0.884])
    fields = {"width": 640, "height": 480, "vertical_fov": 0.6458, "jpeg_quality": 95}
    response = client.service(
        RenderView, "render_view", optical_pose=pose_to_message(view), **fields
    )
    assert response.ok, response.error
    assert stamps.to_nanoseconds(response.image.header.stamp) == client.now_ns
    picture = cv2.imdecode(np.frombuffer(bytes(response.image.data), np.uint8), cv2.IMREAD_COLOR)
    assert picture.shape == (480, 640, 3)
    red = (picture[..., 2] > 120) & (picture[..., 1] < 60)
    assert red.sum() > 100
    nowhere = pose_to_message(view)
    nowhere.position.x = math.nan
    for spoilt in (
        {"width": 0},
        {"height": 2**31},
        {"vertical_fov": 0.0},
        {"vertical_fov": math.nan},
        {"jpeg_quality": 0},
        {"optical_pose": nowhere},
    ):
        request = {"optical_pose": pose_to_message(view), **fields, **spoilt}
        client.service(RenderView, "render_view", **request)  # an answer of either kind
    request = {"optical_pose": pose_to_message(view), **fields}
    assert client.service(RenderView, "render_view", **request).ok


def test_depth_visibility_and_travel_are_served_or_refused_with_a_reason(client: Client) -> None:
    client.reset(ONE_ARM_TASK)
    view = pose_to_message(look_at([0.9, -0.25, 1.0], [0.2, -0.1, 0.8]))
    lens = {"width": 320, "height": 240, "vertical_fov": 0.6458}
    measure = {**lens, "optical_poses": [view] * 2, "objects": ["cube"], "arms": ["right"]}
    seen = client.service(MeasureVisibility, "measure_visibility", **measure)
    assert seen.ok, seen.error
    assert list(seen.target_shares) == pytest.approx([1.0] * 2, abs=0.01)
    assert 0.0 < seen.finger_shares[0] <= 1.0
    cube = next(item for item in client.objects[-1].objects if item.name == "cube")
    assert seen.target == cube.pose.position
    depth = {**lens, "optical_pose": view, "jpeg_quality": 95, "near": 0.3, "far": 2.0}
    assert client.service(RenderDepth, "render_depth", **depth).ok
    carry = {"target": Point(x=0.9, y=-0.25, z=1.0), "clearance": 0.05, "seconds": 1.0}
    before = client.now_ns
    arrival = stamps.to_nanoseconds(client.service(CarryCamera, "carry_camera", **carry).arrival)
    client.at_rest_since(arrival)
    assert client.now_ns == arrival == before + 10**9
    inside = {**carry, "target": seen.target}
    assert client.service(CarryCamera, "carry_camera", **inside).obstacle == "cube"
    for kind, name, request, says in (
        (MeasureVisibility, "measure_visibility", {**measure, "objects": ["sofa"]}, "cube"),
        (MeasureVisibility, "measure_visibility", {**measure, "arms": ["third"]}, "right"),
        (RenderDepth, "render_depth", {**depth, "near": 2.0}, "below far"),
        (RenderDepth, "render_depth", {**depth, "far": math.nan}, "below far"),
        (CarryCamera, "carry_camera", {**carry, "seconds": -1.0}, "0 to 120 s"),
        (CarryCamera, "carry_camera", {**carry, "seconds": math.inf}, "0 to 120 s"),
    ):
        response = client.service(kind, name, **request)
        assert not response.ok
        assert says in response.error
    assert client.now_ns == arrival


def test_description_and_fixed_frames_reach_late_joiners(client: Client) -> None:
    deadline = time.monotonic() + 10
    while len(client.latched) < 2 and time.monotonic() < deadline:
        time.sleep(0.05)
    assert "right_joint6" in client.latched["robot_description"].data
    frames = {
        (t.header.frame_id, t.child_frame_id) for t in client.latched["/tf_static"].transforms
    }
    assert {("world", "base"), ("base", "right_base"), ("right_link6", "right_tool")} <= frames


def test_wrong_profile_is_named(config: Any) -> None:
    robot_file = config / "robots" / "dual_x5.yaml"
    done = subprocess.run(
        [
            *[sys.executable, "-m", "eyehand_world.world_node", "--ros-args"],
            *["-p", f"robot:={robot_file}", "-p", f"config:={config}", "-p", "profile:=shiny"],
        ],
        env={**os.environ, "ROS_DOMAIN_ID": str(DOMAIN)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert re.search("unknown render profile 'shiny'; allowed: fast, fine, standard", done.stderr)
