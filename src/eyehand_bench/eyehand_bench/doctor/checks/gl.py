"""Can pictures be drawn without a screen, and by what?"""

from __future__ import annotations

import argparse

from eyehand_core.errors import StackError

from eyehand_bench.doctor.finding import CHECKS, Finding, Level
from eyehand_bench.doctor.probe import run_probe

_SECONDS = 60.0


@CHECKS.register("gl")
def check_gl(_: argparse.Namespace) -> Finding:
    """Draw a small scene."""
    try:
        facts = run_probe("gl", _SECONDS)
    except StackError as error:
        return Finding(
            level=Level.FAIL,
            found=f"no picture: {error}",
            remedy="apt-get install libegl1 libopengl0 libgl1-mesa-dri; layout tasks work without",
        )
    found = (
        f"{facts['back_end']}, {facts['driver']}: {facts['milliseconds']:.0f} ms per small picture"
    )
    if facts["software"]:
        return Finding(
            level=Level.WARN,
            found=f"software renderer; {found}",
            remedy="right but slow; a graphics card is faster, and results name the renderer",
        )
    return Finding(level=Level.PASS, found=found)
