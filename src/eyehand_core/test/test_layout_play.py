"""Episodes without ROS: what is kept, conditions, paths, leaks, the published log lines."""

from __future__ import annotations

import json
import re

import pytest
from eyehand_core.episode.condition import Condition
from eyehand_core.episode.conditions import conditions_of, load_condition
from eyehand_core.layout.feedback import FEEDBACK_LEVELS
from eyehand_core.layout.play import Decide, Table, Trace, play
from eyehand_core.layout.task import expert_decisions
from eyehand_core.observation import Observation
from eyehand_core.tasks.library import Library
from eyehand_core.tasks.places import task_paths
from world_states import CONFIG

LIBRARY = Library(CONFIG)
CUP = LIBRARY.load("cup_right_of_table")
PLACE = {
    "action": "place",
    "object": "cup",
    "category": "cup",
    "relation": "above",
    "relation_target": "table",
}
MOVE = {key: value for key, value in PLACE.items() if key != "category"} | {"action": "move"}
RIGHT = {**MOVE, "relation": "to_the_right_of"}


def says(*texts: object) -> Decide:
    """Return an agent that says these things in order, then stops."""
    lines = iter([text if isinstance(text, str) else json.dumps(text) for text in texts])

    def decide(observation: Observation, error: str) -> str:
        return next(lines, '{"stop": true, "reason": "no more"}')

    return decide


def shown(condition: str) -> Condition:
    return load_condition(CONFIG, "layout", condition)


def played(*texts: object, condition: str = "active") -> Trace:
    return play(Table(CUP, 1000, shown(condition)), says(*texts))


def test_a_trace_keeps_replies_scenes_and_verdicts() -> None:
    trace = played("what?", PLACE, {**MOVE, "relation_target": "sofa"}, RIGHT)
    assert (trace.outcome, trace.ending, trace.solved) == ("success", "success", True)
    assert [len(step.replies) for step in trace.steps] == [2, 1, 1]
    assert [step.code for step in trace.steps] == ["", "no_such_object", ""]
    assert [step.legal for step in trace.steps] == [True, False, True]
    assert trace.steps[0].scene == trace.steps[1].scene != trace.scene
    assert trace.steps[0].replies[0].code == "not_json"
    assert trace.verdict.done
    assert trace.verdict.score == 1.0


def test_same_decisions_same_digest_other_decisions_another() -> None:
    assert played(PLACE, RIGHT).digest == played(PLACE, RIGHT).digest
    assert played(PLACE, RIGHT).digest != played({**PLACE, "relation": "to_the_right_of"}).digest


@pytest.mark.parametrize(
    "leak",
    [
        {**PLACE, "x": 154, "y": 320},
        {**PLACE, "relation": "at 154,320"},
        {**PLACE, "position": [154, 320]},
        {**PLACE, "object": "cup (154, 320)"},
    ],
)
def test_coordinates_are_refused_counted_and_kept(leak: dict[str, object]) -> None:
    trace = played(leak, leak, leak, PLACE, RIGHT)
    first = trace.steps[0]
    assert [reply.is_leak for reply in first.replies] == [True, True, True]
    assert json.loads(first.replies[0].text) == leak
    assert (first.code, first.decision, first.scene) == ("coordinate_leak", "", trace.start)
    assert trace.solved


FEEDBACK = {
    "feedback_none": "",
    "feedback_success": "not done",
    "feedback_text": "the cup has to be to the right of the table",
    "active": "the cup is above the table, medium; it has to go further down to be "
    "to the right of the table",
}


@pytest.mark.parametrize("condition", FEEDBACK)
def test_each_level_says_what_it_may(condition: str) -> None:
    trace = played(PLACE, condition=condition)
    text = trace.steps[0].feedback
    if condition == "active":
        assert text.startswith("the cup is above the table")
        assert "it has to go further" in text
    else:
        assert text == FEEDBACK[condition]
    refused = played({**MOVE, "object": "sofa"}, condition=condition).steps[0].feedback
    explains = FEEDBACK_LEVELS[shown(condition).feedback].explains_refusals
    assert ("no sofa" in refused) == explains
    assert not re.search(r"\d", text + refused)


def test_every_feedback_level_is_a_condition() -> None:
    layout = conditions_of(CONFIG, "layout")
    assert {condition.feedback for condition in layout} == set(FEEDBACK_LEVELS)


@pytest.mark.parametrize(
    ("condition", "has_text", "has_picture"),
    [("active", True, True), ("image_only", False, True), ("text_only", True, False)],
)
def test_conditions_show_picture_or_words(
    condition: str, has_text: bool, has_picture: bool
) -> None:
    seen: list[Observation] = []

    def decide(observation: Observation, error: str) -> str:
        seen.append(observation)
        return json.dumps(PLACE) if len(seen) == 1 else '{"stop": true, "reason": "r"}'

    play(Table(CUP, 1000, shown(condition)), decide, lambda scene: scene.digest().encode())
    assert [bool(observation.scene_text) for observation in seen] == [has_text] * 2
    assert [bool(observation.views) for observation in seen] == [has_picture] * 2
    if has_picture:
        assert seen[0].views[0].jpeg != seen[1].views[0].jpeg


def test_a_blocked_leg_is_counted_and_not_travelled() -> None:
    names = [name for name in task_paths(CONFIG / "tasks") if name.startswith("path_one")]
    task = LIBRARY.load(names[0])
    words = {"action": "move", "object": "robot", "relation_target": "yard"}
    straight = {**words, "relation": "center_of"}
    way = [decision.arguments() for decision in expert_decisions(task)]
    trace = play(Table(task, 1000), says(straight, *way))
    blocked = trace.steps[0]
    assert (blocked.code, blocked.legal, blocked.blocked) == ("path_blocked", True, True)
    assert blocked.scene == trace.start
    obstacle = next(o.name for o in trace.start.objects if o.name not in ("robot", "yard"))
    assert f"runs into the {obstacle}" in blocked.feedback
    assert trace.solved
