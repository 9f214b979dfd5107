"""Does ROS carry messages on this machine?"""

from __future__ import annotations

import argparse
import os

from eyehand_core.errors import StackError

from eyehand_bench.doctor.finding import CHECKS, Finding, Level
from eyehand_bench.doctor.probe import run_probe
from eyehand_bench.stack.domain import reserve_domain

_SECONDS = 30.0


@CHECKS.register("ros")
def check_ros(_: argparse.Namespace) -> Finding:
    """Send messages in a domain of their own."""
    distribution = os.environ.get("ROS_DISTRO", "")
    if not distribution:
        return Finding(
            level=Level.FAIL,
            found="ROS 2 is not in the environment (ROS_DISTRO is not set)",
            remedy="run ./eyehand, or source the setup file of ROS and of the workspace",
        )
    try:
        with reserve_domain() as domain:
            facts = run_probe("ros", _SECONDS, domain.environment())
    except StackError as error:
        return Finding(
            level=Level.FAIL,
            found=f"{distribution}: {error}",
            remedy="another middleware may work: RMW_IMPLEMENTATION=rmw_fastrtps_cpp",
        )
    return Finding(
        level=Level.PASS,
        found=f"{distribution}, {facts['middleware']}; "
        f"message after {facts['milliseconds']:.1f} ms",
    )
