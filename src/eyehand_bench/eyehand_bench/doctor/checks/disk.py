"""Is there room for records?"""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

from eyehand_bench.doctor.finding import CHECKS, Finding, Level

_GIGABYTE = 1_000_000_000
_ONE_RECORD = 0.2
_COMFORTABLE = 5.0


@CHECKS.register("disk")
def check_disk(_: argparse.Namespace) -> Finding:
    """Look at the working folder, where records go."""
    free = shutil.disk_usage(Path.cwd()).free / _GIGABYTE
    found = f"{free:.1f} GB free here"
    if free < _ONE_RECORD:
        return Finding(level=Level.FAIL, found=found, remedy="make room, or use --out elsewhere")
    if free < _COMFORTABLE:
        return Finding(level=Level.WARN, found=found, remedy="enough for a few episodes only")
    return Finding(level=Level.PASS, found=found)
