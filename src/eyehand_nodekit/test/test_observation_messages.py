"""Observations survive the way through messages."""

from __future__ import annotations

from eyehand_core.observation import Feedback, Observation, View
from eyehand_nodekit.observation_messages import observation_from_message, observation_to_message
from rclpy.serialization import deserialize_message, serialize_message


def test_observation_round_trip() -> None:
    observation = Observation(
        episode_id="e1",
        kind="layout",
        instruction="Put the cup to the right of the table.",
        step=2,
        budget=5,
        views=(View(name="scene", jpeg=bytes(range(256)) * 40, stamp=1.02),),
        active_arm="",
        scene_text="the cup is above the table",
        subgoal="lifted",
        feedback=Feedback(action_valid=False, plan_success=True, text="further right"),
        executed=('{"action":"undo"}',),
        allowed_actions=("place", "undo"),
    )
    message = observation_to_message(observation)
    back = deserialize_message(serialize_message(message), type(message))
    assert observation_from_message(back) == observation
