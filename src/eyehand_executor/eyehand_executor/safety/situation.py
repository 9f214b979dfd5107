"""What safety rules look at."""

from __future__ import annotations

import math
import time
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from eyehand_core.geometry.rotation import Array
from eyehand_core.robot import Robot
from eyehand_core.xacro_file import expand_xacro

from eyehand_executor.robot_samples import RobotSample
from eyehand_executor.safety.signs_of_life import SignsOfLife


@dataclass(frozen=True, kw_only=True)
class SafetySettings:
    """How the robot is guarded.

    Attributes:
        lock_step: the world stands still between motions and then sends nothing.
        attended: people or a real robot are involved: agent, camera and clock are watched, and
            every stop needs a release.
        heartbeat_timeout: greatest age of a sign of life of agent and camera [s].
        clock_timeout: longest wall time in which a simulated clock may stand in a motion [s].
        clock_tolerance: greatest difference of joint state stamps from this machine's clock where
            there is no simulated clock [s].
        joint_state_timeout: greatest age of joint states by arrival if not ``lock_step`` [s].
        speed_tolerance: measured joint speed above the permitted one that is still no fault
            [rad/s].
    """

    lock_step: bool = True
    attended: bool = False
    heartbeat_timeout: float = 5.0
    clock_timeout: float = 2.0
    clock_tolerance: float = 0.5
    joint_state_timeout: float = 0.2
    speed_tolerance: float = 0.5


@dataclass(frozen=True, kw_only=True, eq=False)
class PermittedJoints:
    """What measured joints of one arm may reach, in the order of the robot file, shape (n,).

    Attributes:
        speeds: permitted speed [rad/s].
        efforts: permitted effort [N m].
    """

    speeds: Array
    efforts: Array


@dataclass(frozen=True, kw_only=True, eq=False)
class Situation:
    """One look at the robot and at the parts that it depends on.

    Attributes:
        moving: a motion is being carried out.
        samples: the latest joint states, oldest first; two at most.
        permitted: by arm.
        signs: when parts of the stack were last heard.
        settings: limits of the rules.
        now: monotonic clock [s].
        machine_time: this machine's clock [s since 1970].
    """

    moving: bool
    samples: tuple[RobotSample, ...]
    permitted: Mapping[str, PermittedJoints]
    signs: SignsOfLife
    settings: SafetySettings
    now: float = field(default_factory=time.monotonic)
    machine_time: float = field(default_factory=time.time)

    @property
    def newest(self) -> RobotSample | None:
        """The last joint states, None before the first."""
        return self.samples[-1] if self.samples else None


def permitted_joints(robot: Robot) -> dict[str, PermittedJoints]:
    """Return the permitted speeds and efforts: shares of the URDF's limits.

    A joint without a limit in the URDF has none here either.

    Raises:
        ConfigError: the description is not a valid xacro or URDF file.
    """
    limits = {
        joint.get("name"): limit
        for joint in ET.fromstring(expand_xacro(robot.description)).findall("joint")
        if (limit := joint.find("limit")) is not None
    }

    def values(joints: tuple[str, ...], kind: str, share: float) -> Array:
        found = [limits[name].get(kind) if name in limits else None for name in joints]
        return share * np.array([math.inf if text is None else float(text) for text in found])

    return {
        name: PermittedJoints(
            speeds=values(arm.joints, "velocity", robot.velocity_scale),
            efforts=values(arm.joints, "effort", robot.effort_scale),
        )
        for name, arm in robot.arms.items()
    }
