"""Measured joint states: samples, stillness, and a log to wait on."""

from __future__ import annotations

import math
import threading
import time
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from eyehand_core.geometry.rotation import Array
from eyehand_core.robot import Robot

_HISTORY = 2000
"""Samples kept: 80 s and more of the MuJoCo world, which samples every 40 or 80 ms."""
_QUIET_S = 0.2
"""Wall time without a sample after which a lock-stepped world has paused [s]."""


@dataclass(frozen=True, kw_only=True, eq=False)
class ArmSample:
    """Measured joints of one arm.

    Attributes:
        positions: arm joints [rad], shape (n,).
        velocities: likewise [rad/s].
        efforts: likewise [N m]; not a number where they are not measured.
        finger_position: driven finger joint [m].
        finger_velocity: [m/s].
    """

    positions: Array
    velocities: Array
    efforts: Array
    finger_position: float
    finger_velocity: float


@dataclass(frozen=True, kw_only=True, eq=False)
class RobotSample:
    """One joint_states message.

    Attributes:
        stamp_ns: time of measurement [ns].
        arms: arms whose joints all were in the message; the others take no part.
        received: when it arrived, monotonic clock [s].
    """

    stamp_ns: int
    arms: Mapping[str, ArmSample]
    received: float = field(default_factory=time.monotonic)

    @property
    def is_last_of_motion(self) -> bool:
        """Tell whether nothing came for so long that a lock-stepped world must have paused.

        Ask the newest sample only.
        """
        return time.monotonic() - self.received > _QUIET_S

    def configuration(self) -> Array:
        """Return the configuration in the order of ``Kinematics.joint_names``."""
        fingers = [arm.finger_position for arm in self.arms.values()]
        return np.concatenate([*(arm.positions for arm in self.arms.values()), fingers])


@dataclass(frozen=True, kw_only=True)
class Stillness:
    """Speeds below which something counts as still.

    Attributes:
        joint: arm joints [rad/s].
        finger: finger joints [m/s].
    """

    joint: float = 0.01
    finger: float = 0.001

    def fingers_rest(self, arm: ArmSample) -> bool:
        """Tell whether the fingers of ``arm`` are still."""
        return abs(arm.finger_velocity) < self.finger

    def moving_arm(self, sample: RobotSample) -> str | None:
        """Return the first arm that is not still, None if all are."""
        for name, arm in sample.arms.items():
            if not (np.abs(arm.velocities) < self.joint).all() or not self.fingers_rest(arm):
                return name
        return None


def read_sample(
    robot: Robot,
    stamp_ns: int,
    names: Sequence[str],
    positions: Sequence[float],
    velocities: Sequence[float],
    efforts: Sequence[float] = (),
) -> RobotSample | None:
    """Return the sample in a joint_states message, None if it has no usable joint.

    An arm is left out unless all its joints and its driven finger joint are there with position
    and velocity. Efforts are an addition that not every driver has.
    """
    if len(positions) != len(names) or len(velocities) != len(names):
        return None
    if len(efforts) != len(names):
        efforts = [math.nan] * len(names)
    values_of = zip(positions, velocities, efforts, strict=True)
    joints = dict(zip(names, values_of, strict=True))
    arms = {}
    for name, arm in robot.arms.items():
        wanted = (*arm.joints, arm.gripper.joint)
        if all(joint in joints for joint in wanted):
            values = np.array([joints[joint] for joint in wanted])
            arms[name] = ArmSample(
                positions=values[:-1, 0],
                velocities=values[:-1, 1],
                efforts=values[:-1, 2],
                finger_position=float(values[-1, 0]),
                finger_velocity=float(values[-1, 1]),
            )
    return RobotSample(stamp_ns=stamp_ns, arms=arms) if arms else None


class SampleLog:
    """The latest samples, written by one thread and awaited by another."""

    def __init__(self) -> None:
        self._samples: deque[RobotSample] = deque(maxlen=_HISTORY)
        self._changed = threading.Condition()

    def put(self, sample: RobotSample) -> None:
        """Append a sample and wake readers."""
        with self._changed:
            self._samples.append(sample)
            self._changed.notify_all()

    @property
    def newest(self) -> RobotSample | None:
        """The last sample, None before the first."""
        with self._changed:
            return self._samples[-1] if self._samples else None

    def latest(self, count: int) -> tuple[RobotSample, ...]:
        """Return the last samples, ``count`` at most, oldest first."""
        with self._changed:
            have = len(self._samples)
            return tuple(self._samples[index] for index in range(max(0, have - count), have))

    def since(self, stamp_ns: int) -> list[RobotSample]:
        """Return the samples measured at or after ``stamp_ns``, oldest first."""
        with self._changed:
            return [sample for sample in self._samples if sample.stamp_ns >= stamp_ns]

    def wait(self, seconds: float) -> None:
        """Wait for the next sample, at most ``seconds`` of wall time."""
        with self._changed:
            self._changed.wait(seconds)
