"""What a simulator is started with."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
import yaml
from eyehand_core.robot import Robot
from eyehand_gazebo.start_files import BRIDGED_SERVICES, write_start_files
from eyehand_gazebo.world_sdf import CAMERA, WORLD


@pytest.mark.parametrize("simulator", ["classic", "gz"])
def test_controllers_are_given_by_absolute_paths_without_blanks(
    tmp_path: Path, robot: Robot, simulator: str
) -> None:
    files = write_start_files(tmp_path, robot, simulator)
    found = ET.fromstring(files.description).findall("gazebo/plugin/parameters")
    paths = [Path((element.text or "").strip()) for element in found]
    assert paths
    assert all(path.is_absolute() and path.is_file() for path in paths)


def test_the_bridge_passes_on_what_the_world_node_and_the_world_file_name(
    tmp_path: Path, robot: Robot
) -> None:
    files = write_start_files(tmp_path, robot, "gz")
    bridged = {entry["gz_topic_name"] for entry in yaml.safe_load(files.bridge.read_text())}
    world = ET.parse(files.world).getroot().find("world")
    assert world is not None and world.get("name") == WORLD
    camera = world.findtext(f"model[@name='{CAMERA}']/link/sensor/topic")
    assert {"/clock", camera, f"/world/{WORLD}/dynamic_pose/info"} <= bridged
    assert all(service.startswith(f"/world/{WORLD}/") for service in BRIDGED_SERVICES)


def test_gazebo_ros_tells_the_time_often_enough(tmp_path: Path, robot: Robot) -> None:
    files = write_start_files(tmp_path, robot, "classic")
    rate = yaml.safe_load(files.clock.read_text())["gazebo"]["ros__parameters"]["publish_rate"]
    assert rate >= 100.0
