"""Tree facts of the URDF."""

from __future__ import annotations

from pathlib import Path

import pytest
from eyehand_core.errors import ConfigError
from eyehand_core.robot import Robot
from eyehand_executor.robot_description import load_description


def test_links_hang_on_their_arm(robot: Robot) -> None:
    description = load_description(robot.description)
    assert description.is_below("right_finger2", "right_base")
    assert description.is_below("right_base", "right_base")
    assert not description.is_below("right_link3", "left_base")
    assert not description.is_below("no_such_link", "left_base")


def test_second_finger_follows_the_first(robot: Robot) -> None:
    mimic = load_description(robot.description).mimics["right_finger2_joint"]
    assert mimic.leader == "right_finger1_joint"
    assert mimic.multiplier == 1.0
    assert mimic.offset == 0.0


def test_broken_file_is_a_config_error(tmp_path: Path) -> None:
    broken = tmp_path / "robot.urdf.xacro"
    broken.write_text("<robot", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"robot\.urdf\.xacro"):
        load_description(broken)
