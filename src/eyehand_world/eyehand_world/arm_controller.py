"""Joint trajectory controller of one arm, with the semantics of ros2_control's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from eyehand_core.geometry.rotation import Array
from eyehand_core.robot import Arm

from eyehand_world.motion import Ending, RunningGoal
from eyehand_world.physics import Physics
from eyehand_world.physics_settings import TICK_NS
from eyehand_world.trajectory import JointSpline, TrajectoryGoal, Waypoint
from eyehand_world.trajectory_checks import JointLimits, refusal

SUCCESSFUL = 0
INVALID_GOAL = -1
PATH_TOLERANCE_VIOLATED = -4
GOAL_TOLERANCE_VIOLATED = -5
"""Error codes of control_msgs/action/FollowJointTrajectory."""

_LONGEST_WAIT_S = 5.0
"""Wait for a goal tolerance that has no time limit; a lock-stepped world must not wait for ever."""


@dataclass(frozen=True, kw_only=True)
class TrajectoryResult:
    """Result of a trajectory goal: code and sentence."""

    code: int
    text: str


@dataclass(frozen=True, kw_only=True, eq=False)
class TrajectoryFeedback:
    """Where a running goal stands; arrays of shape (n,) in the order of ``joints``."""

    joints: tuple[str, ...]
    elapsed: float
    desired_positions: Array
    desired_velocities: Array
    positions: Array
    velocities: Array


class ArmController:
    """Moves the joints of one arm along trajectories; without a goal it holds its setpoint.

    As with a JointTrajectoryController that commands positions, tolerances are of positions alone:
    there ``stopped_velocity_tolerance`` counts only with a velocity or effort command interface.

    Args:
        arm: the arm.
        physics: scene that holds it.
        velocity_limits: by joint [rad/s].
        takes_part: False for the hidden arm of a one-arm task, which refuses all goals.
    """

    def __init__(
        self,
        arm: Arm,
        physics: Physics,
        velocity_limits: Mapping[str, float],
        *,
        takes_part: bool = True,
    ) -> None:
        self.arm = arm
        self._physics = physics
        self._takes_part = takes_part
        self.joints = physics.joints(arm.joints)
        ranges = np.array([physics.model.joint(name).range for name in arm.joints])
        self.limits = JointLimits(
            names=arm.joints,
            lower=ranges[:, 0],
            upper=ranges[:, 1],
            velocity=np.array([velocity_limits[name] for name in arm.joints]),
        )
        gains = physics.model.actuator_gainprm[self.joints.servos, 0]
        damping = -physics.model.actuator_biasprm[self.joints.servos, 2]
        self._lead_s = damping / gains
        self.setpoint = physics.positions(self.joints)
        self._setpoint_velocity = np.zeros(len(arm.joints))
        self._running: RunningGoal[TrajectoryGoal, TrajectoryResult] | None = None
        self._spline = JointSpline([Waypoint(time=0.0, positions=self.setpoint)])

    @property
    def name(self) -> str:
        """Controller name of the robot file."""
        return self.arm.arm_controller

    @property
    def active(self) -> bool:
        """True while a goal is running."""
        return self._running is not None

    @property
    def awaited_start_ns(self) -> int | None:
        """Stamp of a running goal that shall start together with others, else None."""
        if self._running is None or self._running.goal.start_ns == 0:
            return None
        return self._running.start_ns

    def refusal(self, goal: TrajectoryGoal, now_ns: int) -> str | None:
        """Return why a goal would be refused now, None if it is fine."""
        if not self._takes_part:
            return f"arm {self.arm.name!r} does not take part in this task"
        return refusal(goal, self.limits, self._physics.positions(self.joints), now_ns)

    def start(
        self,
        goal: TrajectoryGoal,
        now_ns: int,
        on_end: Callable[[Ending, TrajectoryResult], None],
    ) -> None:
        """Begin a goal that was not refused; a running one is preempted."""
        self._end(Ending.ABORTED, INVALID_GOAL, "Current goal preempted by new incoming action.")
        start_ns = goal.start_ns or now_ns
        self._running = RunningGoal(goal=goal, start_ns=start_ns, on_end=on_end)
        self._spline = JointSpline(self._with_present(goal, (now_ns - start_ns) * 1e-9))

    def cancel(self) -> None:
        """Stop the running goal, if any, and hold the measured position."""
        self._hold()
        self._end(Ending.CANCELED, SUCCESSFUL, "")

    def abort(self, reason: str) -> None:
        """End the running goal, if any, for a reason outside of it."""
        self._hold()
        self._end(Ending.ABORTED, INVALID_GOAL, reason)

    def command(self, now_ns: int) -> None:
        """Set the servos for the tick that begins at ``now_ns``."""
        if self._running is not None:
            at = self._running.elapsed(now_ns + TICK_NS)
            self.setpoint, self._setpoint_velocity = self._spline.sample(at)
        # The servo damps all motion; leading the position by kv/kp spares the desired motion.
        target = self.setpoint + self._lead_s * self._setpoint_velocity
        self._physics.data.ctrl[self.joints.servos] = target

    def evaluate(self, now_ns: int) -> None:
        """Check tolerances and the end after the tick that ended at ``now_ns``."""
        if self._running is None:
            return
        goal = self._running.goal
        error = np.abs(self.setpoint - self._physics.positions(self.joints))
        overtime = self._running.elapsed(now_ns) - self._spline.end
        if overtime < 0.0:
            if self._exceeds(error, goal.path_tolerance):
                self._hold()
                text = "Aborted due to path tolerance violation"
                self._end(Ending.ABORTED, PATH_TOLERANCE_VIOLATED, text)
        elif not self._exceeds(error, goal.goal_tolerance):
            self._end(Ending.SUCCEEDED, SUCCESSFUL, "Goal successfully reached!")
        elif overtime >= (goal.goal_time or _LONGEST_WAIT_S):
            self._hold()
            text = f"Aborted due to goal_time_tolerance exceeding by {overtime:.3f} seconds"
            self._end(Ending.ABORTED, GOAL_TOLERANCE_VIOLATED, text)

    def feedback(self, now_ns: int) -> TrajectoryFeedback | None:
        """Return where the running goal stands, None without one."""
        if self._running is None:
            return None
        return TrajectoryFeedback(
            joints=self.arm.joints,
            elapsed=self._running.elapsed(now_ns),
            desired_positions=self.setpoint,
            desired_velocities=self._setpoint_velocity,
            positions=self._physics.positions(self.joints),
            velocities=self._physics.velocities(self.joints),
        )

    def state(self) -> Array:
        """Return what holding depends on; only while no goal is running."""
        return np.array(self.setpoint)

    def set_state(self, state: Array) -> None:
        """Take over a state given by ``state``."""
        self.setpoint = np.array(state)
        self._setpoint_velocity = np.zeros_like(self.setpoint)

    def _with_present(self, goal: TrajectoryGoal, present: float) -> list[Waypoint]:
        """Return the points, led by the present setpoint where a way to them is left."""
        ahead = [point for point in goal.in_order(self.arm.joints) if point.time > present]
        points = list(goal.in_order(self.arm.joints))
        if points[0].time <= present:
            return points
        velocities = None if points[0].velocities is None else self._setpoint_velocity
        return [Waypoint(time=present, positions=self.setpoint, velocities=velocities), *ahead]

    def _hold(self) -> None:
        self.setpoint = self._physics.positions(self.joints)
        self._setpoint_velocity = np.zeros_like(self.setpoint)

    def _exceeds(self, error: Array, tolerances: Mapping[str, float]) -> bool:
        return any(
            error[self.arm.joints.index(joint)] > allowed for joint, allowed in tolerances.items()
        )

    def _end(self, ending: Ending, code: int, text: str) -> None:
        running, self._running = self._running, None
        if running is not None:
            self._setpoint_velocity = np.zeros_like(self.setpoint)
            running.on_end(ending, TrajectoryResult(code=code, text=text))
