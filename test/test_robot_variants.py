"""Every robot's xacro for every world: the same robot, and the interfaces that each world needs."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
import yaml
from eyehand_core.errors import ConfigError
from eyehand_core.robot import Robot, load_robot
from eyehand_core.xacro_file import expand_xacro

pytestmark = pytest.mark.slow  # expands every xacro
ROBOTS = sorted((Path(__file__).resolve().parents[1] / "config" / "robots").glob("*.yaml"))
WORLDS = ("classic", "gz", "real")
SIMULATORS = {
    "classic": "gazebo_ros2_control/GazeboSystem",
    "gz": "gz_ros2_control/GazeboSimSystem",
}


@pytest.fixture(scope="module", params=ROBOTS, ids=lambda path: path.stem)
def robot(request: pytest.FixtureRequest) -> Robot:
    return load_robot(request.param)


def _urdf(robot: Robot, world: str) -> ET.Element:
    return ET.fromstring(expand_xacro(robot.description, sim=world))


def _controlled(urdf: ET.Element) -> dict[str, ET.Element]:
    return {joint.attrib["name"]: joint for joint in urdf.findall("ros2_control/joint")}


def _names(joint: ET.Element, kind: str) -> list[str]:
    return [item.attrib["name"] for item in joint.findall(f"{kind}_interface")]


@pytest.mark.parametrize("world", WORLDS)
def test_links_and_joints_do_not_depend_on_the_world(robot: Robot, world: str) -> None:
    def body(urdf: ET.Element) -> list[str]:
        parts = [item for kind in ("link", "joint", "material") for item in urdf.findall(kind)]
        return [ET.canonicalize(ET.tostring(item), strip_text=True) for item in parts]

    plain = _urdf(robot, "mujoco")
    assert not plain.findall("ros2_control") + plain.findall("gazebo")
    assert body(_urdf(robot, world)) == body(plain)


@pytest.mark.parametrize("world", WORLDS)
def test_arm_joints_take_positions_and_start_at_home(robot: Robot, world: str) -> None:
    controlled = _controlled(_urdf(robot, world))
    for arm in robot.arms.values():
        for name, home in zip(arm.joints, arm.home, strict=True):
            joint = controlled[name]
            assert _names(joint, "command")[0] == "position"
            assert {"position", "velocity"} <= set(_names(joint, "state"))
            value = joint.findtext("state_interface[@name='position']/param")
            assert float(value or "nan") == home


@pytest.mark.parametrize("world", WORLDS)
def test_fingers_follow_as_each_world_wants_it(robot: Robot, world: str) -> None:
    urdf = _urdf(robot, world)
    controlled = _controlled(urdf)
    for arm in robot.arms.values():
        leader = arm.gripper.joint
        (follower,) = (
            joint.attrib["name"]
            for joint in urdf.findall("joint")
            for mimic in joint.findall("mimic")
            if mimic.attrib["joint"] == leader
        )
        commands = ["effort"] if world == "classic" else ["position"]
        assert _names(controlled[leader], "command") == commands
        if world == "real":
            assert follower not in controlled
            continue
        copies = controlled[follower].findtext("param[@name='mimic']")
        if world == "classic":
            assert _names(controlled[follower], "command") == commands
            assert copies == leader
        else:
            assert _names(controlled[follower], "command") == []
            assert copies is None


@pytest.mark.parametrize("world", SIMULATORS)
def test_simulators_get_their_plugin_and_controller_files(robot: Robot, world: str) -> None:
    urdf = _urdf(robot, world)
    plugins = {item.text for item in urdf.findall("ros2_control/hardware/plugin")}
    assert plugins == {SIMULATORS[world]}
    files = [Path(item.text or "") for item in urdf.findall("gazebo/plugin/parameters")]
    assert all(file.is_absolute() and " " not in str(file) for file in files)
    settings = [yaml.safe_load(file.read_text()) for file in files]
    manager = settings[0]["controller_manager"]["ros__parameters"]
    assert manager["update_rate"] > 0
    types = {
        name: content["type"]
        for part in settings
        for name, content in part["controller_manager"]["ros__parameters"].items()
        if isinstance(content, dict)
    }
    family = "effort_controllers" if world == "classic" else "position_controllers"
    for arm in robot.arms.values():
        assert types[arm.gripper_controller] == f"{family}/GripperActionController"
        assert types[arm.arm_controller].startswith("joint_trajectory_controller/")


def test_hardware_has_a_system_for_each_arm_and_gripper(robot: Robot) -> None:
    names = {item.attrib["name"] for item in _urdf(robot, "real").findall("ros2_control")}
    assert names == {f"{arm}_{part}" for arm in robot.arms for part in ("arm", "gripper")}


@pytest.mark.parametrize("world", ["mujoco", *WORLDS])
def test_no_comment_has_a_colon(robot: Robot, world: str) -> None:
    """gazebo_ros2_control and gz_ros2_control take the text behind one for a parameter."""
    text = expand_xacro(robot.description, sim=world)
    comments = re.findall("<!--.*?-->", text, re.DOTALL)
    assert not [comment for comment in comments if ":" in comment]


def test_unknown_world_is_refused(robot: Robot) -> None:
    with pytest.raises(ConfigError, match="allowed: mujoco, classic, gz, real"):
        expand_xacro(robot.description, sim="gazebo")
