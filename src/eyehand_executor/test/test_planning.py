"""Whole plans against the independent verifier, on hundreds of random starts."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from executor_cases import home, random_start
from eyehand_core.robot import Robot
from eyehand_executor.cartesian_motion import motion_of
from eyehand_executor.cartesian_path import PathSettings
from eyehand_executor.commands import ArmCommand, CommandKind
from eyehand_executor.joint_trajectory import JointTrajectory
from eyehand_executor.kinematics import Kinematics
from eyehand_executor.planning import plan_motion
from eyehand_executor.reasons import Reason, Refusal
from eyehand_executor.verify import Bounds, Motion, find_faults

STRICT = Bounds(deviation=0.0006, angle=math.radians(0.35), joint_step=0.01, samples_per_segment=2)

CASES = [
    ("right", CommandKind.TRANSLATE, 0.001, 60, 0.9),
    ("right", CommandKind.TRANSLATE, 0.1, 100, 0.4),
    ("right", CommandKind.ROTATE, math.radians(1), 40, 0.8),
    ("right", CommandKind.ROTATE, math.radians(90), 100, 0.1),
    ("both", CommandKind.TRANSLATE, 0.05, 50, 0.3),
    ("both", CommandKind.ROTATE, math.radians(30), 50, 0.2),
]


@pytest.mark.slow
@pytest.mark.parametrize(("arms", "kind", "amount", "count", "share"), CASES)
def test_plans_pass_the_verifier(
    request: pytest.FixtureRequest,
    robot: Robot,
    arms: str,
    kind: CommandKind,
    amount: float,
    count: int,
    share: float,
) -> None:
    kinematics: Kinematics = request.getfixturevalue(arms)
    rng = np.random.default_rng(count)
    outcomes: Counter[str] = Counter()
    for _ in range(count):
        start = random_start(rng, robot, kinematics)
        motions = {
            arm: motion_of(
                ArmCommand(
                    arm=arm,
                    kind=kind.value,
                    axis=int(rng.integers(3)),
                    amount=amount * rng.choice([-1, 1]),
                ),
                kinematics.frames(start, arm),
            )
            for arm in kinematics.arms
        }
        trajectory = plan_motion(kinematics, robot, start, motions, PathSettings())
        if isinstance(trajectory, Refusal):
            outcomes[trajectory.reason.code] += 1
            continue
        outcomes["found"] += 1
        motion = Motion(
            trajectory=trajectory,
            motions=motions,
            start=start,
            velocity=robot.velocity_scale * kinematics.limits.velocity,
            acceleration=np.full(len(start), robot.acceleration),
        )
        assert list(find_faults(kinematics, motion, STRICT)) == []
    assert outcomes["found"] >= share * count, outcomes
    assert outcomes[Reason.VERIFICATION_FAILED.code] <= 0.02 * count, outcomes
    assert outcomes[Reason.TIME_LAW_FAILED.code] == 0, outcomes


def test_coarse_path_does_not_get_past_the_verifier(robot: Robot, right: Kinematics) -> None:
    """Waypoints every 10 degrees without bisection leave the motion on some turns."""
    coarse = PathSettings(position_tolerance=1.0, orientation_tolerance=math.pi)
    rng = np.random.default_rng(0)
    reasons = set()
    for _ in range(60):
        start = random_start(rng, robot, right)
        command = ArmCommand(
            arm="right", kind=CommandKind.ROTATE.value, axis=int(rng.integers(3)), amount=1.5
        )
        motions = {"right": motion_of(command, right.frames(start, "right"))}
        outcome = plan_motion(right, robot, start, motions, coarse)
        if isinstance(outcome, Refusal):
            reasons.add(outcome.reason)
    assert Reason.VERIFICATION_FAILED in reasons


def test_two_arms_advance_together(robot: Robot, both: Kinematics) -> None:
    """A level lift stays level: both arms share one path parameter."""
    start = home(robot, both)
    motions = {
        arm: motion_of(
            ArmCommand(arm=arm, kind=CommandKind.TRANSLATE.value, axis=2, amount=0.1),
            both.frames(start, arm),
        )
        for arm in both.arms
    }
    trajectory = plan_motion(both, robot, start, motions, PathSettings())
    assert isinstance(trajectory, JointTrajectory)
    positions, _, _ = trajectory.sample(np.linspace(0, trajectory.duration, 60))
    for configuration in positions:
        heights = [both.frames(configuration, arm).end_pose.position[2] for arm in both.arms]
        assert abs(heights[0] - heights[1]) < 0.0005


def test_duration_follows_the_velocity_scale(robot: Robot, right: Kinematics) -> None:
    start = home(robot, right)
    command = ArmCommand(arm="right", kind=CommandKind.TRANSLATE.value, axis=2, amount=0.1)
    motions = {"right": motion_of(command, right.frames(start, "right"))}
    durations = []
    for scale in (0.5, 0.05):
        slow = replace(robot, velocity_scale=scale)
        trajectory = plan_motion(right, slow, start, motions, PathSettings())
        assert isinstance(trajectory, JointTrajectory)
        fastest = np.abs(trajectory.velocities[:, :6]) / right.limits.velocity[:6]
        assert fastest.max() <= scale
        durations.append(trajectory.duration)
    assert durations[1] > 2 * durations[0]


def test_same_request_gives_the_same_trajectory(robot: Robot, right: Kinematics) -> None:
    start = home(robot, right)
    command = ArmCommand(arm="right", kind=CommandKind.ROTATE.value, axis=1, amount=1.2)
    motions = {"right": motion_of(command, right.frames(start, "right"))}
    first, second = (plan_motion(right, robot, start, motions, PathSettings()) for _ in range(2))
    assert isinstance(first, JointTrajectory)
    assert isinstance(second, JointTrajectory)
    assert (first.positions == second.positions).all()
    assert (first.times == second.times).all()
