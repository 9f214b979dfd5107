"""World files: surroundings, camera, and what each simulator cannot do without."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import numpy as np
import pytest
from eyehand_core.environment import Environment
from eyehand_core.geometry.camera_model import CameraModel, look_at
from eyehand_gazebo.simulators import SIMULATORS
from eyehand_gazebo.world_sdf import CAMERA, camera_pose, world_sdf
from hypothesis import given, settings
from hypothesis import strategies as st
from test_object_sdf import pose_of

LENS = CameraModel(width=640, height=480, vertical_fov=0.7)
POINT = st.tuples(*[st.floats(-2.0, 2.0)] * 3)


@given(POINT, POINT)
@settings(max_examples=100)
def test_the_camera_looks_along_its_x_axis(
    eye: tuple[float, ...], offset: tuple[float, ...]
) -> None:
    if np.linalg.norm(offset[:2]) < 0.05:
        return
    optical = look_at(eye, np.add(eye, offset))
    body = camera_pose(optical)
    assert np.allclose(body.matrix[:, 0], optical.matrix[:, 2])
    assert np.allclose(body.matrix[:, 2], -optical.matrix[:, 1])
    assert np.allclose(body.position, eye)


@pytest.mark.parametrize("simulator", list(SIMULATORS))
def test_surroundings_stand_where_the_planner_thinks(
    environment: Environment, simulator: str
) -> None:
    root = ET.fromstring(world_sdf(environment, LENS, SIMULATORS[simulator]))
    models = {model.get("name"): model for model in root.findall("world/model")}
    for obstacle in environment.obstacles:
        collision = models[obstacle.name].find("link/collision")
        assert collision is not None
        size = [float(word) for word in collision.findtext("geometry/box/size", "").split()]
        assert size == pytest.approx(obstacle.size)
        assert np.allclose(pose_of(collision).position, obstacle.center)
        assert models[obstacle.name].findtext("static") == "true"


@pytest.mark.parametrize("simulator", list(SIMULATORS))
def test_the_camera_has_the_robot_files_lens(environment: Environment, simulator: str) -> None:
    root = ET.fromstring(world_sdf(environment, LENS, SIMULATORS[simulator]))
    lens = root.find(f"world/model[@name='{CAMERA}']/link/sensor/camera")
    assert lens is not None
    width, height = (int(lens.findtext(f"image/{key}", "")) for key in ("width", "height"))
    focal = 0.5 * width / np.tan(0.5 * float(lens.findtext("horizontal_fov", "")))
    assert (width, height) == (LENS.width, LENS.height)
    assert focal == pytest.approx(LENS.focal_length)


def test_each_simulator_gets_its_plugins(environment: Environment) -> None:
    texts = {name: world_sdf(environment, LENS, SIMULATORS[name]) for name in SIMULATORS}
    assert "<plugin" not in texts["bare"]
    for needed in ("libgazebo_ros_state.so", "libgazebo_ros_camera.so"):
        assert needed in texts["classic"]
    for needed in ("Physics", "UserCommands", "SceneBroadcaster", "Sensors", "Contact"):
        assert f"gz::sim::systems::{needed}" in texts["gz"]
