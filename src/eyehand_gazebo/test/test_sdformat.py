"""Every world, object and robot is accepted by libsdformat, where the machine has it."""

from __future__ import annotations

import ctypes.util
import os
import subprocess
import sys
from pathlib import Path

import pytest
from eyehand_core.environment import Environment
from eyehand_core.robot import Robot
from eyehand_core.scene import SceneObject
from eyehand_gazebo.object_sdf import object_sdf
from eyehand_gazebo.simulators import SIMULATORS
from eyehand_gazebo.start_files import write_start_files

from eyehand_bench import library as names

VERSIONS = ("16", "15", "14", "13", "12")
GAZEBO = names.share_folder() / ".eyehand" / "gazebo"
CHECK = """
import ctypes, sys
check = ctypes.CDLL(sys.argv[1]).cmdCheck
check.argtypes = [ctypes.c_char_p]
sys.exit(sum(check(path.encode()) != 0 for path in sys.argv[2:]))
"""


def library() -> tuple[str, dict[str, str]]:
    """Return a libsdformat and the environment that it needs; without one the test is skipped.

    The tests with Gazebo bring the one of Gazebo 11, which overlooks more than newer ones.
    """
    for version in VERSIONS:
        name = ctypes.util.find_library(f"sdformat{version}")
        if name is not None:
            return name, {}
    folder = GAZEBO / "root/usr/lib/x86_64-linux-gnu"
    if (GAZEBO / "complete").is_file():
        paths = [folder, GAZEBO / "root/lib/x86_64-linux-gnu"]
        return str(folder / "libsdformat9.so.9"), {"LD_LIBRARY_PATH": ":".join(map(str, paths))}
    pytest.skip("no libsdformat on this machine; on Debian 12: apt-get install libsdformat12-12")


def check(*paths: Path) -> subprocess.CompletedProcess[str]:
    name, environment = library()
    return subprocess.run(
        [sys.executable, "-c", CHECK, name, *map(str, paths)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={**os.environ, **environment},
    )


@pytest.mark.slow
def test_objects_are_valid(tmp_path: Path, objects: list[SceneObject]) -> None:
    shapes = {tuple(part.kind for part in item.parts): item for item in objects}
    wanted = [(item, "gz") for item in shapes.values()]
    wanted += [(objects[0], simulator) for simulator in SIMULATORS]
    paths = []
    for number, (item, simulator) in enumerate(wanted):
        paths.append(tmp_path / f"{number}.sdf")
        paths[-1].write_text(object_sdf(item, SIMULATORS[simulator]))
    done = check(*paths)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("simulator", ["classic", "gz"])
def test_world_and_robot_are_valid(tmp_path: Path, robot: Robot, simulator: str) -> None:
    files = write_start_files(tmp_path, robot, simulator)
    urdf = tmp_path / "robot.urdf"
    urdf.write_text(files.description)
    done = check(files.world, urdf)
    assert done.returncode == 0, done.stderr


def test_the_check_finds_mistakes(tmp_path: Path, environment: Environment) -> None:
    wrong = tmp_path / "wrong.sdf"
    wrong.write_text("<sdf version='1.6'><model name='a'><link/></model></sdf>")
    assert check(wrong).returncode != 0
