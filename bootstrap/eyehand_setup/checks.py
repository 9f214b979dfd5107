"""Check that what was installed really works: imports, and an off-screen picture."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping

from eyehand_setup.foundation import Foundation
from eyehand_setup.jobs import Job, run_all
from eyehand_setup.layout import Layout
from eyehand_setup.messages import Progress, SetupError

MODULES = (
    "rclpy",
    "launch",
    "launch_ros",
    "control_msgs.action",
    "numpy",
    "yaml",
    "mujoco",
    "pinocchio",
    "coal",
    "cv2",
    "mcap",
    "rosbags",
    "toppra",
    "xacro",
    "jsonschema",
    "PIL",
)
IMPORT_CODE = f"""
import importlib, sys
failed = 0
for name in {MODULES!r}:
    print("import", name, flush=True)
    try:
        importlib.import_module(name)
    except Exception as error:
        failed += 1
        print(f"FAILED {{name}}: {{type(error).__name__}}: {{error}}", flush=True)
sys.exit(failed > 0)
"""
PICTURE_CODE = """
import mujoco, sys
mujoco.set_mju_user_warning(lambda text: print(text, file=sys.stderr))  # else it writes a file
model = mujoco.MjModel.from_xml_string(
    "<mujoco><worldbody><light pos='0 0 2'/><geom type='box' size='1 1 1'/></worldbody></mujoco>"
)
data = mujoco.MjData(model)
mujoco.mj_forward(model, data)
renderer = mujoco.Renderer(model, 32, 32)
renderer.update_scene(data)
assert renderer.render().max() > 0, "the picture is black"
from OpenGL import GL
print("RENDERER", GL.glGetString(GL.GL_RENDERER).decode())
"""


def imports(foundation: Foundation, layout: Layout, progress: Progress, lock: int) -> None:
    """Import everything that the stack needs; raise with the module that fails."""
    job = Job(
        step="check",
        command=[str(foundation.python), "-c", IMPORT_CODE],
        log=layout.setup_log / "imports.log",
        env={**os.environ, **foundation.run_variables, "MUJOCO_GL": "disable"},
        describe=lambda output: (output.strip().splitlines() or ["imports"])[-1],
    )
    run_all([job], progress, lock)
    if job.code != 0:
        failures = [line for line in job.output.splitlines() if line.startswith("FAILED")]
        raise SetupError(
            "a package is installed but does not work",
            *(failures or job.tail)[:4],
            f"log: {layout.relative(job.log)}; to start afresh: make clean, then this again",
        )


def renderer(foundation: Foundation, backend: str) -> str | None:
    """Return the name of the GL renderer that makes a picture with a back end, None if it can't."""
    variables: Mapping[str, str] = {**foundation.run_variables, "MUJOCO_GL": backend}
    try:
        result = subprocess.run(
            [str(foundation.python), "-c", PICTURE_CODE],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **variables},
            timeout=60,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None
    lines = result.stdout.decode(errors="replace").splitlines()
    names = [line[len("RENDERER ") :] for line in lines if line.startswith("RENDERER ")]
    return names[0] if result.returncode == 0 and names else None
