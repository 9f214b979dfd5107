"""What the executor needs from a kinematics and collision library, and the library registry."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from eyehand_core.geometry.pose import Pose
from eyehand_core.geometry.rotation import Array
from eyehand_core.registry import Registry
from eyehand_core.robot import Robot


@dataclass(frozen=True, kw_only=True, eq=False)
class JointLimits:
    """Limits in the order of ``Kinematics.joint_names``, each shape (n,).

    Attributes:
        lower: smallest position [rad] or [m].
        upper: largest position.
        velocity: greatest speed in the URDF [rad/s] or [m/s].
    """

    lower: Array
    upper: Array
    velocity: Array


class CollisionPair(NamedTuple):
    """Two bodies nearer than allowed: ``<arm>/<link>``, a link of the stand or an obstacle."""

    first: str
    second: str


@dataclass(frozen=True, kw_only=True)
class IkFailure:
    """No joint angles were found.

    Attributes:
        joint: the joint that stopped at its limit, if one did.
    """

    joint: str | None


@dataclass(frozen=True, kw_only=True, eq=False)
class ArmFrames:
    """Named frames of one arm in the world."""

    end_pose: Pose
    grip_center: Pose
    tcp: Pose


@dataclass(frozen=True, kw_only=True)
class Clearances:
    """Distances that paths must keep [m].

    Attributes:
        table: to the surface that objects lie on; at most 2 mm, so that thin things can be held.
        elsewhere: to everything else, other links included.
        contact_slack: how much nearer an arm that stands too near already may come.
    """

    table: float = 0.001
    elsewhere: float = 0.003
    contact_slack: float = 0.0005


CollisionCheck = Callable[[Array], "CollisionPair | None"]


class Kinematics(Protocol):
    """Kinematics and collision model of the arms in use.

    A *configuration* is an array, shape (n,): the arm joints of all arms in use in the order of
    the robot file, then the driven finger joint of each arm. Arms not in use do not exist here.
    Instances are not thread-safe.
    """

    arms: tuple[str, ...]
    joint_names: tuple[str, ...]
    limits: JointLimits

    def columns(self, arm: str) -> slice:
        """Return where the joints of ``arm`` are in a configuration."""

    def frames(self, configuration: Array, arm: str) -> ArmFrames:
        """Return the named frames of ``arm``."""

    def inverse(self, arm: str, end_pose: Pose, seed: Array) -> Array | IkFailure:
        """Return the configuration near ``seed`` that puts the end pose of ``arm`` there.

        Only joints of ``arm`` change; position limits of the URDF hold.
        """

    def collision_check(self, start: Array) -> CollisionCheck | CollisionPair:
        """Return a check of configurations, or the pair that overlaps at ``start`` already.

        Pairs that stand too near at ``start`` without overlapping may part but not come nearer.
        """


@dataclass(frozen=True, kw_only=True)
class KinematicsRequest:
    """Arguments of a back end: the robot, the arms in use and the distances to keep."""

    robot: Robot
    arms: tuple[str, ...]
    clearances: Clearances


KINEMATICS: Registry[Callable[[KinematicsRequest], Kinematics]] = Registry("planner")
"""Back ends by the name of the node parameter ``planner``."""


class KinematicsCache:
    """Makes a back end once for each set of arms in use. Not thread-safe.

    Args:
        back_end: name in ``KINEMATICS``.
        robot: the robot.
        clearances: distances to keep.

    Raises:
        UnknownNameError: no such back end.
    """

    def __init__(self, back_end: str, robot: Robot, clearances: Clearances) -> None:
        self._make = KINEMATICS[back_end]
        self._robot = robot
        self._clearances = clearances
        self._made: dict[tuple[str, ...], Kinematics] = {}

    def for_arms(self, arms: tuple[str, ...]) -> Kinematics:
        """Return the kinematics in which only ``arms`` exist."""
        if arms not in self._made:
            self._made[arms] = self._make(
                KinematicsRequest(robot=self._robot, arms=arms, clearances=self._clearances)
            )
        return self._made[arms]
