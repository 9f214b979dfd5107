"""The robot in Gazebo as the controllers of the MuJoCo world see theirs.

Joints of a gripper's fingers move together, which Gazebo does not know: the driven joint stands
for the middle of both, and both get its target.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import numpy as np
from eyehand_core.geometry.rotation import Array
from eyehand_core.robot import Robot
from gazebo_server import GazeboServer
from joint_readout import JointReadout
from joint_servo import Gains, JointServo
from numpy.typing import NDArray

STEPS_PER_TICK = 4
"""Of a millisecond: the control tick of the MuJoCo world's controllers."""

_FINGER = (2000.0, 20.0)
_GAINS = {30.0: (3000.0, 60.0), 12.0: (1500.0, 20.0), 0.0: (600.0, 5.0)}
"""Stiffness and damping by the least effort limit of a joint [N m]."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Joints:
    """Some joints; the fields are those of the MuJoCo world's ``JointGroup``."""

    names: tuple[str, ...]
    servos: NDArray[np.intp]


@dataclass(kw_only=True, eq=False)
class _Targets:
    ctrl: Array = field(default_factory=lambda: np.zeros(0))


class GazeboRobot:
    """Measured joints and servo targets.

    Args:
        server: the simulator.
        robot: robot file.
        urdf: its description, as spawned.
    """

    def __init__(self, server: GazeboServer, robot: Robot, urdf: str) -> None:
        self._server = server
        self.name = robot.name
        self._readout = JointReadout(urdf)
        self._followers = _followers(urdf)
        limits = _limits(urdf)
        self._names = [name for name in limits if name not in self._followers.values()]
        self._limits = np.array([limits[name][:2] for name in self._names])
        self._gains = {name: _gains(robot, name, limits[name][2]) for name in self._names}
        self._servo = JointServo(server.process.partition, robot.name)
        self._read_ns = 0
        self._q: dict[str, float] = {}
        self._v: dict[str, float] = {}
        self._sent: Array = np.zeros(0)
        self.data = _Targets(ctrl=np.zeros(len(self._names)))
        # The servos damp the error's speed, not the joint's, so that no target must lead.
        stiffness = np.array([[self._gains[name].p] for name in self._names])
        self.model: Any = SimpleNamespace(
            actuator_gainprm=stiffness,
            actuator_biasprm=np.zeros((len(self._names), 3)),
            joint=lambda name: SimpleNamespace(range=np.array(limits[name][:2])),
        )

    def wake(self, targets: dict[str, float]) -> None:
        """Give all joints their servos and first targets, and read where they are."""
        self.read()
        for index, name in enumerate(self._names):
            self.data.ctrl[index] = targets.get(name, self._q[name])
            for joint in self._driven(name):
                self._servo.configure(joint, self._gains[name], float(self.data.ctrl[index]))
        self._sent = self.data.ctrl.copy()

    def wait_for_servos(self) -> None:
        """Wait until Gazebo listens to joint commands."""
        self._servo.wait_for_listener()

    def send_targets(self) -> None:
        """Send the targets that have changed; none beyond a stop, where ODE's joints shake."""
        targets = np.clip(self.data.ctrl, self._limits[:, 0], self._limits[:, 1])
        for index in np.flatnonzero(targets != self._sent):
            for joint in self._driven(self._names[index]):
                self._servo.aim(joint, float(targets[index]))
        self._sent = targets

    def read(self) -> None:
        """Take over positions after a tick, which may have had some steps more than asked for."""
        prefix = f"{self.name}::"
        links = {
            name.removeprefix(prefix): pose
            for name, pose in self._server.poses.items()
            if name.startswith(prefix)
        }
        before, self._q = self._q, self._readout.positions(links)
        seconds = max(self._server.now_ns - self._read_ns, 1) * 1e-9
        self._read_ns = self._server.now_ns
        self._v = {name: (q - before.get(name, q)) / seconds for name, q in self._q.items()}

    def joints(self, names: Sequence[str]) -> Joints:
        """Return a group; only driven joints have servos."""
        servos = [self._names.index(name) for name in names if name in self._names]
        return Joints(names=tuple(names), servos=np.array(servos, dtype=np.intp))

    def all_joints(self) -> Joints:
        """Return all moving joints, followers too."""
        return self.joints([*self._names, *self._followers.values()])

    def positions(self, group: Joints) -> Array:
        """Return positions [rad or m], shape (n,)."""
        return np.array([self._middle(self._q, name) for name in group.names])

    def velocities(self, group: Joints) -> Array:
        """Return velocities over the last tick [rad/s or m/s], shape (n,)."""
        return np.array([self._middle(self._v, name) for name in group.names])

    def efforts(self, group: Joints) -> Array:
        """Return what the servos press with at the measured positions [N m or N], shape (n,)."""
        efforts = []
        for name in group.names:
            gains = self._gains.get(name)
            if gains is None:
                efforts.append(0.0)
                continue
            error = self.data.ctrl[self._names.index(name)] - self._middle(self._q, name)
            efforts.append(float(np.clip(gains.p * error, -gains.limit, gains.limit)))
        return np.array(efforts)

    def close(self) -> None:
        """Stop advertising."""
        self._servo.close()

    def _driven(self, name: str) -> list[str]:
        return [name, self._followers[name]] if name in self._followers else [name]

    def _middle(self, values: dict[str, float], name: str) -> float:
        return sum(values[joint] for joint in self._driven(name)) / len(self._driven(name))


def _followers(urdf: str) -> dict[str, str]:
    """Return the joint that mimics another, by that other."""
    found = {}
    for joint in ET.fromstring(urdf).findall("joint"):
        mimic = joint.find("mimic")
        if mimic is not None:
            found[mimic.get("joint", "")] = joint.get("name", "")
    return found


def _limits(urdf: str) -> dict[str, tuple[float, float, float]]:
    """Return lower and upper limit [rad or m] and effort limit of all moving joints."""
    limits = {}
    for joint in ET.fromstring(urdf).findall("joint"):
        limit = joint.find("limit")
        if joint.get("type") != "fixed" and limit is not None:
            values = (float(limit.get(key, "0")) for key in ("lower", "upper", "effort"))
            lower, upper, effort = values
            limits[joint.get("name", "")] = (lower, upper, effort)
    return limits


def _gains(robot: Robot, joint: str, effort: float) -> Gains:
    for arm in robot.arms.values():
        if arm.gripper.joint == joint:
            return Gains(p=_FINGER[0], d=_FINGER[1], limit=arm.gripper.max_effort)
    p, d = next(gains for least, gains in _GAINS.items() if effort >= least)
    return Gains(p=p, d=d, limit=effort)
