"""The description for Gazebo: nothing lost, nothing said twice, nothing that Gazebo breaks on."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from eyehand_core.robot import Robot
from eyehand_core.xacro_file import expand_xacro
from eyehand_gazebo.robot_model import gazebo_urdf


@pytest.fixture(scope="module", params=["mujoco", "classic", "gz"])
def texts(robot: Robot, request: pytest.FixtureRequest) -> tuple[str, str]:
    plain = expand_xacro(robot.description, sim=request.param)
    return plain, gazebo_urdf(plain, robot)


def test_joints_and_links_are_those_of_the_robot(texts: tuple[str, str]) -> None:
    plain, made = (ET.fromstring(text) for text in texts)
    for tag in ("link", "joint", "ros2_control"):
        assert [e.get("name") for e in made.findall(tag)] == [
            e.get("name") for e in plain.findall(tag)
        ]


def test_every_link_with_something_in_it_is_weightless(texts: tuple[str, str]) -> None:
    made = ET.fromstring(texts[1])
    weightless = {
        block.get("reference")
        for block in made.findall("gazebo")
        if block.findtext("turnGravityOff") == "true"
    }
    assert weightless == {link.get("name") for link in made.findall("link") if len(link)}


def test_nothing_is_said_twice_about_a_link(texts: tuple[str, str]) -> None:
    said = [
        (block.get("reference"), item.tag)
        for block in ET.fromstring(texts[1]).findall("gazebo[@reference]")
        for item in block
    ]
    assert len(said) == len(set(said))


def test_pads_grip_better_than_the_rest(robot: Robot, texts: tuple[str, str]) -> None:
    friction = {
        block.get("reference"): float(block.findtext("mu1", ""))
        for block in ET.fromstring(texts[1]).findall("gazebo[@reference]")
        if block.find("mu1") is not None
    }
    fingers = {link for arm in robot.arms.values() for link in arm.gripper.finger_links}
    rest = [value for link, value in friction.items() if link not in fingers]
    assert all(friction[link] > max(rest) for link in fingers)


def test_no_comment_is_left(texts: tuple[str, str]) -> None:
    assert "<!--" not in texts[1]  # gazebo_ros2_control issue 295: a colon in one breaks it
