"""The shipped MoveIt files: made from robot file and URDF, and right about what can collide."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest
import yaml
from executor_cases import ROOT
from eyehand_core.robot import Robot
from eyehand_executor.moveit_setup.files import moveit_files
from eyehand_executor.moveit_setup.link_pairs import Why
from eyehand_executor.robot_description import RobotDescription, load_description

FEW_SAMPLES = 200


def _pairs(srdf: str) -> dict[frozenset[str], str]:
    return {
        frozenset((item.attrib["link1"], item.attrib["link2"])): item.attrib["reason"]
        for item in ET.fromstring(srdf).iter("disable_collisions")
    }


def _shipped(robot: Robot) -> Path:
    return ROOT / "config" / "moveit" / robot.name


@pytest.fixture(scope="module")
def description(any_robot: Robot) -> RobotDescription:
    return load_description(any_robot.description)


def test_shipped_files_are_up_to_date(any_robot: Robot) -> None:
    """Few random postures here, so pairs that never touch may be more than the shipped ones."""
    made = moveit_files(any_robot, FEW_SAMPLES)
    srdf = made.pop(f"{any_robot.name}.srdf")
    for name, text in made.items():
        assert (_shipped(any_robot) / name).read_text(encoding="utf-8") == text, name
    shipped = (_shipped(any_robot) / f"{any_robot.name}.srdf").read_text(encoding="utf-8")
    without = [
        [line for line in text.splitlines() if Why.NEVER.value not in line]
        for text in (srdf, shipped)
    ]
    assert without[0] == without[1]
    never = [
        {pair for pair, reason in _pairs(text).items() if reason == Why.NEVER.value}
        for text in (shipped, srdf)
    ]
    assert never[0]
    assert never[0] <= never[1]


def test_names_are_those_of_the_description(
    any_robot: Robot, description: RobotDescription
) -> None:
    urdf = ET.fromstring(description.urdf)
    known = {item.attrib["name"] for kind in ("link", "joint") for item in urdf.findall(kind)}
    srdf = ET.parse(_shipped(any_robot) / f"{any_robot.name}.srdf")
    for tag, keys in (("chain", ("base_link", "tip_link")), ("disable_collisions", ("link1",))):
        used = {item.attrib[key] for item in srdf.iter(tag) for key in keys}
        assert used
        assert used <= known
    controllers = yaml.safe_load((_shipped(any_robot) / "ros2_controllers.yaml").read_text())
    joints = [joint for arm in any_robot.arms.values() for joint in arm.joints]
    driven = [
        joint
        for settings in controllers.values()
        for joint in settings["ros__parameters"].get("joints", [])
    ]
    assert driven == joints


def test_links_of_two_arms_are_always_checked(any_robot: Robot) -> None:
    srdf = (_shipped(any_robot) / f"{any_robot.name}.srdf").read_text(encoding="utf-8")
    for pair in _pairs(srdf):
        assert len({link.split("_")[0] for link in pair} & set(any_robot.arms)) < 2, pair


@pytest.mark.sim
def test_what_mujoco_sees_touching_is_checked(
    any_robot: Robot, description: RobotDescription
) -> None:
    """Independent narrow phase, 300 postures drawn with another seed."""
    import mujoco

    model = mujoco.MjSpec.from_string(description.urdf).compile()
    data = mujoco.MjData(model)
    srdf = (_shipped(any_robot) / f"{any_robot.name}.srdf").read_text(encoding="utf-8")
    never = {pair for pair, reason in _pairs(srdf).items() if reason == Why.NEVER.value}
    generator = np.random.default_rng(8)
    touching = set()
    for _ in range(300):
        data.qpos[:] = generator.uniform(model.jnt_range[:, 0], model.jnt_range[:, 1])
        mujoco.mj_forward(model, data)
        touching |= {
            frozenset(model.body(model.geom_bodyid[geom]).name for geom in contact.geom)
            for contact in data.contact
        }
    assert len(touching) > 20
    assert not touching & never
