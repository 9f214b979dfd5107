"""Parameters of the monitor node. All waits are in seconds of wall time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from eyehand_nodekit.parameters import Parameter

RESETS = 2
"""How often a reset is tried: its first sample may be missed."""

START_TIMEOUT = "start_timeout"
RESET_TIMEOUT = "reset_timeout"
MOTION_TIMEOUT = "motion_timeout"
CAMERA_TIMEOUT = "camera_timeout"
SAMPLE_TIMEOUT = "sample_timeout"


def _timeout(name: str, default: float, what: str) -> Parameter:
    return Parameter(
        name=name,
        default=default,
        description=f"Longest wait for {what} [s].",
        lower=0.1,
        upper=600.0,
    )


PARAMETERS = (
    Parameter(
        name="robot", default="", description="Path of the robot file; empty in a layout world."
    ),
    _timeout(START_TIMEOUT, 20.0, "the other nodes to be there"),
    _timeout(RESET_TIMEOUT, 30.0, "a scene to be built and settled"),
    _timeout(MOTION_TIMEOUT, 180.0, "a motion of the arms or a layout action"),
    _timeout(CAMERA_TIMEOUT, 15.0, "a camera command or pictures"),
    _timeout(SAMPLE_TIMEOUT, 10.0, "the world to come to rest after a motion"),
)


def longest_start(values: Mapping[str, Any]) -> float:
    """Return the longest time until start_episode is answered [s].

    Args:
        values: parameters of the monitor node.
    """
    reset = RESETS * values[RESET_TIMEOUT] + values[SAMPLE_TIMEOUT]
    start_view, pictures = values[CAMERA_TIMEOUT], 2 * values[CAMERA_TIMEOUT]
    return float(values[START_TIMEOUT] + reset + start_view + pictures)


def longest_act(values: Mapping[str, Any]) -> float:
    """Return the longest time until an act goal is answered [s].

    Args:
        values: parameters of the monitor node.
    """
    pictures = 2 * values[CAMERA_TIMEOUT]
    return float(values[MOTION_TIMEOUT] + values[SAMPLE_TIMEOUT] + pictures)
