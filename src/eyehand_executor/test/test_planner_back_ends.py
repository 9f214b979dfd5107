"""What every kinematics back end has to do, the same tests for each that this machine has.

MoveIt's are skipped where MoveIt is not installed. On a machine with ROS 2 and MoveIt:

    python -m pytest src/eyehand_executor/test/test_planner_back_ends.py

``moveit_service`` also needs a move_group with the files of ``config/moveit/dual_x5`` running.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from executor_cases import home
from eyehand_core.errors import ConfigError, StackError
from eyehand_core.geometry.rotation import Array
from eyehand_core.robot import Robot
from eyehand_executor.cartesian_motion import motion_of
from eyehand_executor.cartesian_path import PathSettings
from eyehand_executor.commands import ArmCommand, CommandKind
from eyehand_executor.joint_trajectory import JointTrajectory
from eyehand_executor.kinematics import (
    KINEMATICS,
    Clearances,
    CollisionPair,
    IkFailure,
    Kinematics,
    KinematicsRequest,
)
from eyehand_executor.moveit_service_backend import missing_moveit_messages
from eyehand_executor.moveit_session import missing_moveit_py
from eyehand_executor.planners import PLANNERS
from eyehand_executor.planning import plan_motion
from eyehand_executor.reasons import Reason, Refusal
from eyehand_executor.verify import Bounds, Motion, find_faults

MISSING: dict[str, Callable[[], str]] = {
    "pinocchio": lambda: "",
    "moveit": missing_moveit_py,
    "moveit_service": missing_moveit_messages,
}
DOWN = np.array([0.0, 1.3, 1.3, -0.6, 0.0, 0.0])
"""Joints of an arm that reaches forwards, away from all limits."""


@pytest.fixture(scope="module", params=PLANNERS)
def make(request: pytest.FixtureRequest, robot: Robot) -> Iterator[Callable[..., Kinematics]]:
    """Builds the back end for some arms."""
    reason = MISSING[request.param]()
    if reason:
        pytest.skip(reason)
    if request.param != "pinocchio":
        import rclpy

        rclpy.init()

    def build(*arms: str) -> Kinematics:
        try:
            return KINEMATICS[request.param](
                KinematicsRequest(robot=robot, arms=arms, clearances=Clearances())
            )
        except StackError as error:
            pytest.skip(f"move_group is not running: {error}")

    yield build
    if request.param != "pinocchio":
        rclpy.shutdown()


def command(arm: str, kind: CommandKind, axis: int, amount: float) -> ArmCommand:
    return ArmCommand(arm=arm, kind=kind.value, axis=axis, amount=amount)


def plan(
    kinematics: Kinematics, robot: Robot, start: Array, *commands: ArmCommand
) -> JointTrajectory | Refusal:
    motions = {c.arm: motion_of(c, kinematics.frames(start, c.arm)) for c in commands}
    outcome = plan_motion(kinematics, robot, start, motions, PathSettings())
    if isinstance(outcome, JointTrajectory):
        motion = Motion(
            trajectory=outcome,
            motions=motions,
            start=start,
            velocity=robot.velocity_scale * kinematics.limits.velocity,
            acceleration=np.full(len(start), robot.acceleration),
        )
        assert list(find_faults(kinematics, motion, Bounds())) == []
    return outcome


def reaching(robot: Robot, kinematics: Kinematics) -> Array:
    start = home(robot, kinematics)
    for arm in kinematics.arms:
        start[kinematics.columns(arm)] = DOWN
    return start


def test_home_poses_are_the_published_ones(make: Callable[..., Kinematics], robot: Robot) -> None:
    """VA-Bench (arXiv 2609.19554): end pose, GC and axes of the right arm at home."""
    kinematics = make("left", "right")
    frames = kinematics.frames(home(robot, kinematics), "right")
    assert frames.end_pose.position == pytest.approx([0.306, -0.322, 0.934], abs=1e-5)
    assert frames.grip_center.position == pytest.approx([0.306, -0.248, 0.934], abs=1e-5)
    axes = frames.end_pose.matrix.T
    assert axes == pytest.approx(np.array([[0, 1, 0], [-1, 0, 0], [0, 0, 1]]), abs=1e-5)
    assert (kinematics.limits.lower < kinematics.limits.upper).all()


def test_inverse_undoes_forward(make: Callable[..., Kinematics], robot: Robot) -> None:
    kinematics = make("right")
    start = reaching(robot, kinematics)
    rng = np.random.default_rng(3)
    for _ in range(20):
        goal = start.copy()
        goal[:6] += rng.uniform(-0.1, 0.1, 6)
        target = kinematics.frames(goal, "right").end_pose
        solution = kinematics.inverse("right", target, start)
        assert not isinstance(solution, IkFailure)
        reached = kinematics.frames(solution, "right").end_pose
        assert reached.distance_to(target) < 1e-4
        assert reached.angle_to(target) < 1e-3
        assert solution[6] == start[6]


def test_a_far_pose_is_a_failure(make: Callable[..., Kinematics], robot: Robot) -> None:
    kinematics = make("right")
    start = home(robot, kinematics)
    far = kinematics.frames(start, "right").end_pose.translated([0.0, 2.0, 0.0])
    assert isinstance(kinematics.inverse("right", far, start), IkFailure)


@pytest.mark.parametrize(
    ("kind", "axis", "amount"),
    [
        (CommandKind.TRANSLATE, 2, -0.05),
        (CommandKind.TRANSLATE, 0, 0.001),
        (CommandKind.ROTATE, 2, math.radians(40)),
    ],
)
def test_one_arm_moves_as_asked(
    make: Callable[..., Kinematics], robot: Robot, kind: CommandKind, axis: int, amount: float
) -> None:
    kinematics = make("right")
    start = reaching(robot, kinematics)
    outcome = plan(kinematics, robot, start, command("right", kind, axis, amount))
    assert isinstance(outcome, JointTrajectory), outcome
    assert outcome.positions[0] == pytest.approx(start)


def test_two_arms_move_together(make: Callable[..., Kinematics], robot: Robot) -> None:
    kinematics = make("left", "right")
    start = reaching(robot, kinematics)
    commands = [command(arm, CommandKind.TRANSLATE, 2, 0.06) for arm in kinematics.arms]
    outcome = plan(kinematics, robot, start, *commands)
    assert isinstance(outcome, JointTrajectory), outcome
    for configuration in outcome.positions:
        heights = [
            kinematics.frames(configuration, arm).end_pose.position[2] for arm in kinematics.arms
        ]
        assert abs(heights[0] - heights[1]) < 0.001


def test_the_table_stops_a_path(make: Callable[..., Kinematics], robot: Robot) -> None:
    """Refused with the share that is free and the table's name; nothing is cut short."""
    kinematics = make("right")
    start = reaching(robot, kinematics)
    down = [command("right", CommandKind.TRANSLATE, 2, -0.1)]
    outcome: JointTrajectory | Refusal = plan(kinematics, robot, start, *down)
    while isinstance(outcome, JointTrajectory):
        start = outcome.positions[-1]
        outcome = plan(kinematics, robot, start, *down)
    assert outcome.reason in (Reason.COLLISION, Reason.UNREACHABLE, Reason.JOINT_LIMIT)
    assert outcome.fraction < 1.0


