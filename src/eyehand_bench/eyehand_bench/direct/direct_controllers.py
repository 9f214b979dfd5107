"""The simulated controllers for an executor in the same thread."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from eyehand_core.robot import Robot
from eyehand_executor.controller_port import ArmTrajectory, GoalOutcome
from eyehand_executor.ros_controllers import Tolerances, gripper_goal, trajectory_goal
from eyehand_world.lockstep import LockstepWorld
from eyehand_world.motion import Ending

from eyehand_world import controller_messages as messages


class DirectGoal:
    """A goal that a controller works on; see ``controller_port.ControllerGoal``."""

    def __init__(self, controller: str, cancel: Callable[[], None]) -> None:
        self.controller = controller
        self._cancel = cancel
        self._outcome: GoalOutcome | None = None

    def outcome(self) -> GoalOutcome | None:
        """Return how it ended, None while it is running."""
        return self._outcome

    def cancel(self) -> None:
        """Stop where the controller is."""
        self._cancel()

    def end(self, ending: Ending, result: Any) -> None:
        """Note how it ended; called by the controller."""
        words = ending.value if ending is Ending.SUCCEEDED else f"{ending.value}, {result}"
        self._outcome = GoalOutcome(succeeded=ending is Ending.SUCCEEDED, message=words)


class DirectControllers:
    """Controllers of a world; see ``controller_port.ControllerPort``.

    Goals take the form of the messages that nodes send, so that both mean the same to the bit.

    Args:
        robot: names the controllers.
        world: where they are.
        tolerances: sent with every trajectory.
    """

    def __init__(self, robot: Robot, world: LockstepWorld, tolerances: Tolerances) -> None:
        self._robot, self._world, self._tolerances = robot, world, tolerances

    def absent(self, controllers: Iterable[str]) -> str | None:
        """Return the first controller that is not there."""
        return next((name for name in controllers if name not in self._world.controllers), None)

    def cancel_all(self) -> None:
        """Stop all controllers where they are."""
        for controller in self._world.controllers.values():
            controller.cancel()

    def send_trajectory(self, trajectory: ArmTrajectory) -> DirectGoal | None:
        """Return the running goal, None if the controller rejected it."""
        arm = self._robot.arms[trajectory.arm]
        message = trajectory_goal(arm, trajectory, self._tolerances)
        return self._send(arm.arm_controller, messages.trajectory_goal(message))

    def send_gripper(self, arm: str, position: float) -> DirectGoal | None:
        """Return the running goal, None if the controller rejected it."""
        described = self._robot.arms[arm]
        message = gripper_goal(described, position)
        return self._send(described.gripper_controller, messages.gripper_goal(message))

    def _send(self, name: str, goal: Any) -> DirectGoal | None:
        controller = self._world.controllers[name]
        if controller.refusal(goal, self._world.now_ns) is not None:
            return None
        running = DirectGoal(name, controller.cancel)
        controller.start(goal, self._world.now_ns, running.end)
        self._world.resume()
        return running
