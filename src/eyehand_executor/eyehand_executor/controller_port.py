"""What the executor needs from the controllers of arms and grippers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from eyehand_core.geometry.rotation import Array


@dataclass(frozen=True, kw_only=True)
class GoalOutcome:
    """How a controller goal ended: well or not, and the controller's own words."""

    succeeded: bool
    message: str


@dataclass(frozen=True, kw_only=True, eq=False)
class ArmTrajectory:
    """What one arm controller is told.

    Attributes:
        arm: arm name.
        times: from the start [s], shape (k,).
        positions: [rad], shape (k, n), joints in the order of the robot file.
        velocities: [rad/s], shape (k, n).
        start_ns: common start [ns]; 0 starts at once.
    """

    arm: str
    times: Array
    positions: Array
    velocities: Array
    start_ns: int


class ControllerGoal(Protocol):
    """An accepted goal."""

    controller: str

    def outcome(self) -> GoalOutcome | None:
        """Return how it ended, None while it is running."""

    def cancel(self) -> None:
        """Ask to cancel and wait until the request has been answered.

        Raises:
            StackError: no answer in time.
        """


class ControllerPort(Protocol):
    """Access to the controllers; every call returns within its own deadline."""

    def absent(self, controllers: Iterable[str]) -> str | None:
        """Return the first controller whose action server is not there."""

    def cancel_all(self) -> None:
        """Ask all controllers to cancel all goals, whoever sent them; wait for no answer."""

    def send_trajectory(self, trajectory: ArmTrajectory) -> ControllerGoal | None:
        """Return the running goal, None if the controller rejected it.

        Raises:
            StackError: no answer in time.
        """

    def send_gripper(self, arm: str, position: float) -> ControllerGoal | None:
        """Move the driven finger joint of ``arm`` to ``position`` [m] with the allowed force.

        Raises:
            StackError: no answer in time.
        """
