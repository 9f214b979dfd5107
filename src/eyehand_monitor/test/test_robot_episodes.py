"""Manipulation episodes through the real world, executor, camera and referee."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Any

import numpy as np
import pytest
from PIL import Image

pytestmark = [pytest.mark.ros, pytest.mark.sim]

TASK = "grasp_single_cube"
TILT = (
    '{"action": "gripper.rotate_local", "axis": "ry", "sign": "+", "angle_deg": 45, "reason": "r"}'
)
CLOSE = '{"action": "gripper.close", "reason": "r"}'
SIDE = '{"action": "camera.view_side", "reason": "r"}'
OUT = '{"action": "camera.zoom_out", "reason": "r"}'
STOP = '{"stop": true, "reason": "r"}'
VIEWS = [
    "view_topdown",
    "view_side",
    "view_front_side_45",
    "view_side_top_45",
    "view_oblique_45",
]


def move(axis: str, sign: str, distance_mm: int) -> str:
    return json.dumps(
        {
            "action": "gripper.move_world",
            "axis": axis,
            "sign": sign,
            "distance_mm": distance_mm,
            "reason": "r",
        }
    )


def stamp_of(message: Any) -> int:
    return int(message.header.stamp.sec) * 10**9 + int(message.header.stamp.nanosec)


@contextmanager
def paused(node: Any) -> Iterator[None]:
    """Keep a node from answering, without ending it."""
    os.kill(node.process.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(node.process.pid, signal.SIGCONT)


def test_the_first_turn(robot_stack: Any) -> None:
    started = robot_stack.start(TASK)
    assert started.ok, started.error
    first = started.observation
    assert (first.step, first.budget, first.active_arm) == (0, 50, "right")
    assert [arm.name for arm in first.arms] == ["right"]
    assert list(first.views) == ["center_high"]
    assert Image.open(BytesIO(bytes(first.images[0].data))).size == (1280, 960)
    robot_stack.act(STOP)


def test_pictures_are_never_older_than_the_action(robot_stack: Any) -> None:
    """RoboTwin's camera could lag the arm; here the stamp of the state at rest is the bound."""
    stamps = [stamp_of(robot_stack.start(TASK).observation)]
    for text in (SIDE, TILT, CLOSE, SIDE):
        result = robot_stack.act(text)
        assert result.plan_success, result
        image = result.observation.images[0]
        robot_stack.wait_for(lambda n=result.step: len(robot_stack.records()) >= n)
        assert stamp_of(image) >= stamp_of(robot_stack.records()[-1])
        stamps.append(stamp_of(image))
    assert stamps == sorted(stamps)
    assert stamps[0] == stamps[1], "no world time passes while the camera moves"
    assert stamps[2] > stamps[1]
    assert stamps[4] == stamps[3]
    robot_stack.act(STOP)


def test_refusals_cost_a_step_and_stay_unexplained(robot_stack: Any) -> None:
    robot_stack.start(TASK)
    robot_stack.act(TILT)
    far = [robot_stack.act(move("y", "-", 100)) for _ in range(3)]
    refused = far[-1]
    assert (refused.admissible, refused.action_valid, refused.plan_success) == (True, False, False)
    assert refused.step == 4
    assert refused.observation.feedback.text == ""
    robot_stack.wait_for(lambda: len(robot_stack.records()) == 4)
    assert robot_stack.records()[-1].code == "outside_workspace"
    robot_stack.act(STOP)


def test_a_camera_step_out_of_the_box_is_refused(robot_stack: Any) -> None:
    robot_stack.start(TASK)
    robot_stack.act(SIDE)
    results = [robot_stack.act(OUT) for _ in range(4)]
    assert results[0].action_valid
    assert not results[-1].action_valid
    assert results[-1].step == 5
    sixth = robot_stack.act(OUT)
    assert (sixth.admissible, sixth.step) == (False, 5)
    assert "5 camera actions in a row" in sixth.error
    robot_stack.act(STOP)


def test_scripted_rerun_is_bit_equal(robot_stack: Any) -> None:
    digests = []
    for _ in range(2):
        robot_stack.start(TASK, seed=1003)
        for text in (SIDE, CLOSE, TILT, move("z", "-", 60), move("x", "-", 60), STOP):
            robot_stack.act(text)
        digests.append(robot_stack.last_state().digest)
    assert digests[0] == digests[1]
    robot_stack.start(TASK, seed=1004)
    robot_stack.act(STOP)
    assert robot_stack.last_state().digest not in digests


def pictures(observation: Any) -> dict[str, bytes]:
    return dict(zip(observation.views, (bytes(i.data) for i in observation.images), strict=True))


