"""The simulation thread: jobs between ticks, goals during settling, resets, faults."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest
from eyehand_core.errors import WorldError
from eyehand_core.scene import Scene
from eyehand_world.gripper_controller import GripperGoal
from eyehand_world.motion import Ending
from eyehand_world.simulation import Simulation, velocity_limits
from eyehand_world.trajectory import TrajectoryGoal, Waypoint

pytestmark = pytest.mark.sim

ARM, OTHER = "right_arm_controller", "left_arm_controller"
WAIT_S = 30.0


class Session:
    """A simulation and what it published."""

    def __init__(self, urdf: str, robot: Any, environment: Any) -> None:
        self.samples: list[Any] = []
        self.faults: list[str] = []
        self.robot = robot
        self.simulation = Simulation(
            urdf, robot, environment, publish=self.samples.append, on_fault=self.faults.append
        )

    def begin(self, controller: str, goal: Any) -> tuple[threading.Event, list[Any]]:
        assert self.simulation.refusal(controller, goal) is None
        ended, endings = threading.Event(), []

        def end(ending: Ending, result: Any) -> None:
            endings.append((ending, result))
            ended.set()

        self.simulation.start(controller, goal, end)
        return ended, endings

    def finish(self, controller: str, goal: Any) -> tuple[Ending, Any]:
        ended, endings = self.begin(controller, goal)
        assert ended.wait(WAIT_S)
        return endings[0]

    def move(self, arm: str, target: float, seconds: float, **more: Any) -> TrajectoryGoal:
        newest = self.samples[-1]
        joints = self.robot.arms[arm].joints
        here = np.array([newest.positions[newest.joints.index(joint)] for joint in joints])
        rest = np.zeros(6)
        points = ((0.0, here), (seconds, np.full(6, target)))
        return TrajectoryGoal(
            joints=joints,
            waypoints=tuple(Waypoint(time=t, positions=q, velocities=rest) for t, q in points),
            **more,
        )


@pytest.fixture
def session(urdf, robot, environment):
    session = Session(urdf, robot, environment)
    session.simulation.reset(Scene(task="t", seed=1, objects=(), arms=("left", "right")))
    yield session
    session.simulation.close()


def test_goal_runs_to_its_end(session) -> None:
    ending, result = session.finish(ARM, session.move("right", 0.2, 0.3))
    assert (ending, result.code) == (Ending.SUCCEEDED, 0)


def test_goal_sent_while_the_world_settles_starts_at_the_pause(session) -> None:
    """The moment of arrival makes no difference: the next goal starts after the settling."""
    session.finish(ARM, session.move("right", 0.2, 0.3))
    session.finish(ARM, session.move("right", 0.2, 0.1))
    rests = [sample.stamp_ns for sample in session.samples if sample.state.at_rest]
    assert len(rests) >= 2
    gap = rests[1] - rests[0]
    assert gap >= 460_000_000  # 0.3 s of motion and at least 0.16 s of rest


def test_stamps_never_come_twice(session) -> None:
    for seed in (1, 2, 3):
        session.simulation.reset(Scene(task="t", seed=seed, objects=(), arms=("right",)))
        session.finish(ARM, session.move("right", 0.05, 0.1))
    stamps = [sample.stamp_ns for sample in session.samples]
    assert stamps == sorted(set(stamps))


def test_reset_aborts_running_goals(session) -> None:
    ended, endings = session.begin(ARM, session.move("right", 0.5, 300.0))
    session.simulation.reset(Scene(task="t", seed=2, objects=(), arms=("right",)))
    assert ended.wait(WAIT_S)
    assert endings[0][0] is Ending.ABORTED
    assert "reset" in endings[0][1].text


def test_cancel_ends_a_goal(session) -> None:
    ended, endings = session.begin(ARM, session.move("right", 0.5, 300.0))
    session.simulation.cancel(ARM)
    assert ended.wait(WAIT_S)
    assert endings[0][0] is Ending.CANCELED


def test_picture_of_a_running_world_belongs_to_one_tick(session) -> None:
    session.begin(ARM, session.move("right", 0.5, 30.0))
    snapshots = [session.simulation.snapshot() for _ in range(5)]
    assert [s.stamp_ns for s in snapshots] == sorted(s.stamp_ns for s in snapshots)
    copied = snapshots[0].qpos.copy()
    session.simulation.cancel(ARM)
    session.simulation.snapshot()
    np.testing.assert_array_equal(snapshots[0].qpos, copied)


@pytest.mark.parametrize("late", [0.0, 0.2])
def test_grippers_closed_together_move_together(session, late) -> None:
    """However late the second goal arrives within the wait, both start at the same tick."""
    close = GripperGoal(position=0.0, max_effort=0.0)
    first, _ = session.begin("left_gripper_controller", close)
    threading.Event().wait(late)
    second, _ = session.begin("right_gripper_controller", close)
    assert first.wait(WAIT_S) and second.wait(WAIT_S)
    moving = [s for s in session.samples if not s.state.at_rest]
    assert moving
    for sample in moving:
        left, right = (
            sample.positions[sample.joints.index(f"{arm}_finger1_joint")]
            for arm in ("left", "right")
        )
        assert left == pytest.approx(right, abs=1e-6)


def test_lone_partner_is_waited_for_only_so_long(session) -> None:
    stamp = session.samples[-1].stamp_ns + 100_000_000
    ending, _ = session.finish(ARM, session.move("right", 0.1, 0.2, start_ns=stamp))
    assert ending is Ending.SUCCEEDED


def test_failed_simulation_refuses_goals_until_a_reset(session) -> None:
    ended, endings = session.begin(ARM, session.move("right", 0.5, 300.0))
    world = session.simulation._world  # noqa: SLF001 - breaks it for real
    session.simulation._jobs.put(  # noqa: SLF001
        lambda: world.physics.data.qvel.__setitem__(slice(None), np.nan)
    )
    assert ended.wait(WAIT_S)
    assert endings[0][0] is Ending.ABORTED
    reason = session.simulation.refusal(ARM, session.move("right", 0.1, 1.0))
    assert reason is not None and "needs a reset" in reason and "diverged" in reason
    assert len(session.faults) == 1
    session.simulation.reset(Scene(task="t", seed=2, objects=(), arms=("right",)))
    assert session.simulation.refusal(ARM, session.move("right", 0.1, 1.0)) is None


def test_goal_that_breaks_the_world_is_a_fault_and_not_the_end_of_its_thread(session) -> None:
    session.simulation.start("no_such_controller", None, lambda ending, result: None)
    reason = session.simulation.refusal(ARM, session.move("right", 0.1, 1.0))
    assert reason is not None and "needs a reset: unexpected KeyError" in reason
    assert len(session.faults) == 1


def test_world_that_fails_while_it_settles_refuses_the_next_goal(session) -> None:
    session.finish(ARM, session.move("right", 0.1, 0.1))
    world = session.simulation._world
    session.simulation._jobs.put(
        lambda: world.physics.data.qvel.__setitem__(slice(None), np.nan) or world.resume()
    )
    reason = session.simulation.refusal(ARM, session.move("right", 0.2, 1.0))
    assert reason is not None and "diverged" in reason


def test_scene_that_does_not_settle_leaves_no_usable_world(session, make_cube) -> None:
    falling = make_cube("cube", 3.0, -1.0, above=200.0)
    bad = Scene(task="t", seed=1, objects=(falling,), arms=("right",))
    with pytest.raises(WorldError, match="still moves"):
        session.simulation.reset(bad)
    reason = session.simulation.refusal(ARM, session.move("right", 0.0, 1.0))
    assert reason is not None and "needs a reset" in reason


def test_scene_that_cannot_be_built_leaves_the_old_world(session, make_cube) -> None:
    bad = Scene(task="t", seed=1, objects=(make_cube("cube", 0, 0, mass=-1.0),), arms=())
    with pytest.raises(WorldError):
        session.simulation.reset(bad)
    assert session.finish(ARM, session.move("right", 0.1, 0.2))[0] is Ending.SUCCEEDED


def test_velocity_limits_come_from_the_description(urdf) -> None:
    limits = velocity_limits(urdf)
    assert limits["right_joint1"] == 5.0
    assert limits["left_finger1_joint"] == 0.1
