"""The whole sequence on simulated physics: what is reported is what happened."""

from __future__ import annotations

import math

import numpy as np
import pytest
from executor_cases import make_kinematics
from eyehand_core.robot import Robot
from eyehand_core.scene import Part, SceneObject
from eyehand_executor.commands import CommandKind
from eyehand_executor.kinematics import Kinematics
from eyehand_executor.reasons import Reason
from mover_cases import command, lift
from simulated_robot import SimulatedRobot

pytestmark = pytest.mark.sim


def test_line_ends_where_it_was_told(any_one: SimulatedRobot, any_right: Kinematics) -> None:
    before = any_right.frames(any_one.newest.configuration(), "right").end_pose
    report = any_one.mover().move([lift()])
    after = any_right.frames(any_one.newest.configuration(), "right").end_pose
    assert report.refusal is None
    assert report.valid
    assert report.fraction == 1.0
    assert report.position_error < 0.001
    assert report.orientation_error < math.radians(0.5)
    assert after.position - before.position == pytest.approx([0, 0, 0.05], abs=0.001)
    assert report.planning_time > 0.0
    assert 0.0 < report.execution_time < 5.0
    assert report.end_ns <= any_one.newest.stamp_ns


def test_long_moves_end_well_within_what_counts_as_missed(any_one: SimulatedRobot) -> None:
    """The servos of heavy arms have to be as stiff as those of light ones."""
    mover = any_one.mover()
    assert mover.move([lift(amount=0.1)]).refusal is None
    assert mover.move([command("right", CommandKind.ROTATE, 1, math.radians(85))]).refusal is None
    for axis, amount in ((1, 0.1), (1, 0.1), (0, -0.1), (2, -0.08)):
        report = mover.move([command("right", CommandKind.TRANSLATE, axis, amount)])
        assert report.refusal is None
        assert report.position_error < 0.0003


def test_turn_keeps_the_grip_centre_all_the_way(
    any_one: SimulatedRobot, any_right: Kinematics
) -> None:
    assert any_one.mover().move([lift()]).refusal is None
    pivot = any_right.frames(any_one.newest.configuration(), "right").grip_center.position
    any_one.kept.clear()
    report = any_one.mover().move([command("right", CommandKind.ROTATE, 1, math.radians(80))])
    assert report.refusal is None
    drift = [
        float(
            np.linalg.norm(
                any_right.frames(s.configuration(), "right").grip_center.position - pivot
            )
        )
        for s in any_one.kept
    ]
    assert len(drift) > 10
    assert max(drift) < 0.0015


def test_two_arms_start_and_end_together(any_two: SimulatedRobot) -> None:
    any_two.kept.clear()
    report = any_two.mover().move([lift("left"), lift("right")])
    assert report.refusal is None
    moving = [
        {name for name, arm in sample.arms.items() if np.abs(arm.velocities).max() > 0.02}
        for sample in any_two.kept
    ]
    assert {"left", "right"} in moving
    assert {"left"} not in moving
    assert {"right"} not in moving


def test_same_commands_give_the_same_states(robot: Robot) -> None:
    runs = []
    for _ in range(2):
        simulated = SimulatedRobot(robot, ("left", "right"))
        mover = simulated.mover()
        reports = [
            mover.move([lift("left"), lift("right")]),
            mover.move([command("right", CommandKind.ROTATE, 1, 0.5)]),
        ]
        assert [report.refusal for report in reports] == [None, None]
        simulated.rest()
        simulated.simulation.close()
        runs.append(
            [(sample.stamp_ns, sample.configuration().tobytes()) for sample in simulated.kept]
        )
    assert runs[0] == runs[1]


def test_hidden_arm_is_absent(one: SimulatedRobot) -> None:
    report = one.mover().move([lift("left")])
    assert report.refusal is not None
    assert report.refusal.reason is Reason.ABSENT_ARM
    assert not report.valid
    assert not one.goals


def test_infeasible_command_moves_nothing(one: SimulatedRobot) -> None:
    before = one.newest
    report = one.mover().move([lift(amount=-0.1)])
    assert report.refusal is not None
    assert report.refusal.reason is Reason.COLLISION
    assert report.valid
    assert report.fraction < 1.0
    assert not one.goals
    assert one.newest is before


