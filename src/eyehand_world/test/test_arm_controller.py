"""The arm controller's semantics in the running world: tracking, tolerances, stamps, holding."""

from __future__ import annotations

import numpy as np
import pytest
from eyehand_world.arm_controller import (
    GOAL_TOLERANCE_VIOLATED,
    INVALID_GOAL,
    PATH_TOLERANCE_VIOLATED,
    SUCCESSFUL,
)
from eyehand_world.motion import Ending
from eyehand_world.trajectory import TrajectoryGoal, Waypoint
from hypothesis import given, settings
from hypothesis import strategies as st

pytestmark = pytest.mark.sim

ARM = "right_arm_controller"
POSES = [(0.2, -0.15, 0.76, 0.0), (0.3, -0.1, 0.85, 0.5), (0.12, -0.05, 0.8, -0.6)]


@pytest.mark.parametrize("pose", POSES)
def test_arm_ends_where_the_trajectory_ends(make_bench, robot, pose) -> None:
    bench = make_bench()
    target = bench.grasp_joints("right", pose[:3], pose[3])
    ending, result = bench.do(ARM, bench.way_to("right", target))
    assert (ending, result.code) == (Ending.SUCCEEDED, SUCCESSFUL)
    position, axes = bench.body(robot.arms["right"].tcp_frame)
    assert np.linalg.norm(position - pose[:3]) < 0.0002
    assert np.abs(bench.joints("right") - target).max() < np.radians(0.02)


def test_tracking_error_on_the_way_is_small(make_bench) -> None:
    bench = make_bench()
    target = bench.grasp_joints("right", POSES[0][:3])
    bench.start(ARM, bench.way_to("right", target, duration=1.0))
    controller = bench.world.controllers[ARM]
    worst = 0.0
    while controller.active:
        bench.world.advance()
        error = np.abs(controller.setpoint - bench.joints("right"))
        worst = max(worst, float(error.max()))
    assert worst < 0.01


def test_holding_costs_no_drift(make_bench) -> None:
    bench = make_bench()
    before = bench.joints("right")
    for _ in range(1250):
        bench.world.advance()
    assert np.abs(bench.joints("right") - before).max() < 1e-6


@settings(max_examples=8)
@given(st.floats(0.1, 0.9))
def test_cancel_holds_the_measured_position(make_bench, share: float) -> None:
    bench = make_bench()
    endings = bench.start(ARM, bench.way_to("right", np.full(6, 0.6), duration=1.0))
    for _ in range(round(share * 250)):
        bench.world.advance()
    bench.world.controllers[ARM].cancel()
    stopped_at = bench.joints("right")
    bench.run()
    assert endings[0][0] is Ending.CANCELED
    assert (endings[0][1].code, endings[0][1].text) == (SUCCESSFUL, "")
    assert np.abs(bench.joints("right") - stopped_at).max() < 0.03


def test_preempted_goal_is_aborted_and_motion_stays_smooth(make_bench) -> None:
    bench = make_bench()
    old = bench.start(ARM, bench.way_to("right", np.full(6, 0.6), duration=1.0))
    for _ in range(125):
        bench.world.advance()
    rest = np.zeros(6)
    goal = TrajectoryGoal(
        joints=bench.robot.arms["right"].joints,
        waypoints=(Waypoint(time=0.5, positions=np.full(6, 0.3), velocities=rest),),
    )
    new = bench.start(ARM, goal)
    assert old[0][0] is Ending.ABORTED
    assert old[0][1].code == INVALID_GOAL
    controller = bench.world.controllers[ARM]
    setpoints = [controller.setpoint]
    while controller.active:
        bench.world.advance()
        setpoints.append(controller.setpoint)
    assert np.abs(np.diff(setpoints, axis=0)).max() < 2.0 * 0.004
    assert new[0][0] is Ending.SUCCEEDED
    np.testing.assert_allclose(bench.joints("right"), 0.3, atol=2e-3)


