"""Does the physics work, and does it repeat itself?"""

from __future__ import annotations

import argparse

from eyehand_core.errors import StackError

from eyehand_bench.doctor.finding import CHECKS, Finding, Level
from eyehand_bench.doctor.probe import run_probe

_SECONDS = 30.0


@CHECKS.register("physics")
def check_physics(_: argparse.Namespace) -> Finding:
    """Drop a box twice."""
    try:
        facts = run_probe("physics", _SECONDS, {"MUJOCO_GL": "disable"})
    except StackError as error:
        return Finding(level=Level.FAIL, found=f"MuJoCo: {error}", remedy="run: make setup")
    if not facts["equal"]:
        return Finding(
            level=Level.FAIL,
            found=f"MuJoCo {facts['version']}: two equal drops ended differently",
            remedy="results of this machine cannot be repeated; check its memory",
        )
    return Finding(level=Level.PASS, found=f"MuJoCo {facts['version']}, drop test bit-equal twice")
