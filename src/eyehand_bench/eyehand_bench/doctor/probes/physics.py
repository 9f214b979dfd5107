"""A box dropped twice: both times the same, bit for bit?"""

from __future__ import annotations

import json

import mujoco

_SCENE = """
<mujoco><worldbody>
  <geom type="plane" size="1 1 0.1"/>
  <body pos="0 0 0.3" euler="20 35 0"><freejoint/><geom type="box" size="0.02 0.03 0.04"/></body>
</worldbody></mujoco>
"""
_STEPS = 1000


def main() -> None:
    """Print the version and whether the two drops agree."""
    states = []
    for _ in range(2):
        model = mujoco.MjModel.from_xml_string(_SCENE)
        data = mujoco.MjData(model)
        mujoco.mj_step(model, data, nstep=_STEPS)
        states.append(data.qpos.tobytes() + data.qvel.tobytes())
    print(json.dumps({"version": mujoco.__version__, "equal": states[0] == states[1]}))


if __name__ == "__main__":
    main()
