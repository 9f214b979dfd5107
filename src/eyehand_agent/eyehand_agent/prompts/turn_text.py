"""The text of one turn. It is made from the observation alone, so it can hold no secret."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from eyehand_core.observation import Observation
from eyehand_core.registry import Registry
from eyehand_core.self_geometry import gripper_state, self_geometry

_HISTORY_TOOL = "camera.history"
_CAMERA_PREFIX = "camera."

TurnLines = Callable[[Observation, int], Iterator[str]]
TURN_KINDS: Registry[TurnLines] = Registry("kind of task")


def turn_text(observation: Observation, listed: int = 1000) -> str:
    """Return what a model reads beside the images of one turn.

    Args:
        observation: the turn.
        listed: newest executed actions that are listed.
    """
    return "\n".join(TURN_KINDS[observation.kind](observation, listed))


@TURN_KINDS.register("manipulation")
def _manipulation_lines(observation: Observation, listed: int) -> Iterator[str]:
    """Yield the blocks in the order of the published benchmark (VA-Bench, arXiv 2609.19554)."""
    yield _step(observation)
    yield f"Task: {observation.instruction}"
    if observation.subgoal:
        yield f"Next subtask: {observation.subgoal}"
    yield f"Views in this turn, in order: {_views(observation)}"
    yield f"Camera policy: {_camera_policy(observation)}"
    yield f"Gripper state: {_compact(_gripper_block(observation))}"
    yield f"Self-geometry: {_compact(_arm_block(observation, self_geometry))}"
    yield from _executed(observation, listed)
    yield f"Earlier image steps that can be recalled: {_recallable(observation)}"
    yield from _closing(observation)


@TURN_KINDS.register("layout")
def _layout_lines(observation: Observation, listed: int) -> Iterator[str]:
    yield _step(observation)
    yield f"Task: {observation.instruction}"
    yield f"Views in this turn, in order: {_views(observation)}"
    if observation.scene_text:
        yield f"Scene: {observation.scene_text}"
    yield from _executed(observation, listed)
    if observation.executed:
        legal = "yes" if observation.feedback.action_valid else "no"
        yield f"Last action legal: {legal}"
    if observation.feedback.text:
        yield f"Feedback: {observation.feedback.text}"
    yield from _closing(observation)


def _step(observation: Observation) -> str:
    return f"Step {observation.step} of {observation.budget}"


def _views(observation: Observation) -> str:
    return ", ".join(view.name for view in observation.views) or "none"


def _camera_policy(observation: Observation) -> str:
    moves = [
        name
        for name in observation.allowed_actions
        if name.startswith(_CAMERA_PREFIX) and name != _HISTORY_TOOL
    ]
    if moves:
        return "fine; you may choose a named view or a small camera movement"
    return "none; no camera action is admissible in this turn"


def _gripper_block(observation: Observation) -> dict[str, Any]:
    feedback = observation.feedback
    block: dict[str, Any] = {"active_arm": observation.active_arm}
    block.update(_arm_block(observation, gripper_state))
    block["last_action_valid"] = feedback.action_valid
    block["last_planner_success"] = feedback.plan_success
    if feedback.text:
        block["last_action_refused_because"] = feedback.text
    return block


def _arm_block(
    observation: Observation, describe: Callable[[Any], dict[str, Any]]
) -> dict[str, Any]:
    """Return the block of the only arm, or one block per arm under its name."""
    blocks = {name: describe(arm) for name, arm in observation.arms.items()}
    return next(iter(blocks.values())) if len(blocks) == 1 else blocks


def _executed(observation: Observation, listed: int) -> Iterator[str]:
    yield "Executed actions, oldest first:" + ("" if observation.executed else " none")
    omitted = max(0, len(observation.executed) - listed)
    if omitted:
        yield f"  ({omitted} earlier ones omitted)"
    for number, decision in enumerate(observation.executed[omitted:], start=omitted + 1):
        yield f"  {number}. {decision}"


def _recallable(observation: Observation) -> str:
    if _HISTORY_TOOL not in observation.allowed_actions or observation.step == 0:
        return "none"
    return f"0 to {observation.step - 1}"


def _closing(observation: Observation) -> Iterator[str]:
    yield f"Allowed actions: {', '.join(observation.allowed_actions)}"
    yield "Output exactly one JSON command."


def _compact(block: Mapping[str, Any]) -> str:
    return json.dumps(block, separators=(",", ":"), ensure_ascii=False)


def turn_heading(observation: Observation) -> str:
    """Return what is kept of the text of a turn once it is over."""
    feedback = observation.feedback
    lines = [
        _step(observation),
        f"last_action_valid: {str(feedback.action_valid).lower()}, "
        f"last_planner_success: {str(feedback.plan_success).lower()}",
    ]
    return "\n".join([*lines, feedback.text] if feedback.text else lines)