def test_positions_alone_are_joined_by_straight_lines(make_bench) -> None:
    bench = make_bench()
    joints = bench.robot.arms["right"].joints
    points = tuple(Waypoint(time=t, positions=np.full(6, q)) for t, q in ((0.0, 0.0), (1.0, 0.4)))
    bench.start(ARM, TrajectoryGoal(joints=joints, waypoints=points))
    for _ in range(125):
        bench.world.advance()
    np.testing.assert_allclose(bench.world.controllers[ARM].setpoint, 0.2, atol=1e-9)


def test_goal_with_a_future_stamp_holds_its_first_point_until_then(make_bench) -> None:
    bench = make_bench(arms=("right",))
    goal = bench.way_to(
        "right", np.full(6, 0.2), duration=0.5, start_ns=bench.world.now_ns + 200_000_000
    )
    bench.start(ARM, goal)
    start = bench.world.now_ns
    while bench.world.now_ns < start + 200_000_000:
        bench.world.advance()
    assert np.abs(bench.joints("right")).max() < 1e-4
    bench.run()
    np.testing.assert_allclose(bench.joints("right"), 0.2, atol=1e-3)


def test_without_a_held_point_motion_begins_before_the_stamp(make_bench) -> None:
    """As ros2_control does: it moves to the first point over all the time there is."""
    bench = make_bench(arms=("right",))
    point = Waypoint(time=0.1, positions=np.full(6, 0.2))
    goal = TrajectoryGoal(
        joints=bench.robot.arms["right"].joints,
        waypoints=(point,),
        start_ns=bench.world.now_ns + 300_000_000,
    )
    bench.start(ARM, goal)
    for _ in range(50):
        bench.world.advance()
    np.testing.assert_allclose(bench.world.controllers[ARM].setpoint, 0.1, atol=1e-9)


def test_goal_stamped_in_the_past_joins_in_the_middle(make_bench) -> None:
    bench = make_bench()
    point = Waypoint(time=1.0, positions=np.full(6, 0.2))
    goal = TrajectoryGoal(
        joints=bench.robot.arms["right"].joints,
        waypoints=(point,),
        start_ns=bench.world.now_ns - 500_000_000,
    )
    endings = bench.start(ARM, goal)
    ticks = 0
    while not endings:
        bench.world.advance()
        ticks += 1
    assert ticks == pytest.approx(125, abs=1)


def test_blocked_arm_violates_its_path_tolerance(make_bench) -> None:
    bench = make_bench()
    bench.do(ARM, bench.way_to("right", bench.grasp_joints("right", [0.2, -0.15, 0.76])))
    below = bench.grasp_joints("right", [0.2, -0.15, 0.70])
    tolerance = dict.fromkeys(bench.robot.arms["right"].joints, 0.01)
    goal = bench.way_to("right", below, path_tolerance=tolerance)
    ending, result = bench.do(ARM, goal)
    assert (ending, result.code) == (Ending.ABORTED, PATH_TOLERANCE_VIOLATED)
    deepest = max(
        c.penetration for s in bench.samples for c in s.state.contacts if c.involves("table")
    )
    assert deepest < 0.004


@pytest.mark.parametrize("goal_time", [0.0, 0.3])
def test_unreached_goal_violates_its_tolerance(make_bench, goal_time) -> None:
    bench = make_bench()
    bench.do(ARM, bench.way_to("right", bench.grasp_joints("right", [0.2, -0.15, 0.76])))
    below = bench.grasp_joints("right", [0.2, -0.15, 0.73])
    tolerance = dict.fromkeys(bench.robot.arms["right"].joints, 0.001)
    goal = bench.way_to("right", below, goal_tolerance=tolerance, goal_time=goal_time)
    ending, result = bench.do(ARM, goal)
    assert (ending, result.code) == (Ending.ABORTED, GOAL_TOLERANCE_VIOLATED)


def test_refused_for_a_hidden_arm(make_bench) -> None:
    bench = make_bench(arms=("left",))
    goal = bench.way_to("right", np.zeros(6))
    reason = bench.world.controllers[ARM].refusal(goal, bench.world.now_ns)
    assert reason is not None and "does not take part" in reason
