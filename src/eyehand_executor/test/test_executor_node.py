"""The executor node against the real world node."""

from __future__ import annotations

import itertools
import math
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytestmark = [pytest.mark.ros, pytest.mark.sim]

pytest.importorskip("rclpy")

import executor_stack  # noqa: E402
from builtin_interfaces.msg import Duration  # noqa: E402
from control_msgs.action import FollowJointTrajectory  # noqa: E402
from executor_stack import (  # noqa: E402
    CLOSE,
    LONG_S,
    ONE_ARM_TASK,
    OPEN,
    ROTATE,
    TRANSLATE,
    TWO_ARM_TASK,
    Client,
    slow_share,
    start_executor,
    start_world,
)
from trajectory_msgs.msg import JointTrajectoryPoint  # noqa: E402

from eyehand_executor import executor_node  # noqa: E402
from eyehand_nodekit import stamps  # noqa: E402

SUCCEEDED, CANCELED, ABORTED = 4, 5, 6
_OWN_DOMAINS = itertools.count(executor_stack.DOMAIN + 60)


def _end(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 0, errors
    assert "Traceback" not in errors


@pytest.fixture(scope="module")
def share(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return slow_share(tmp_path_factory.mktemp("slow"), 0.02)


@pytest.fixture(scope="module")
def client(share: Path) -> Iterator[Client]:
    processes = [start_world(share), start_executor(share)]
    client = Client()
    yield client
    client.close()
    for process in reversed(processes):
        _end(process)


def test_moves_are_carried_out_and_measured(client: Client) -> None:
    client.reset(ONE_ARM_TASK)
    before = client.right.end_pose.position
    for command in (
        ("right", TRANSLATE, 2, 0.03),
        ("right", TRANSLATE, 1, 0.03),
        ("right", ROTATE, 1, math.radians(30)),
    ):
        result = client.move(command)
        assert (result.valid, result.success, result.code) == (True, True, ""), result.message
        assert result.position_error < 0.001
        assert result.orientation_error < math.radians(0.5)
        assert result.fraction == 1.0
        assert stamps.to_nanoseconds(result.end) > 0
    client.rest()
    center = client.right.grip_center
    assert center.y - before.y - 0.074 == pytest.approx(0.03, abs=0.001)
    assert center.z - before.z == pytest.approx(0.03, abs=0.001)


def test_one_arms_sample_for_each_joint_states_sample(client: Client) -> None:
    client.reset(TWO_ARM_TASK)
    client.arms.clear()
    client.joints.clear()
    assert client.move(("left", CLOSE, 0, 0.0), ("right", CLOSE, 0, 0.0)).success
    client.rest()
    last = client.joints[-1].header.stamp
    assert client.until(lambda: bool(client.arms) and client.arms[-1].header.stamp == last)
    assert len(client.joints) > 10
    assert [m.header.stamp for m in client.arms] == [m.header.stamp for m in client.joints]
    assert {tuple(arm.name for arm in m.arms) for m in client.arms} == {("left", "right")}
    assert client.arms[-1].header.frame_id == "world"
    assert client.right.aperture < 0.02
    assert client.right.aperture_command == 0.0
    assert client.right.fingers_at_rest
    assert client.move(("left", OPEN, 0, 0.0), ("right", OPEN, 0, 0.0)).success
    client.rest()
    assert client.until(lambda: client.right.aperture > 0.98)


def test_refused_commands_move_nothing(client: Client) -> None:
    client.reset(ONE_ARM_TASK)
    stamp = client.joints[-1].header.stamp
    gate = client.move(("right", TRANSLATE, 2, 0.2))
    assert (gate.valid, gate.success, gate.code) == (False, False, "amount_out_of_range")
    absent = client.move(("left", TRANSLATE, 2, 0.02))
    assert (absent.valid, absent.code) == (False, "absent_arm")
    plan = client.move(("right", TRANSLATE, 2, -0.1))
    assert (plan.valid, plan.success, plan.code) == (True, False, "collision")
    assert 0.0 <= plan.fraction < 1.0
    assert client.joints[-1].header.stamp == stamp


def test_second_request_is_refused_while_one_runs(client: Client) -> None:
    client.reset(ONE_ARM_TASK)
    stamp = client.joints[-1].header.stamp
    running = client.send(("right", TRANSLATE, 2, 0.1))
    assert client.until(lambda: client.joints[-1].header.stamp != stamp)
    second = client.move(("right", TRANSLATE, 2, 0.02))
    assert (second.valid, second.code) == (False, "busy")
    assert running.wait(LONG_S).result.success


@pytest.mark.parametrize("share_of_way", [0.1, 0.5, 0.9])
def test_cancel_stops_the_arm(client: Client, share_of_way: float) -> None:
    client.reset(ONE_ARM_TASK)
    start = client.right.end_pose.position.z
    running = client.send(("right", TRANSLATE, 2, 0.1))
    assert client.until(lambda: client.right.end_pose.position.z - start > 0.1 * share_of_way)
    running.cancel(LONG_S)
    response = running.wait(LONG_S)
    if share_of_way == 0.9 and response.status == SUCCEEDED:
        return  # physics runs ahead of the wall clock: the request came after the end
    assert response.status == CANCELED
    assert response.result.code == "canceled"
    assert (response.result.valid, response.result.success) == (True, False)
    client.rest()
    stopped = client.right.end_pose.position.z
    assert np.abs(client.joints[-1].velocity).max() < 0.01
    assert stopped - start < 0.101
    # The executor is free again.
    assert client.move(("right", TRANSLATE, 2, 0.01)).success


def test_two_arms_move_in_step(client: Client) -> None:
    client.reset(TWO_ARM_TASK)
    client.joints.clear()
    result = client.move(("left", TRANSLATE, 2, 0.03), ("right", TRANSLATE, 2, 0.03))
    assert result.success, result.message
    moving = {
        tuple(
            max(abs(v) for n, v in zip(m.name, m.velocity, strict=True) if n.startswith(arm)) > 0.02
            for arm in ("left_joint", "right_joint")
        )
        for m in client.joints
    }
    assert (True, True) in moving
    assert (True, False) not in moving
    assert (False, True) not in moving


def test_abort_of_one_arm_stops_both(client: Client) -> None:
    """Another client takes over the left controller; elsewhere the right arm would go on."""
    client.reset(TWO_ARM_TASK)
    start = client.right.end_pose.position.z
    running = client.send(("left", TRANSLATE, 2, 0.1), ("right", TRANSLATE, 2, 0.1))
    assert client.until(lambda: client.right.end_pose.position.z - start > 0.01)
    intruder = client.left_arm.send(_hold_left(client), LONG_S)
    assert intruder is not None
    response = running.wait(LONG_S)
    assert response.status == ABORTED
    assert response.result.code == "controller_aborted"
    assert "left_arm_controller" in response.result.message
    assert intruder.wait(LONG_S).status == SUCCEEDED
    client.rest()
    assert client.right.end_pose.position.z - start < 0.09
    assert np.abs(client.joints[-1].velocity).max() < 0.01


def _hold_left(client: Client) -> Any:
    here = client.joints[-1]
    names = [f"left_joint{number}" for number in range(1, 7)]
    point = JointTrajectoryPoint(
        positions=[here.position[here.name.index(name)] for name in names],
        velocities=[0.0] * 6,
        time_from_start=Duration(sec=1),
    )
    goal = FollowJointTrajectory.Goal()
    goal.trajectory.joint_names = names
    goal.trajectory.points = [point]
    return goal


def test_state_of_the_future_is_awaited_in_vain(client: Client, share: Path) -> None:
    client.reset(ONE_ARM_TASK)
    newest = stamps.to_nanoseconds(client.joints[-1].header.stamp)
    result = client.move(
        ("right", TRANSLATE, 2, 0.02), not_before=stamps.from_nanoseconds(newest + 1)
    )
    assert (result.valid, result.code) == (False, "stale_joint_states")


class OwnStack:
    """World, executor and client of one test, which may kill what it likes."""

    def __init__(self, share: Path) -> None:
        self.world = start_world(share, "real_time:=true")
        self.executor = start_executor(share, "silence_timeout:=1.0", "settle_timeout:=2.0")
        self.client = Client()

    def lift_begun(self) -> Any:
        """Begin a motion of four seconds by the wall clock and wait until the arm moves."""
        self.client.reset(ONE_ARM_TASK)
        start = self.client.right.end_pose.position.z
        running = self.client.send(("right", TRANSLATE, 2, 0.1))
        assert self.client.until(lambda: self.client.right.end_pose.position.z - start > 0.01)
        return running

    def close(self) -> None:
        """End all that is still there, also after a failure: the next test must not hear it."""
        self.client.close()
        for process in (self.executor, self.world):
            process.kill()
            process.communicate(timeout=30)


@pytest.fixture
def own_stack(monkeypatch: pytest.MonkeyPatch, share: Path) -> Iterator[OwnStack]:
    """Start a stack out of earshot of all others, the dead included.

    A killed node seems alive to discovery for seconds, and a request sent to it is lost. Physics in
    lock step would race ahead: a motion could end before a signal has arrived.
    """
    monkeypatch.setattr(executor_stack, "DOMAIN", next(_OWN_DOMAINS))
    stack = OwnStack(share)
    yield stack
    stack.close()


def test_death_of_the_world_ends_the_motion(own_stack: OwnStack) -> None:
    running = own_stack.lift_begun()
    own_stack.world.kill()
    own_stack.world.communicate(timeout=30)
    result = running.wait(LONG_S).result
    assert not result.success
    assert result.code == "joint_states_lost"
    refused = own_stack.client.move(("right", TRANSLATE, 2, 0.02))
    assert not refused.success
    _end(own_stack.executor)


def test_end_of_the_executor_stops_the_arm(own_stack: OwnStack) -> None:
    running = own_stack.lift_begun()
    _end(own_stack.executor)
    response = running.wait(LONG_S)
    assert response.status == ABORTED
    assert response.result.code == "canceled"
    own_stack.client.rest()
    assert np.abs(own_stack.client.joints[-1].velocity).max() < 0.01
    _end(own_stack.world)


def test_executor_gives_up_stopping_before_a_launch_kills_it() -> None:
    supervisor = pytest.importorskip("eyehand_bench.stack.supervisor")
    stop = executor_node._STOP_S + executor_node._FAREWELL_S + executor_node._JOIN_S
    assert stop < 2 * float(supervisor._STEP_S)


def test_unknown_parameter_is_an_error(share: Path) -> None:
    process = start_executor(share, "velocity:=3.0")
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 2
    assert "velocity" in errors
    assert "start_tolerance" in errors