def test_closing_and_opening(any_one: SimulatedRobot) -> None:
    mover = any_one.mover()
    assert mover.move([command("right", CommandKind.CLOSE)]).refusal is None
    closed = any_one.states[0]
    assert closed.aperture < 0.02
    assert closed.aperture_command == 0.0
    assert closed.fingers_at_rest
    assert mover.move([command("right", CommandKind.OPEN)]).refusal is None
    opened = any_one.states[0]
    assert opened.aperture > 0.98
    assert opened.aperture_command == 1.0


def test_grippers_come_to_rest_at_the_same_time_whenever_their_samples_arrive(
    robot: Robot,
) -> None:
    ends = []
    for late in (0.0, 0.002, 0.01):
        simulated = SimulatedRobot(robot, ("right",))
        simulated.lateness = late
        report = simulated.mover().move([command("right", CommandKind.CLOSE)])
        simulated.simulation.close()
        assert report.refusal is None
        ends.append((report.end_ns, report.execution_time))
    assert len(set(ends)) == 1


def test_both_grippers_close_together(two: SimulatedRobot) -> None:
    grippers = [command(arm, CommandKind.CLOSE) for arm in ("left", "right")]
    assert two.mover().move(grippers).refusal is None
    assert all(state.aperture < 0.02 for state in two.states)


def test_closing_on_an_object_is_no_failure(any_robot: Robot) -> None:
    edge = 0.04
    # On a post between the open fingers at home, tcp at (0.306, -0.202, 0.934).
    post = SceneObject(
        name="post",
        parts=(Part(kind="box", size=(0.03, 0.03, 0.174), color=(0.5, 0.5, 0.5)),),
        mass=0.1,
        position=(0.306, -0.202, 0.74 + 0.087),
        quaternion=(1.0, 0.0, 0.0, 0.0),
        size=(0.03, 0.03, 0.174),
        fixed=True,
    )
    cube = SceneObject(
        name="cube",
        parts=(Part(kind="box", size=(edge,) * 3, color=(0.8, 0.1, 0.1)),),
        mass=0.05,
        position=(0.306, -0.202, 0.74 + 0.174 + edge / 2),
        quaternion=(1.0, 0.0, 0.0, 0.0),
        size=(edge,) * 3,
    )
    simulated = SimulatedRobot(any_robot, ("right",), post, cube)
    report = simulated.mover().move([command("right", CommandKind.CLOSE)])
    state = simulated.states[0]
    simulated.simulation.close()
    assert report.refusal is None
    assert 0.3 < state.aperture < 0.6
    assert state.aperture_command == 0.0


def test_reset_forgets_the_gripper_command(one: SimulatedRobot) -> None:
    assert one.mover().move([command("right", CommandKind.CLOSE)]).refusal is None
    assert one.states[0].aperture_command == 0.0
    one.simulation.reset(one.scene)
    state = one.states[0]
    assert state.aperture_command == pytest.approx(state.aperture, abs=1e-3)
    assert state.aperture > 0.9


def test_press_against_an_obstacle_misses_its_target(robot: Robot) -> None:
    """Task objects are unknown to the planner: it may push them, and then reports the miss."""
    block = SceneObject(
        name="block",
        parts=(Part(kind="box", size=(0.1, 0.04, 0.3), color=(0.5, 0.5, 0.5)),),
        mass=1.0,
        position=(0.306, -0.12, 0.89),
        quaternion=(1.0, 0.0, 0.0, 0.0),
        size=(0.1, 0.04, 0.3),
        fixed=True,
    )
    simulated = SimulatedRobot(robot, ("right",), block)
    mover = simulated.mover()
    report = mover.move([command("right", CommandKind.TRANSLATE, 1, 0.06)])
    simulated.simulation.close()
    assert report.refusal is not None
    assert report.refusal.reason in {Reason.MISSED_TARGET, Reason.CONTROLLER_ABORTED}
    assert report.valid
    assert report.position_error > 0.001


def test_every_arm_set_has_its_own_collision_world(robot: Robot) -> None:
    alone, together = make_kinematics(robot, "right"), make_kinematics(robot, "left", "right")
    assert alone.arms == ("right",)
    assert len(together.joint_names) == 2 * len(alone.joint_names)
