"""The gripper: time of a stroke, what counts as reached or stalled, force, holding."""

from __future__ import annotations

import math

import numpy as np
import pytest
from eyehand_world.gripper_controller import STILL_M_S, GripperGoal
from eyehand_world.motion import Ending

pytestmark = pytest.mark.sim

GRIPPER = "right_gripper_controller"
ARM = "right_arm_controller"


@pytest.mark.parametrize("position", [0.0, 0.0225])
def test_stroke_reaches_its_end_in_time(make_bench, position) -> None:
    bench = make_bench()
    start = bench.world.tick
    endings = bench.start(GRIPPER, GripperGoal(position=position, max_effort=0.0))
    fingers = bench.physics.fingers(bench.robot.arms["right"].gripper)
    arrived = 0
    while not endings:
        bench.world.advance()
        if not arrived and abs(bench.physics.positions(fingers)[0] - position) < 0.002:
            arrived = bench.world.tick - start
    assert arrived * 0.004 <= 0.7
    ending, result = endings[0]
    assert ending is Ending.SUCCEEDED
    assert result.reached_goal and not result.stalled
    assert result.position == pytest.approx(position, abs=5e-4)
    np.testing.assert_allclose(*bench.physics.positions(fingers), atol=5e-4)


def test_full_stroke_lasts_about_the_published_time(make_bench) -> None:
    bench = make_bench()
    start = bench.world.tick
    endings = bench.start(GRIPPER, GripperGoal(position=0.0, max_effort=0.0))
    while not endings:
        bench.world.advance()
    assert 0.65 <= (bench.world.tick - start) * 0.004 <= 0.9


@pytest.mark.parametrize("edge", [0.018, 0.04, 0.06])
def test_closing_on_an_object_stalls_with_full_force_and_little_penetration(
    make_bench, make_cube, edge
) -> None:
    bench = make_bench(make_cube("cube", 0.2, -0.15, edge=edge, mass=0.02))
    bench.pick("right", "cube")
    fingers = [c for c in bench.samples[-1].state.contacts if c.involves("cube")]
    partners = {c.other("cube") for c in fingers}
    assert {"right/finger1", "right/finger2"} <= partners
    for contact in fingers:
        assert contact.penetration < 0.001
        if contact.other("cube") != "table":
            assert contact.normal_force == pytest.approx(12.5, rel=0.1)
    assert max(c.penetration for s in bench.samples for c in s.state.contacts) < 0.002


def test_effort_limits_the_force(make_bench, make_cube) -> None:
    bench = make_bench(make_cube("cube", 0.2, -0.15))
    bench.pick("right", "cube", effort=6.0)
    forces = [
        c.normal_force for c in bench.samples[-1].state.contacts if c.other("cube") != "table"
    ]
    assert max(forces) == pytest.approx(3.0, rel=0.15)


@pytest.mark.parametrize(("mass", "yaw"), [(0.05, 0.0), (0.3, 0.4), (0.02, -0.5)])
def test_lifted_cube_does_not_slip(make_bench, make_cube, robot, mass, yaw) -> None:
    turned = (math.cos(yaw / 2), 0.0, 0.0, math.sin(yaw / 2))
    bench = make_bench(make_cube("cube", 0.22, -0.12, mass=mass, quaternion=turned))
    bench.pick("right", "cube", yaw)
    lifted = bench.samples[-1].state.objects["cube"].pose.position + [0.0, 0.0, 0.15]
    bench.do(ARM, bench.way_to("right", bench.grasp_joints("right", lifted, yaw)))

    def in_hand() -> np.ndarray:
        position, axes = bench.body(robot.arms["right"].tcp_frame)
        return axes.T @ (bench.samples[-1].state.objects["cube"].pose.position - position)

    before = in_hand()
    for _ in range(2500):
        bench.world.advance()
    assert bench.samples[-1].state.objects["cube"].pose.position[2] > 0.85
    assert np.linalg.norm(in_hand() - before) < 0.0005


def test_reported_result_of_a_grasp(make_bench, make_cube) -> None:
    bench = make_bench(make_cube("cube", 0.2, -0.15))
    bench.pick("right", "cube")
    ending, result = bench.do(GRIPPER, GripperGoal(position=0.0, max_effort=0.0))
    assert ending is Ending.SUCCEEDED
    assert result.stalled and not result.reached_goal
    assert result.position == pytest.approx(0.02, abs=0.001)
    assert result.effort == pytest.approx(25.0, rel=0.02)


@pytest.mark.parametrize("effort", [0.5, 1.0])
def test_a_slow_finger_is_not_taken_for_a_stalled_one(make_bench, effort) -> None:
    """A weak grip moves at the speed that the joint's damping leaves it."""
    bench = make_bench()
    start = bench.world.tick
    ending, result = bench.do(GRIPPER, GripperGoal(position=0.0, max_effort=effort))
    assert (bench.world.tick - start) * 0.004 > 2.5
    assert ending is Ending.SUCCEEDED
    assert result.reached_goal and not result.stalled
    assert result.position == pytest.approx(0.0, abs=5e-4)


def test_a_finger_that_moves_on_and_on_has_neither_stalled_nor_arrived(make_bench) -> None:
    bench = make_bench()
    endings = bench.start(GRIPPER, GripperGoal(position=0.0, max_effort=0.08))
    fingers = bench.physics.fingers(bench.robot.arms["right"].gripper)
    while not endings:
        bench.world.advance()
    ((ending, result),) = endings
    assert abs(bench.physics.velocities(fingers)[0]) > STILL_M_S
    assert ending is Ending.ABORTED
    assert not result.stalled and not result.reached_goal


def test_cancel_holds_the_opening(make_bench) -> None:
    bench = make_bench()
    endings = bench.start(GRIPPER, GripperGoal(position=0.0, max_effort=0.0))
    for _ in range(75):
        bench.world.advance()
    bench.world.controllers[GRIPPER].cancel()
    bench.run()
    assert endings[0][0] is Ending.CANCELED
    assert endings[0][1].position == pytest.approx(0.0225, abs=0.005)
    fingers = bench.physics.fingers(bench.robot.arms["right"].gripper)
    assert bench.physics.positions(fingers)[0] == pytest.approx(endings[0][1].position, abs=0.004)


@pytest.mark.parametrize(
    ("goal", "reason"),
    [
        (GripperGoal(position=-0.01, max_effort=0.0), "allowed 0...0.045"),
        (GripperGoal(position=0.046, max_effort=0.0), "allowed 0...0.045"),
        (GripperGoal(position=math.nan, max_effort=0.0), "position nan"),
        (GripperGoal(position=0.0, max_effort=26.0), "allowed 0...25"),
        (GripperGoal(position=0.0, max_effort=-1.0), "max_effort"),
        (GripperGoal(position=0.0, max_effort=math.inf), "max_effort"),
    ],
)
def test_bad_goal_is_refused(make_bench, goal, reason) -> None:
    bench = make_bench(settle=False)
    answer = bench.world.controllers[GRIPPER].refusal(goal, 0)
    assert answer is not None and reason in answer
