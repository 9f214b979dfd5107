"""Joint states of one arm for tests of what watches them."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from eyehand_executor.robot_samples import ArmSample, RobotSample, SampleLog

MS = 1_000_000
PERIOD = 40 * MS


def sample(stamp_ns: int, speed: float) -> RobotSample:
    """Return an arm whose joints move at a speed [rad/s]."""
    arm = ArmSample(
        positions=np.zeros(6),
        velocities=np.full(6, speed),
        efforts=np.zeros(6),
        finger_position=0.0,
        finger_velocity=0.0,
    )
    return RobotSample(stamp_ns=stamp_ns, arms={"right": arm})


def log_of(speeds: Iterable[float], first_ns: int = PERIOD) -> SampleLog:
    """Return samples a period apart."""
    log = SampleLog()
    for index, speed in enumerate(speeds):
        log.put(sample(first_ns + index * PERIOD, speed))
    return log
