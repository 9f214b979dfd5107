"""Trying something in a process of its own: a driver that crashes or hangs is a finding too."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

from eyehand_core.errors import StackError


def run_probe(
    name: str, seconds: float, environment: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """Run the module ``eyehand_bench.doctor.probes.<name>`` and return the facts it prints.

    Args:
        name: module name.
        seconds: how long it may take.
        environment: further environment variables.

    Raises:
        StackError: it crashed, failed or took too long.
    """
    command = [sys.executable, "-m", f"eyehand_bench.doctor.probes.{name}"]
    try:
        ended = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
            env={**os.environ, **(environment or {})},
        )
    except subprocess.TimeoutExpired as error:
        raise StackError(f"no answer within {seconds:g} s") from error
    if ended.returncode < 0:
        raise StackError(f"crashed (signal {-ended.returncode})")
    lines = ended.stdout.strip().splitlines()
    if ended.returncode or not lines:
        words = ended.stderr.strip().splitlines() or ["no output"]
        raise StackError(words[-1])
    return dict(json.loads(lines[-1]))
