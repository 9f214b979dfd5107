"""Gripper controller: goes to an opening with a limited force, ends when there or when stalled.

Results are those of GripperActionController (ros2_controllers) with ``allow_stalling``: a finger at
its goal has reached it, one that rests elsewhere is stalled, and both succeed; one that still moves
is neither. Unlike there, a finger at its goal has to rest too, so that a stroke has one duration.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from eyehand_core.geometry.rotation import Array
from eyehand_core.robot import Arm

from eyehand_world.mean_velocity import MeanVelocity
from eyehand_world.motion import Ending, RunningGoal
from eyehand_world.physics import Physics
from eyehand_world.physics_settings import TICK_S

FULL_STROKE_S = 0.6
"""Time of a full stroke; with the rest below an open or close takes about the published 0.8 s."""

REACHED_M = 0.002
STILL_M_S = 0.001
STILL_S = 0.12
"""A goal ends after the finger has been slower than STILL_M_S for this long: the parameters
``stall_velocity_threshold`` and ``stall_timeout`` of GripperActionController."""

_LONGEST_S = 30.0
"""Then a goal is aborted with the finger still moving: a lock-stepped world must not go on for
ever. GripperActionController itself has no limit."""

_TREMBLING_S = 2.0
"""Then a finger rests that trembles against what it holds without getting anywhere."""

_SQUEEZE_M = 0.02
"""How far beyond an object the servo aims, so that it presses with the full allowed force."""


@dataclass(frozen=True, kw_only=True)
class GripperGoal:
    """What a client asks of a gripper.

    Attributes:
        position: of the driven finger joint [m].
        max_effort: force limit [N]; 0 for the robot file's.
    """

    position: float
    max_effort: float


@dataclass(frozen=True, kw_only=True)
class GripperResult:
    """Where the gripper stopped: finger position [m], force [N], and why."""

    position: float
    effort: float
    stalled: bool
    reached_goal: bool


class GripperController:
    """Moves the driven finger of one gripper; without a goal it keeps its aim and force.

    Args:
        arm: the arm that carries the gripper.
        physics: scene that holds it.
        takes_part: False for the hidden arm of a one-arm task, which refuses all goals.
    """

    def __init__(self, arm: Arm, physics: Physics, *, takes_part: bool = True) -> None:
        self.arm = arm
        self.gripper = arm.gripper
        self._physics = physics
        self._takes_part = takes_part
        self.joints = physics.joints((arm.gripper.joint,))
        self._gain = float(physics.model.actuator_gainprm[self.joints.servos[0], 0])
        stroke = abs(arm.gripper.open - arm.gripper.closed)
        self._step = stroke / FULL_STROKE_S * TICK_S
        self._setpoint = float(physics.positions(self.joints)[0])
        self._aim = self._setpoint
        self._effort = arm.gripper.max_effort
        self._still_since_ns = 0
        self._motion = MeanVelocity(physics, self.joints)
        self._running: RunningGoal[GripperGoal, GripperResult] | None = None

    @property
    def name(self) -> str:
        """Controller name of the robot file."""
        return self.arm.gripper_controller

    @property
    def active(self) -> bool:
        """True while a goal is running."""
        return self._running is not None

    def refusal(self, goal: GripperGoal, now_ns: int) -> str | None:
        """Return why a goal would be refused, None if it is fine."""
        del now_ns
        if not self._takes_part:
            return f"arm {self.arm.name!r} does not take part in this task"
        lower, upper = sorted((self.gripper.closed, self.gripper.open))
        if not math.isfinite(goal.position) or not lower <= goal.position <= upper:
            return f"position {goal.position!r} m; allowed {lower:g}...{upper:g}"
        if not math.isfinite(goal.max_effort) or not 0.0 <= goal.max_effort <= self._limit:
            return f"max_effort {goal.max_effort!r} N; allowed 0...{self._limit:g} (0: the default)"
        return None

    def start(
        self,
        goal: GripperGoal,
        now_ns: int,
        on_end: Callable[[Ending, GripperResult], None],
    ) -> None:
        """Begin a goal that was not refused; a running one is preempted."""
        self._end(Ending.ABORTED)
        self._running = RunningGoal(goal=goal, start_ns=now_ns, on_end=on_end)
        self._effort = goal.max_effort or self._limit
        self._setpoint = self._position
        self._aim = goal.position
        if math.isclose(goal.position, self.gripper.closed):
            self._aim -= math.copysign(_SQUEEZE_M, self.gripper.open - self.gripper.closed)
        self._still_since_ns = now_ns

    def cancel(self) -> None:
        """Stop the running goal, if any, and hold the measured position."""
        self._aim = self._setpoint = self._position
        self._end(Ending.CANCELED)

    def abort(self, reason: str) -> None:
        """End the running goal, if any, for a reason outside of it."""
        del reason
        self._end(Ending.ABORTED)

    def command(self, now_ns: int) -> None:
        """Set the servo for the tick that begins at ``now_ns``."""
        del now_ns
        way = self._aim - self._setpoint
        self._setpoint += math.copysign(min(abs(way), self._step), way)
        reach = self._effort / self._gain
        target = min(max(self._setpoint, self._position - reach), self._position + reach)
        self._physics.data.ctrl[self.joints.servos] = target

    def evaluate(self, now_ns: int) -> None:
        """End the goal once the finger has come to rest after the tick that ended at ``now_ns``."""
        self._motion.note()
        if self._running is None:
            return
        if abs(float(self._physics.velocities(self.joints)[0])) > STILL_M_S:
            self._still_since_ns = now_ns
        rests = now_ns - self._still_since_ns >= round(STILL_S * 1e9)
        if rests or (self._running.elapsed(now_ns) >= _TREMBLING_S and self._gets_nowhere()):
            self._end(Ending.SUCCEEDED)
        elif self._running.elapsed(now_ns) >= _LONGEST_S:
            self._end(Ending.ABORTED)

    def state(self) -> Array:
        """Return what gripping depends on; only while no goal is running."""
        return np.array([self._setpoint, self._aim, self._effort])

    def set_state(self, state: Array) -> None:
        """Take over a state given by ``state``."""
        self._setpoint, self._aim, self._effort = (float(value) for value in state)

    @property
    def _limit(self) -> float:
        return self.gripper.max_effort

    @property
    def _position(self) -> float:
        return float(self._physics.positions(self.joints)[0])

    def _gets_nowhere(self) -> bool:
        return abs(float(self._motion.velocities()[0])) < STILL_M_S

    def _end(self, ending: Ending) -> None:
        running, self._running = self._running, None
        if running is None:
            return
        reached = abs(self._position - running.goal.position) <= REACHED_M
        result = GripperResult(
            position=self._position,
            effort=abs(float(self._physics.efforts(self.joints)[0])),
            stalled=ending is Ending.SUCCEEDED and not reached,
            reached_goal=reached,
        )
        running.on_end(ending, result)
