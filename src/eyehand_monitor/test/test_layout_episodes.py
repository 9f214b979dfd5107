"""Layout episodes through the real layout world and the real referee."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from eyehand_core.layout.play import Table
from eyehand_core.layout.task import expert_decisions
from eyehand_core.tasks.library import Library
from PIL import Image

pytestmark = pytest.mark.ros

CONFIG = Path(__file__).parents[3] / "config"

PLACE = {
    "action": "place",
    "object": "cup",
    "category": "cup",
    "relation_target": "table",
    "relation": "to_the_right_of",
    "reason": "as asked",
}
RIGHT = json.dumps(PLACE)
ABOVE = json.dumps({**PLACE, "relation": "above"})
STOP = '{"stop": true, "reason": "r"}'


def test_success(layout_stack: Any) -> None:
    started = layout_stack.start("cup_right_of_table")
    assert started.ok, started.error
    observation = started.observation
    assert observation.kind == "layout"
    assert "table" in observation.scene_text
    image = Image.open(BytesIO(bytes(observation.images[0].data)))
    assert image.size == (512, 512)
    result = layout_stack.act(RIGHT)
    assert (result.admissible, result.action_valid, result.done) == (True, True, True)
    assert (result.success, result.outcome, result.step) == (True, "success", 1)
    state = layout_stack.last_state()
    assert (state.ending, state.digest != "") == ("success", True)


def test_feedback_then_correction(layout_stack: Any) -> None:
    layout_stack.start("cup_right_of_table")
    first = layout_stack.act(ABOVE)
    assert not first.done
    assert "right" in first.observation.feedback.text
    assert "cup" in first.observation.scene_text
    move = {key: value for key, value in PLACE.items() if key != "category"}
    second = layout_stack.act(json.dumps({**move, "action": "move"}))
    assert (second.outcome, second.step) == ("success", 2)


def test_same_decisions_same_digest(layout_stack: Any) -> None:
    digests = []
    for _ in range(2):
        layout_stack.start("cup_right_of_table")
        layout_stack.act(ABOVE)
        layout_stack.act(STOP)
        digests.append(layout_stack.last_state().digest)
    assert digests[0] == digests[1]
    layout_stack.start("cup_right_of_table")
    layout_stack.act(STOP)
    assert layout_stack.last_state().digest != digests[0]


@pytest.mark.parametrize("name", ["place_frame_1_01", "path_one_1_01", "fill_two_1_01"])
def test_through_the_nodes_and_without_them_the_digest_is_the_same(
    layout_stack: Any, name: str
) -> None:
    task = Library(CONFIG).load(name)
    texts = [action.to_json() for action in expert_decisions(task)]
    texts.insert(0, json.dumps({"action": "undo"}))
    table = Table(task, 1003)
    layout_stack.start(name, seed=1003)
    for text in texts:
        table.submit(text)
        result = layout_stack.act(text)
    trace = table.trace()
    assert (result.outcome, result.step) == ("success", len(trace.steps))
    assert layout_stack.last_state().digest == trace.digest


def test_unreadable_text_is_repaired_twice_then_charged(layout_stack: Any) -> None:
    layout_stack.start("cup_right_of_table")
    for _ in range(2):
        result = layout_stack.act("put it there")
        assert (result.admissible, result.step, result.done) == (False, 0, False)
        assert result.error
    result = layout_stack.act("put it there")
    assert (result.admissible, result.action_valid, result.step) == (True, False, 1)
    assert layout_stack.act(STOP).ending == "model_stop"


def test_what_cannot_be_played_is_refused_with_what_can(layout_stack: Any) -> None:
    assert "did you mean 'cup_right_of_table'" in layout_stack.start("cup_right_of_tabel").error
    assert "robot" in layout_stack.start("grasp_single_cube").error
    assert "text_only" in layout_stack.start("cup_right_of_table", condition="passive_five").error


def test_one_episode_at_a_time_and_an_end_from_outside(layout_stack: Any) -> None:
    assert layout_stack.start("cup_right_of_table").ok
    assert "is running" in layout_stack.start("cup_right_of_table").error
    assert "not for callers" in layout_stack.end("success").error
    assert layout_stack.end("infrastructure_error", "model endpoint: 503").ok
    assert "has ended" in layout_stack.end("operator_abort").error
    state = layout_stack.last_state()
    assert (state.outcome, state.reason) == ("invalid", "model endpoint: 503")
    late = layout_stack.act(RIGHT)
    assert (late.done, late.outcome, late.step) == (True, "invalid", 0)


def test_every_decision_is_published(layout_stack: Any) -> None:
    layout_stack.start("cup_right_of_table")
    layout_stack.act("nonsense")
    layout_stack.act(ABOVE)
    layout_stack.act(STOP)
    layout_stack.wait_for(lambda: len(layout_stack.records()) == 3)
    bad, above, stop = layout_stack.records()
    assert (bad.index, bad.step, bad.admissible, bad.code) == (0, 0, False, "not_json")
    assert bad.raw == "nonsense"
    assert (above.index, above.step, above.plan_success) == (1, 1, True)
    assert json.loads(above.decision)["relation"] == "above"
    assert (stop.index, stop.admissible) == (2, True)
    judged = [p for p in layout_stack.predicates if p.episode_id == layout_stack.episode_id]
    assert {value.term for value in judged[-1].terms} == {value.term for value in judged[0].terms}
    assert len(judged[-1].terms) == 5
