"""The gate: ordered rules that every command must pass before anything is planned.

Nothing is clamped: a metric command is carried out as asked or refused with a reason.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from eyehand_core.robot import Robot

from eyehand_executor.cartesian_motion import Line, Turn, motion_of
from eyehand_executor.commands import AMOUNT_RANGES, ArmCommand, CommandKind
from eyehand_executor.controller_port import ControllerPort
from eyehand_executor.kinematics import Kinematics
from eyehand_executor.reasons import Reason, Refusal
from eyehand_executor.robot_samples import RobotSample, Stillness

_AXES = range(3)


@dataclass(frozen=True, kw_only=True)
class GateSettings:
    """Limits of the gate.

    Attributes:
        stillness: speeds that count as still.
        lock_step: the world stands still between motions and then sends no joint states; if
            False, joint states must keep arriving.
        joint_state_timeout: greatest age of joint states by arrival if not ``lock_step`` [s].
    """

    stillness: Stillness
    lock_step: bool = True
    joint_state_timeout: float = 0.2


@dataclass(frozen=True, kw_only=True)
class Attempt:
    """A request with what is known when it is judged.

    Attributes:
        commands: one per arm.
        not_before_ns: least stamp of the joint states to plan from [ns].
        robot: the robot.
        sample: newest joint states, None before the first.
        kinematics_for: makes the kinematics of the arms in use.
        port: the controllers.
        settings: limits.
    """

    commands: tuple[ArmCommand, ...]
    not_before_ns: int
    robot: Robot
    sample: RobotSample | None
    kinematics_for: Callable[[tuple[str, ...]], Kinematics]
    port: ControllerPort
    settings: GateSettings

    @cached_property
    def measured(self) -> RobotSample:
        """The joint states; there once the rule about them has passed."""
        assert self.sample is not None
        return self.sample

    @cached_property
    def kinematics(self) -> Kinematics:
        """Kinematics of the arms in use."""
        return self.kinematics_for(tuple(self.measured.arms))

    @cached_property
    def motions(self) -> Mapping[str, Line | Turn]:
        """Commanded motions by arm, from the measured pose; empty for gripper commands."""
        start = self.measured.configuration()
        return {
            command.arm: motion_of(command, self.kinematics.frames(start, command.arm))
            for command in self.commands
            if command.command_kind.moves_arm
        }


Rule = Callable[[Attempt], "Refusal | None"]

RULES: list[Rule] = []
"""All rules in the order in which they are asked; a rule may rely on the ones before."""


def judge(attempt: Attempt) -> Refusal | None:
    """Return why the first unsatisfied rule refuses the attempt, None if all are satisfied."""
    return next((refusal for rule in RULES if (refusal := rule(attempt)) is not None), None)


def _rule(rule: Rule) -> Rule:
    RULES.append(rule)
    return rule


@_rule
def arms_are_known(attempt: Attempt) -> Refusal | None:
    """At least one command; each arm exists and is commanded once."""
    if not attempt.commands:
        return Refusal(reason=Reason.EMPTY_COMMAND, message="no arm command was given; give one")
    known = ", ".join(attempt.robot.arms)
    seen: set[str] = set()
    for command in attempt.commands:
        if command.arm not in attempt.robot.arms:
            return Refusal(
                reason=Reason.UNKNOWN_ARM, message=f"unknown arm {command.arm!r}; allowed: {known}"
            )
        if command.arm in seen:
            return Refusal(
                reason=Reason.DUPLICATE_ARM,
                message=f"arm {command.arm} is commanded twice; give one command per arm",
            )
        seen.add(command.arm)
    return None


@_rule
def kinds_are_known(attempt: Attempt) -> Refusal | None:
    """Each kind exists; arm motions and gripper commands are not mixed."""
    values = {kind.value for kind in CommandKind}
    for command in attempt.commands:
        if command.kind not in values:
            allowed = ", ".join(f"{kind.value} {kind.name}" for kind in CommandKind)
            return Refusal(
                reason=Reason.UNKNOWN_KIND,
                message=f"arm {command.arm}: kind {command.kind}; allowed: {allowed}",
            )
    if len({command.command_kind.moves_arm for command in attempt.commands}) > 1:
        return Refusal(
            reason=Reason.MIXED_KINDS,
            message="one arm is to move and another gripper to open or close; do one at a time",
        )
    return None


@_rule
def amounts_are_allowed(attempt: Attempt) -> Refusal | None:
    """Axis exists; the amount is finite and within the range of one command."""
    for command in attempt.commands:
        amounts = AMOUNT_RANGES.get(command.command_kind)
        if amounts is None:
            continue
        where = f"arm {command.arm}"
        if command.axis not in _AXES:
            message = f"{where}: axis {command.axis}; allowed: 0 x, 1 y, 2 z"
            return Refusal(reason=Reason.UNKNOWN_AXIS, message=message)
        if not math.isfinite(command.amount):
            message = f"{where}: amount {command.amount}; give a finite number"
            return Refusal(reason=Reason.NOT_FINITE, message=message)
        if not amounts.contains(command.amount):
            message = f"{where}: {amounts.describe(command.amount)}"
            return Refusal(reason=Reason.AMOUNT_OUT_OF_RANGE, message=message)
    return None


@_rule
def joint_states_are_new(attempt: Attempt) -> Refusal | None:
    """Joint states are there, new enough by stamp, and still arriving where they have to."""
    sample = attempt.sample
    if sample is None:
        return Refusal(
            reason=Reason.NO_JOINT_STATES,
            message="no joint states with positions and velocities have arrived; start the world",
        )
    if sample.stamp_ns < attempt.not_before_ns:
        late = (attempt.not_before_ns - sample.stamp_ns) * 1e-9
        return Refusal(
            reason=Reason.STALE_JOINT_STATES,
            message=f"joint states are {late:.3f} s older than the state the command refers to",
        )
    age = time.monotonic() - sample.received
    if not attempt.settings.lock_step and age > attempt.settings.joint_state_timeout:
        return Refusal(
            reason=Reason.STALE_JOINT_STATES,
            message=(
                f"joint states are {age:.2f} s old; "
                f"allowed {attempt.settings.joint_state_timeout:g} s; is the robot connected?"
            ),
        )
    return None


@_rule
def arms_are_present(attempt: Attempt) -> Refusal | None:
    """Commanded arms take part and their controllers answer."""
    present = attempt.measured.arms
    for command in attempt.commands:
        if command.arm not in present:
            return Refusal(
                reason=Reason.ABSENT_ARM,
                message=f"arm {command.arm} takes no part; arms in use: {', '.join(present)}",
            )
        arm = attempt.robot.arms[command.arm]
        moves_arm = command.command_kind.moves_arm
        controller = arm.arm_controller if moves_arm else arm.gripper_controller
        if attempt.port.absent([controller]) is not None:
            return Refusal(
                reason=Reason.CONTROLLER_UNAVAILABLE,
                message=f"controller {controller} does not answer; is it active?",
                blocking=(controller,),
            )
    return None


@_rule
def robot_is_still(attempt: Attempt) -> Refusal | None:
    """No arm and no gripper moves."""
    stillness = attempt.settings.stillness
    moving = stillness.moving_arm(attempt.measured)
    if moving is None:
        return None
    arm = attempt.measured.arms[moving]
    return Refusal(
        reason=Reason.ROBOT_MOVING,
        message=(
            f"arm {moving} moves: joints {np.abs(arm.velocities).max():.3f} rad/s "
            f"(still below {stillness.joint:g}), fingers {abs(arm.finger_velocity):.4f} m/s "
            f"(still below {stillness.finger:g})"
        ),
        blocking=(moving,),
    )


@_rule
def motion_stays_in_workspace(attempt: Attempt) -> Refusal | None:
    """End pose and grip centre stay in the workspace box at every waypoint."""
    box = attempt.robot.workspace
    start = attempt.measured.configuration()
    for arm, motion in attempt.motions.items():
        frames = attempt.kinematics.frames(start, arm)
        lever = frames.end_pose.inverse().transform(frames.grip_center.position)
        for step in range(1, motion.steps + 1):
            pose = motion.pose(step / motion.steps)
            points = {"end pose": pose.position, "grip centre": pose.transform(lever)}
            for name, point in points.items():
                if not box.contains(point):
                    return _outside(attempt, arm, name, point, (step - 1) / motion.steps)
    return None


def _outside(attempt: Attempt, arm: str, name: str, point: np.ndarray, fraction: float) -> Refusal:
    box = attempt.robot.workspace
    place = ", ".join(f"{value:.3f}" for value in point)
    return Refusal(
        reason=Reason.OUTSIDE_WORKSPACE,
        message=(
            f"{name} of arm {arm} would be at ({place}) m; "
            f"workspace {list(box.lower)} to {list(box.upper)}"
        ),
        fraction=fraction,
        blocking=(arm,),
    )
