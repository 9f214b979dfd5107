"""Observations to and from messages."""

from __future__ import annotations

from typing import Any

from eyehand_core.observation import Feedback, Observation, View
from eyehand_core.views import ACTIVE_CAMERA_FRAME

from eyehand_interfaces import msg
from eyehand_nodekit import stamps
from eyehand_nodekit.image_messages import jpeg_from_message, jpeg_to_message
from eyehand_nodekit.state_messages import arm_from_message, arm_to_message


def observation_to_message(observation: Observation) -> msg.Observation:
    """Return an observation as a message; its stamp is that of the newest image."""
    message = msg.Observation(
        episode_id=observation.episode_id,
        kind=observation.kind,
        instruction=observation.instruction,
        step=observation.step,
        budget=observation.budget,
        images=[
            jpeg_to_message(view.jpeg, stamps.from_seconds(view.stamp), ACTIVE_CAMERA_FRAME)
            for view in observation.views
        ],
        views=[view.name for view in observation.views],
        active_arm=observation.active_arm,
        arms=[arm_to_message(arm) for arm in observation.arms.values()],
        scene_text=observation.scene_text,
        subgoal=observation.subgoal,
        feedback=msg.Feedback(
            action_valid=observation.feedback.action_valid,
            plan_success=observation.feedback.plan_success,
            text=observation.feedback.text,
        ),
        executed=list(observation.executed),
        allowed_actions=list(observation.allowed_actions),
    )
    if observation.views:
        message.header.stamp = stamps.from_seconds(max(view.stamp for view in observation.views))
    return message


def observation_from_message(message: Any) -> Observation:
    """Return an Observation message as the core's observation."""
    return Observation(
        episode_id=message.episode_id,
        kind=message.kind,
        instruction=message.instruction,
        step=int(message.step),
        budget=int(message.budget),
        views=tuple(
            View(
                name=name,
                jpeg=jpeg_from_message(image),
                stamp=stamps.to_seconds(image.header.stamp),
            )
            for name, image in zip(message.views, message.images, strict=True)
        ),
        active_arm=message.active_arm,
        arms={arm.name: arm_from_message(arm) for arm in message.arms},
        scene_text=message.scene_text,
        subgoal=message.subgoal,
        feedback=Feedback(
            action_valid=bool(message.feedback.action_valid),
            plan_success=bool(message.feedback.plan_success),
            text=message.feedback.text,
        ),
        executed=tuple(message.executed),
        allowed_actions=tuple(message.allowed_actions),
    )
