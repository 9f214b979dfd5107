"""MuJoCo's warnings reach the log; no module that runs the engine leaves a file behind."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.sim

DIVERGE = """
import importlib, sys
importlib.import_module(sys.argv[1])
import mujoco
model = mujoco.MjModel.from_xml_string(
    "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>"
)
data = mujoco.MjData(model)
data.qvel[0] = float("nan")
mujoco.mj_step(model, data)
"""


def diverge(folder: Path, module: str) -> str:
    """Let physics diverge in a process that has imported one module; return what it says."""
    return subprocess.run(
        [sys.executable, "-c", DIVERGE, module],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    ).stderr


@pytest.mark.parametrize("module", ["physics", "robot_spec", "renderer", "scene_builder"])
def test_warnings_are_logged_and_leave_no_file(tmp_path: Path, module: str) -> None:
    assert "QVEL" in diverge(tmp_path, f"eyehand_world.{module}")
    assert list(tmp_path.iterdir()) == []


def test_without_the_handler_there_would_be_a_file(tmp_path: Path) -> None:
    """Shows that the test above can fail."""
    diverge(tmp_path, "mujoco")
    assert [path.name for path in tmp_path.iterdir()] == ["MUJOCO_LOG.TXT"]
