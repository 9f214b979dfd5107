"""The agent node must show signs of life."""

from __future__ import annotations

from eyehand_executor.reasons import Reason, Refusal
from eyehand_executor.safety.rule import SAFETY_RULES
from eyehand_executor.safety.rules.heartbeat import silence_of
from eyehand_executor.safety.signs_of_life import AGENT
from eyehand_executor.safety.situation import Situation


@SAFETY_RULES.register("agent")
def agent_is_alive(situation: Situation) -> Refusal | None:
    """Refuse to move without the agent node where the robot is attended."""
    return silence_of(AGENT, Reason.AGENT_SILENT, situation)