def test_a_path_beyond_reach_is_refused(make: Callable[..., Kinematics], robot: Robot) -> None:
    kinematics = make("right")
    start = home(robot, kinematics)
    turn = command("right", CommandKind.ROTATE, 0, math.radians(170))
    assert isinstance(plan(kinematics, robot, start, turn), Refusal)


def test_an_arm_in_the_table_cannot_start(make: Callable[..., Kinematics], robot: Robot) -> None:
    kinematics = make("right")
    start = home(robot, kinematics)
    start[:6] = [0.0, 3.34, 1.55, 0.0, 0.0, 0.0]
    assert kinematics.frames(start, "right").end_pose.position[2] < 0.74
    pair = kinematics.collision_check(start)
    assert isinstance(pair, CollisionPair)
    assert any(name.startswith("right") for name in pair)


def test_a_hidden_arm_is_no_obstacle(make: Callable[..., Kinematics], robot: Robot) -> None:
    """Only arms in use exist; the check of one arm never names the other."""
    kinematics = make("right")
    start = home(robot, kinematics)
    check = kinematics.collision_check(start)
    assert not isinstance(check, CollisionPair)
    assert check(start) is None


@pytest.mark.parametrize("planner", ["moveit", "moveit_service"])
def test_a_missing_planner_is_an_error_and_no_fall_back(planner: str, robot: Robot) -> None:
    if not MISSING[planner]():
        pytest.skip("it is there")
    request = KinematicsRequest(robot=robot, arms=("right",), clearances=Clearances())
    with pytest.raises(ConfigError, match=f"planner '{planner}' needs"):
        KINEMATICS[planner](request)
