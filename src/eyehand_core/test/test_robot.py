"""Robot files."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from eyehand_core.errors import ConfigError
from eyehand_core.robot import load_robot

SHARE = Path(__file__).resolve().parents[3]
ROBOTS = sorted((SHARE / "config" / "robots").glob("*.yaml"))


@pytest.mark.parametrize("file", ROBOTS, ids=lambda path: path.stem)
def test_shipped_robots_are_named_like_their_files(file: Path) -> None:
    robot = load_robot(file)
    assert robot.name == file.stem
    assert list(robot.arms) == ["left", "right"]


def test_finger_links_begin_with_the_name_of_their_arm(tmp_path: Path) -> None:
    """Worlds name contacts so; with another name no grasp would ever be seen."""
    for folder in ("config", "urdf"):
        shutil.copytree(SHARE / folder, tmp_path / folder)
    file = tmp_path / "config" / "robots" / "dual_x5.yaml"
    text = file.read_text().replace("[left_finger1, left_finger2]", "[left_finger1, finger2]")
    file.write_text(text)
    with pytest.raises(ConfigError, match="'finger2' must begin with left_"):
        load_robot(file)
