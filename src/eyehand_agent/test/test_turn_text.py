"""The text of a turn: order, content, and the information boundary."""

from __future__ import annotations

import inspect
import json
import re
from dataclasses import fields

from eyehand_agent.prompts.turn_text import turn_text
from eyehand_core.decisions import manipulation_grammar
from eyehand_core.observation import Feedback, Observation, View
from observations import JPEG, arm_state, observation

ORDER = (
    "Step ",
    "Task: ",
    "Views in this turn",
    "Camera policy: ",
    "Gripper state: ",
    "Self-geometry: ",
    "Executed actions",
    "Earlier image steps",
    "Allowed actions: ",
    "Output exactly one JSON command.",
)
GRIPPER_FIELDS = {
    "active_arm", "is_open", "is_closed", "finger_center_xyz", "control_eepose_xyz",
    "control_eepose_rpy_deg", "control_eepose_quat", "last_action_valid", "last_planner_success",
}  # fmt: skip


def block(text: str, title: str) -> dict[str, object]:
    """Return the JSON block under a title."""
    line = next(line for line in text.splitlines() if line.startswith(title))
    found = json.loads(line[len(title) :])
    assert isinstance(found, dict)
    return found


def test_blocks_come_in_the_published_order() -> None:
    lines = turn_text(observation()).splitlines()
    assert len(lines) == len(ORDER)
    assert all(line.startswith(start) for line, start in zip(lines, ORDER, strict=True))


def test_gripper_state_holds_the_published_fields_and_no_other() -> None:
    text = turn_text(observation())
    assert set(block(text, "Gripper state: ")) == GRIPPER_FIELDS
    assert block(text, "Self-geometry: ")["grip_center_length_m"] == 0.074


def test_two_arms_have_a_block_each() -> None:
    arms = {"left": arm_state("left", -0.306), "right": arm_state("right")}
    text = turn_text(observation(active_arm="both", arms=arms))
    state = block(text, "Gripper state: ")
    assert state["active_arm"] == "both"
    assert {"left", "right"} < set(state)
    assert set(block(text, "Self-geometry: ")) == {"left", "right"}


def test_feedback_is_two_bits_unless_the_condition_gives_a_reason() -> None:
    silent = turn_text(observation(feedback=Feedback(action_valid=False, plan_success=False)))
    assert '"last_action_valid":false,"last_planner_success":false' in silent
    assert "refused" not in silent
    said = Feedback(action_valid=False, plan_success=False, text="outside_workspace")
    assert '"last_action_refused_because":"outside_workspace"' in turn_text(
        observation(feedback=said)
    )


def test_camera_policy_and_recall_follow_the_allowed_actions() -> None:
    free = manipulation_grammar(("right",), tools=["camera.history"])
    assert "Camera policy: fine" in turn_text(observation(allowed_actions=free.names))
    still = manipulation_grammar(("right",), camera=False, tools=["camera.history"])
    text = turn_text(observation(step=3, allowed_actions=still.names))
    assert "Camera policy: none" in text
    assert "can be recalled: 0 to 2" in text
    assert "can be recalled: none" in turn_text(observation(step=3))


def test_executed_actions_are_listed_in_order() -> None:
    text = turn_text(observation(executed=('{"a":1}', '{"b":2}')))
    assert re.search(r'1\. \{"a":1\}\n  2\. \{"b":2\}', text)


def test_layout_turn_speaks_in_words() -> None:
    text = turn_text(
        observation(
            kind="layout",
            arms={},
            active_arm="",
            scene_text="cup: small, grey; right of the table, near",
            feedback=Feedback(action_valid=False, text="there is no lamp in the scene"),
            executed=('{"action":"undo"}',),
            allowed_actions=("place", "undo"),
        )
    )
    assert "Scene: cup: small" in text
    assert "Last action legal: no" in text
    assert "Feedback: there is no lamp" in text
    assert "Gripper" not in text
    assert text.endswith("Output exactly one JSON command.")


def test_nothing_but_the_observation_can_enter() -> None:
    assert list(inspect.signature(turn_text).parameters) == ["observation", "listed"]
    assert {field.name for field in fields(Observation)} == {
        "episode_id", "kind", "instruction", "step", "budget", "views", "active_arm", "arms",
        "scene_text", "feedback", "executed", "allowed_actions", "subgoal",
    }, "a new field of Observation: decide whether a model may read it"  # fmt: skip


def test_hidden_values_of_an_observation_are_not_shown() -> None:
    views = (View(name="center_high", jpeg=JPEG, stamp=12345.678),)
    text = turn_text(observation(views=views))
    for secret in ("0.7777", "0.8888", "0.9999", "0.5555", "0.6666", "12345", "4242", "picture"):
        assert secret not in text, secret
