"""The world node's controllers through their real action servers."""

from __future__ import annotations

import threading
import time
from typing import Any

import numpy as np
import pytest

pytestmark = [pytest.mark.ros, pytest.mark.sim]

pytest.importorskip("rclpy")

from world_client import (  # noqa: E402
    ABORTED,
    ARM,
    CANCELED,
    LONG_S,
    ONE_ARM_TASK,
    OTHER,
    SUCCEEDED,
    TWO_ARM_TASK,
    Client,
    joint_names,
    move,
)

from eyehand_nodekit import stamps  # noqa: E402


def test_trajectory_ends_where_it_should_and_rests(client: Client) -> None:
    client.reset(ONE_ARM_TASK)
    start = len(client.objects)
    target = client.position("right") + 0.2
    feedback: list[Any] = []
    running = client.arm(ARM).send(move(client, "right", 0.2, 1.0), 5.0, feedback.append)
    assert running is not None
    response = running.wait(LONG_S)
    assert response.status == SUCCEEDED
    assert response.result.error_code == 0
    objects, joints = client.at_rest_since(client.now_ns)
    np.testing.assert_allclose(client.position("right"), target, atol=2e-4)
    assert max(abs(v) for v in joints.velocity) < 0.01
    samples = client.objects[start:]
    assert [s.sequence for s in samples] == list(range(1, len(samples) + 1))
    assert [s.at_rest for s in samples] == [False] * (len(samples) - 1) + [True]
    assert feedback
    assert list(feedback[-1].joint_names) == joint_names("right")


def test_no_time_passes_without_a_goal(client: Client) -> None:
    client.reset(ONE_ARM_TASK)
    count, now = len(client.objects), client.now_ns
    time.sleep(0.5)
    assert (len(client.objects), client.now_ns) == (count, now)


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda g: g.trajectory.points.clear(), "no points"),
        (lambda g: g.trajectory.joint_names.pop(), "controller has"),
        (lambda g: g.trajectory.points[1].positions.__setitem__(0, float("nan")), "NaN"),
        (lambda g: g.trajectory.points[1].positions.__setitem__(1, 9.0), "right_joint2 at 9"),
        (lambda g: g.trajectory.points[0].positions.__setitem__(0, 0.4), "would jump"),
        (lambda g: g.trajectory.points[1].velocities.__setitem__(0, 0.4), "stand still"),
        (lambda g: setattr(g.trajectory.header.stamp, "nanosec", 1), "in the past"),
    ],
)
def test_bad_goal_is_refused(client: Client, spoil: Any, reason: str) -> None:
    client.reset(ONE_ARM_TASK)
    client.reset(ONE_ARM_TASK)
    goal = move(client, "right", 0.1, 0.2)
    spoil(goal)
    assert client.arm(ARM).send(goal, 5.0) is None
    assert client.arm(ARM).send(move(client, "right", 0.1, 0.2), 5.0) is not None


def test_hidden_arm_refuses_goals(client: Client) -> None:
    client.reset(TWO_ARM_TASK)
    goal = move(client, "left", 0.1, 1.0)
    client.reset(ONE_ARM_TASK)
    assert client.arm(OTHER).send(goal, 5.0) is None


def test_hidden_arm_has_no_joint_states(client: Client) -> None:
    client.reset(ONE_ARM_TASK)
    _, joints = client.at_rest_since(0)
    assert joints.name
    assert not [name for name in joints.name if name.startswith("left_")]


def test_new_goal_preempts_the_old_one(client: Client) -> None:
    client.reset(ONE_ARM_TASK)
    first = client.arm(ARM).send(move(client, "right", 0.5, 60.0), 5.0)
    second = client.arm(ARM).send(move(client, "right", 0.0, 0.5), 5.0)
    assert first is not None and second is not None
    ended = first.wait(LONG_S)
    assert (ended.status, ended.result.error_code) == (ABORTED, -1)
    assert "preempted" in ended.result.error_string
    assert second.wait(LONG_S).status == SUCCEEDED


@pytest.mark.parametrize("share", [0.02, 0.1, 0.2])
def test_cancel_stops_and_holds(client: Client, share: float) -> None:
    client.reset(ONE_ARM_TASK)
    begin, start = client.position("right"), client.now_ns
    seconds = 200.0  # so long that a client which lags behind the world still meets it moving
    goal = move(client, "right", 0.5, seconds)
    passed = threading.Event()

    def watch(feedback: Any) -> None:
        if stamps.to_seconds(feedback.desired.time_from_start) >= share * seconds:
            passed.set()

    running = client.arm(ARM).send(goal, 5.0, watch)
    assert running is not None
    assert passed.wait(LONG_S)
    running.cancel(LONG_S)
    response = running.wait(LONG_S)
    assert (response.status, response.result.error_code) == (CANCELED, 0)
    objects, _ = client.at_rest_since(start + 1)
    progress = (client.position("right") - begin)[0] / 0.5
    assert 3 * share**2 - 2 * share**3 - 1e-3 <= progress < 0.999
    time.sleep(0.2)
    assert client.objects[-1] is objects


def test_two_arms_start_at_a_common_stamp(client: Client) -> None:
    client.reset(TWO_ARM_TASK)
    start = len(client.joints)
    stamp = client.now_ns + 100_000_000
    left = client.arm(OTHER).send(move(client, "left", 0.2, 1.0, start_ns=stamp), 5.0)
    time.sleep(0.2)  # The world must wait for the partner.
    right = client.arm(ARM).send(move(client, "right", 0.2, 1.0, start_ns=stamp), 5.0)
    assert left is not None and right is not None
    assert [goal.wait(LONG_S).status for goal in (left, right)] == [SUCCEEDED, SUCCEEDED]
    client.at_rest_since(stamp)
    for message in client.joints[start:]:
        offsets = [message.position[message.name.index(f"{a}_joint1")] for a in ("left", "right")]
        assert abs(offsets[0] - offsets[1]) < 1e-3
        if stamps.to_nanoseconds(message.header.stamp) <= stamp:
            assert abs(offsets[0]) < 1e-4


def test_two_arm_run_is_the_same_whenever_messages_arrive(client: Client) -> None:
    records = []
    for pause in (0.0, 0.3):
        client.reset(TWO_ARM_TASK, 1005)
        start, stamp = len(client.joints), client.now_ns + 100_000_000
        first = client.now_ns
        left = client.arm(OTHER).send(move(client, "left", 0.2, 0.5, start_ns=stamp), 5.0)
        time.sleep(pause)
        right = client.arm(ARM).send(move(client, "right", 0.2, 0.5, start_ns=stamp), 5.0)
        assert left is not None and right is not None
        left.wait(LONG_S), right.wait(LONG_S)
        client.at_rest_since(stamp)
        records.append(
            [
                (
                    stamps.to_nanoseconds(m.header.stamp) - first,
                    tuple(m.position),
                    tuple(m.velocity),
                )
                for m in client.joints[start:]
            ]
        )
    assert records[0] == records[1]


def test_gripper_opens_and_closes(client: Client) -> None:
    client.reset(ONE_ARM_TASK)
    closed = client.gripper(0.0)
    assert closed.status == SUCCEEDED
    assert closed.result.reached_goal and not closed.result.stalled
    assert closed.result.position == pytest.approx(0.0, abs=1e-3)
    opened = client.gripper(0.045)
    assert opened.result.position == pytest.approx(0.045, abs=1e-3)
    assert client.gripper(0.2) is None
    assert client.gripper(0.0, effort=1e3) is None