def test_every_condition_shows_the_same_pictures_of_the_same_state(robot_stack: Any) -> None:
    """Passive views, the best of them and those beside a depth are the active ones, bit for bit."""
    started = robot_stack.start(TASK, condition="passive_five")
    assert started.ok, started.error
    assert list(started.observation.views) == VIEWS
    assert not robot_stack.act(SIDE).admissible
    passive = pictures(robot_stack.act(TILT).observation)
    robot_stack.act(STOP)

    robot_stack.start(TASK)
    robot_stack.act(TILT)
    active = {}
    for view in VIEWS:
        looked = robot_stack.act(json.dumps({"action": f"camera.{view}", "reason": "r"}))
        active |= pictures(looked.observation)
    assert active == passive
    sixth = robot_stack.act(SIDE)
    assert not sixth.admissible
    assert "at most 5 camera actions in a row" in sixth.error
    robot_stack.act(STOP)

    hinted = robot_stack.start(TASK, condition="oracle_view+subgoal_hints")
    assert hinted.observation.subgoal == "fingers straddle the cube"
    ((name, best),) = pictures(robot_stack.act(TILT).observation).items()
    assert passive[name] == best
    robot_stack.act(STOP)

    first = robot_stack.start(TASK, condition="depth").observation
    assert list(first.views) == ["center_high_depth", "center_high"]
    assert first.subgoal == ""
    robot_stack.act(TILT)
    looked = robot_stack.act(SIDE).observation
    assert pictures(looked)["view_side"] == passive["view_side"]
    grey = np.asarray(Image.open(BytesIO(bytes(looked.images[0].data))).convert("RGB")).astype(int)
    assert np.abs(grey - grey[..., :1]).max() <= 2
    assert np.ptp(grey) > 200
    robot_stack.act(STOP)


def test_a_camera_with_a_body_takes_time_and_cannot_go_everywhere(robot_stack: Any) -> None:
    digests = []
    for _ in range(2):
        first = robot_stack.start(TASK, condition="physical_camera").observation
        looked = robot_stack.act(SIDE)
        robot_stack.wait_for(lambda: len(robot_stack.records()) == 1)
        (record,) = robot_stack.records()
        assert looked.plan_success
        assert record.execution_time > 2.0
        passed = (stamp_of(looked.observation) - stamp_of(first)) * 1e-9
        assert record.execution_time <= passed < record.execution_time + 0.5
        for _ in range(4):
            refused = robot_stack.act(OUT)
        assert not refused.action_valid
        assert refused.step == 5
        robot_stack.wait_for(lambda: len(robot_stack.records()) == 5)
        assert robot_stack.records()[-1].code == "camera_out_of_reach"
        assert stamp_of(refused.observation) > stamp_of(looked.observation)
        robot_stack.act(STOP)
        digests.append(robot_stack.last_state().digest)
    assert digests[0] == digests[1]


def test_an_operator_stops_a_moving_arm(robot_stack: Any) -> None:
    robot_stack.start(TASK)
    running = robot_stack.begin(TILT)
    running.cancel(10.0)
    result = running.wait(30.0).result
    assert (result.done, result.outcome, result.ending) == (True, "invalid", "operator_abort")
    assert robot_stack.last_state().ending == "operator_abort"
    assert robot_stack.start(TASK).ok, "the stack is fit for the next episode"
    assert robot_stack.act(TILT).plan_success
    robot_stack.act(STOP)


def test_a_decision_is_recorded_before_its_picture_is_taken(robot_stack: Any) -> None:
    """So that a kill while the picture is taken loses no charged decision."""
    robot_stack.start(TASK)
    with paused(robot_stack.nodes["camera"]):
        running = robot_stack.begin(TILT)
        robot_stack.wait_for(lambda: len(robot_stack.records()) == 1)
        robot_stack.wait_for(lambda: robot_stack.states[-1].step == 1)
        assert not running.done
    assert running.wait(60.0).result.observation.step == 1
    robot_stack.act(STOP)


def test_a_busy_referee_says_so_and_still_serves(robot_stack: Any) -> None:
    from eyehand_interfaces.action import Act

    robot_stack.start(TASK)
    with paused(robot_stack.nodes["camera"]):
        phases: list[str] = []
        running = robot_stack.begin(SIDE, on_feedback=lambda message: phases.append(message.phase))
        again = Act.Goal(episode_id=robot_stack.episode_id, decision=SIDE)
        assert robot_stack.acts.send(again, 10.0) is None, "one decision at a time"
        robot_stack.wait_for(lambda: "looking" in phases)
        assert robot_stack.end("operator_abort").ok
        assert "busy" in robot_stack.start(TASK).error
        assert "has ended" in robot_stack.end("operator_abort").error
    assert running.wait(60.0).result.ending == "operator_abort"
    assert robot_stack.start(TASK).ok
    robot_stack.act(STOP)


def test_a_foreign_decision_is_rejected(robot_stack: Any) -> None:
    from eyehand_interfaces.action import Act

    robot_stack.start(TASK)
    assert robot_stack.acts.send(Act.Goal(episode_id="other", decision=STOP), 10.0) is None
    robot_stack.act(STOP)
