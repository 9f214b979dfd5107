"""One sample of everything a referee needs to know. Privileged; agents never see it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from eyehand_core.geometry.pose import Pose
from eyehand_core.geometry.rotation import Array

STAMP_TOLERANCE = 1e-6
"""Stamps are whole nanoseconds; as seconds since 1970 they are rounded by up to 0.2 us [s]."""

OPEN_ABOVE = 0.8
CLOSED_BELOW = 0.2
"""Shares of the stroke that count as open and as closed; VA-Bench, arXiv 2609.19554."""


@dataclass(frozen=True, kw_only=True, eq=False)
class ObjectState:
    """True state of one object in the world frame.

    Attributes:
        name: name in the task file.
        pose: pose of the object's frame in the world.
        linear_velocity: of the origin [m/s], shape (3,), world axes.
        angular_velocity: [rad/s], shape (3,), world axes.
        size: edge lengths [m], shape (3,), of the box around the object in its own frame.
        fixed: True if the object cannot move.
        position_deviation: standard deviation of the position [m]; 0 where it is known.
        angle_deviation: standard deviation of the orientation [rad]; 0 where it is known.
    """

    name: str
    pose: Pose
    linear_velocity: Array
    angular_velocity: Array
    size: Array
    fixed: bool = False
    position_deviation: float = 0.0
    angle_deviation: float = 0.0


@dataclass(frozen=True, kw_only=True, eq=False)
class Contact:
    """Two bodies that touched since the previous sample.

    Attributes:
        body_a: object name, ``<arm>/<link>`` or obstacle name.
        body_b: likewise.
        position: world [m], shape (3,).
        normal_force: largest since the previous sample [N].
        penetration: largest overlap since the previous sample [m], >= 0.
    """

    body_a: str
    body_b: str
    position: Array
    normal_force: float
    penetration: float

    def involves(self, name: str) -> bool:
        """Tell whether one of the two bodies is called ``name``."""
        return name in (self.body_a, self.body_b)

    def other(self, name: str) -> str:
        """Return the partner of body ``name``."""
        return self.body_b if name == self.body_a else self.body_a


@dataclass(frozen=True, kw_only=True, eq=False)
class ArmState:
    """Measured state of one arm; all of it is proprioception and may be shown.

    Attributes:
        name: arm name of the robot file.
        end_pose: control end pose in the world.
        grip_center: GC in the world [m], shape (3,).
        tcp: point between the finger pads in the world [m], shape (3,).
        joint_positions: [rad], shape (n,), order of the robot file.
        joint_velocities: [rad/s], shape (n,).
        aperture: measured opening, 0 closed to 1 open.
        aperture_command: last commanded opening, same scale.
        fingers_at_rest: the fingers do not move.
    """

    name: str
    end_pose: Pose
    grip_center: Array
    tcp: Array
    joint_positions: Array
    joint_velocities: Array
    aperture: float
    aperture_command: float
    fingers_at_rest: bool

    @property
    def is_open(self) -> bool:
        """True if the gripper is measured open."""
        return self.aperture > OPEN_ABOVE

    @property
    def told_to_close(self) -> bool:
        """True if the last command closes the gripper."""
        return self.aperture_command < CLOSED_BELOW

    @property
    def told_to_open(self) -> bool:
        """True if the last command opens the gripper."""
        return self.aperture_command > OPEN_ABOVE

    @property
    def is_closed(self) -> bool:
        """True once the fingers rest after a command to close, on an object or on nothing."""
        return self.told_to_close and self.fingers_at_rest


@dataclass(frozen=True, kw_only=True, eq=False)
class WorldState:
    """State of objects and arms at one instant.

    Attributes:
        stamp: world time [s].
        sequence: sample number of the episode, from 0.
        at_rest: nothing moves.
        objects: by name.
        contacts: touching pairs since the previous sample.
        arms: by name; empty in a world without a robot.
        verdicts: values of terms that a person has judged, by the term as written; they stand.
    """

    stamp: float
    sequence: int
    at_rest: bool
    objects: Mapping[str, ObjectState]
    contacts: tuple[Contact, ...] = ()
    arms: Mapping[str, ArmState] = field(default_factory=dict)
    verdicts: Mapping[str, bool] = field(default_factory=dict)

    def contacts_between(self, a: str, bodies: Iterable[str]) -> tuple[Contact, ...]:
        """Return the contacts of body ``a`` with any of ``bodies``."""
        partners = set(bodies)
        return tuple(c for c in self.contacts if c.involves(a) and c.other(a) in partners)
