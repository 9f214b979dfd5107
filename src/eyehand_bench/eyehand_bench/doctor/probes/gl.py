"""An off-screen picture: which driver draws it, and how long it takes."""

from __future__ import annotations

import json
import sys
import time

from eyehand_world.gl_backend import GL_MISSING, draws_in_software, select_gl_backend

_SCENE = """
<mujoco>
  <visual><global offwidth="640" offheight="480"/></visual>
  <worldbody>
    <light pos="0 0 2"/>
    <geom type="plane" size="1 1 0.1"/>
    <body pos="0 0 0.1"><geom type="box" size="0.1 0.1 0.1" rgba="0.8 0.2 0.1 1"/></body>
  </worldbody>
</mujoco>
"""
_ROUNDS = 5


def _tell(warning: str) -> None:
    print(warning, file=sys.stderr)


def main() -> None:
    """Print back end, driver, whether it is software, and the time of a 640x480 picture [ms]."""
    back_end = select_gl_backend()
    if back_end == "disable":
        raise SystemExit(GL_MISSING.replace("\n", " "))
    import mujoco
    from OpenGL import GL

    mujoco.set_mju_user_warning(_tell)  # else MuJoCo writes a file into the working folder
    model = mujoco.MjModel.from_xml_string(_SCENE)
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    with mujoco.Renderer(model, 480, 640) as renderer:
        driver = GL.glGetString(GL.GL_RENDERER).decode()
        times = []
        for _ in range(_ROUNDS):
            start = time.monotonic()
            renderer.update_scene(data)
            picture = renderer.render()
            times.append((time.monotonic() - start) * 1000.0)
    if int(picture.max()) == int(picture.min()):
        raise SystemExit(f"{driver} draws nothing but one colour")
    print(
        json.dumps(
            {
                "back_end": back_end,
                "driver": driver,
                "software": draws_in_software(driver),
                "milliseconds": sorted(times)[_ROUNDS // 2],
            }
        )
    )


if __name__ == "__main__":
    main()
