"""Layout episodes that the robot carries out, through the real nodes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from eyehand_bench.direct.table import DirectTable
from eyehand_bench.direct.workplace import workplace
from eyehand_core.layout.play import Table, Trace

pytestmark = [pytest.mark.ros, pytest.mark.sim]

CONFIG = Path(__file__).parents[3] / "config"
TASK = "cup_right_of_plate"
CUP = {
    "action": "place",
    "object": "cup",
    "category": "cup",
    "relation_target": "plate",
    "relation": "to_the_right_of",
    "distance": "near",
}
RIGHT = json.dumps(CUP)
LARGE = json.dumps({**CUP, "size": "large"})
STOP = '{"stop": true, "reason": "r"}'


def without_ros(*texts: str) -> Trace:
    place = workplace(CONFIG, "dual_x5")
    table = Table(place.library.load(TASK), 1000, world=DirectTable(place))
    for text in texts:
        table.submit(text)
    return table.trace()


def cup_of(message: Any) -> tuple[float, float, float]:
    (cup,) = (state.pose.position for state in message.objects if state.name == "cup")
    return cup.x, cup.y, cup.z


def test_the_arms_arrange_what_the_words_say_as_they_do_without_ros(robot_stack: Any) -> None:
    started = robot_stack.start(TASK)
    assert started.ok, started.error
    first = started.observation
    assert (first.kind, list(first.arms), list(first.views)) == ("layout", [], ["center_high"])
    assert "plate" in first.scene_text
    assert "scale" not in first.allowed_actions
    refused = robot_stack.act(LARGE)
    assert (refused.action_valid, refused.step, refused.done) == (False, 1, False)
    assert refused.observation.scene_text == first.scene_text
    last = robot_stack.act(RIGHT)
    assert (last.plan_success, last.outcome, last.step) == (True, "success", 2)
    assert "cup" in last.observation.scene_text
    trace = without_ros(LARGE, RIGHT)
    assert (trace.outcome, len(trace.steps)) == ("success", 2)
    robot_stack.wait_for(lambda: len(robot_stack.records()) == 2)
    assert [record.code for record in robot_stack.records()] == [step.code for step in trace.steps]


def test_an_operator_ends_what_is_being_carried(robot_stack: Any) -> None:
    from eyehand_interfaces.msg import ObjectStates
    from eyehand_nodekit import qos

    seen: list[ObjectStates] = []
    robot_stack.node.create_subscription(ObjectStates, "world/objects", seen.append, qos.STATES)
    assert robot_stack.start(TASK).ok
    running = robot_stack.begin(RIGHT)
    robot_stack.wait_for(lambda: bool(seen) and seen[-1].sequence > 5)
    running.cancel(10.0)
    result = running.wait(30.0).result
    assert (result.ending, result.step) == ("operator_abort", 0)
    robot_stack.wait_for(lambda: seen[-1].at_rest)
    assert cup_of(seen[-1]) == pytest.approx(cup_of(seen[0]), abs=1e-3), "it was not carried on"
    assert robot_stack.start(TASK).ok, "the stack is fit for the next episode"
    robot_stack.act(STOP)


def test_layouts_that_no_table_can_show_are_refused(robot_stack: Any) -> None:
    assert "plane is vertical" in robot_stack.start("cup_right_of_table").error
