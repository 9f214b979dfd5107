"""The camera node must show signs of life."""

from __future__ import annotations

from eyehand_executor.reasons import Reason, Refusal
from eyehand_executor.safety.rule import SAFETY_RULES
from eyehand_executor.safety.rules.heartbeat import silence_of
from eyehand_executor.safety.signs_of_life import CAMERA
from eyehand_executor.safety.situation import Situation


@SAFETY_RULES.register("camera")
def camera_is_alive(situation: Situation) -> Refusal | None:
    """Refuse to move without the camera node where the robot is attended."""
    return silence_of(CAMERA, Reason.CAMERA_SILENT, situation)
