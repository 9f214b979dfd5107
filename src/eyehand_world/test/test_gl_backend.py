"""Choice of the GL back end, and what happens on a machine without GL."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from eyehand_world.gl_backend import VARIABLE, draws_in_software, select_gl_backend

NOTHING = {}
BOTH = {"EGL": "libEGL.so.1", "OSMesa": "libOSMesa.so.8"}


@pytest.mark.parametrize(
    ("wanted", "libraries", "chosen"),
    [
        (None, BOTH, "egl"),
        (None, {"OSMesa": "x"}, "osmesa"),
        (None, NOTHING, "disable"),
        ("osmesa", BOTH, "osmesa"),
        ("egl", {"OSMesa": "x"}, "disable"),
        ("glfw", NOTHING, "glfw"),
        ("", {"EGL": "x"}, "egl"),
    ],
)
def test_choice(monkeypatch, wanted, libraries, chosen) -> None:
    if wanted is None:
        monkeypatch.delenv(VARIABLE, raising=False)
    else:
        monkeypatch.setenv(VARIABLE, wanted)
    assert select_gl_backend(libraries.get) == chosen
    assert os.environ[VARIABLE] == chosen


@pytest.mark.sim
def test_without_gl_physics_works_and_pictures_name_the_packages() -> None:
    program = """
import eyehand_world, mujoco, numpy as np
from eyehand_core.errors import WorldError
from eyehand_core.geometry.camera_model import CameraModel
from eyehand_core.geometry.pose import Pose
from eyehand_world.renderer import Renderer
from eyehand_world.snapshot import Snapshot
from eyehand_world.render_profile import RenderProfile
model = mujoco.MjModel.from_xml_string(
    "<mujoco><worldbody><camera name='view'/>"
    "<body><freejoint/><geom size='.1'/></body></worldbody></mujoco>")
mujoco.mj_step(model, mujoco.MjData(model), 10)
renderer = Renderer(RenderProfile(name="fast", samples=0, shadow_map=0))
try:
    renderer.render(Snapshot(model=model, qpos=np.zeros(7), stamp_ns=0),
                    CameraModel(width=64, height=48, vertical_fov=0.6), Pose.of([0, 0, 1]))
except WorldError as error:
    print(error)
renderer.close()
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, VARIABLE: "disable"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "libegl1 libopengl0 libgl1-mesa-dri" in done.stdout
    assert "libosmesa6" in done.stdout


@pytest.mark.parametrize(
    ("driver", "software"),
    [("llvmpipe (LLVM 15.0.6, 256 bits)", True), ("NVIDIA RTX A4000/PCIe/SSE2", False)],
)
def test_software_drivers_are_known_by_their_names(driver: str, software: bool) -> None:
    assert draws_in_software(driver) is software
