"""Joint states must keep arriving where the world does not stand still."""

from __future__ import annotations

from eyehand_executor.reasons import Reason, Refusal
from eyehand_executor.safety.rule import SAFETY_RULES
from eyehand_executor.safety.situation import Situation


@SAFETY_RULES.register("joint_states")
def joint_states_arrive(situation: Situation) -> Refusal | None:
    """Stop a motion that nobody can see; the gate judges the first joint states of all."""
    newest, settings = situation.newest, situation.settings
    if newest is None or settings.lock_step:
        return None
    age = situation.now - newest.received
    if age <= settings.joint_state_timeout:
        return None
    return Refusal(
        reason=Reason.JOINT_STATES_LOST,
        message=(
            f"the newest joint states are {age:.2f} s old; "
            f"allowed {settings.joint_state_timeout:g} s"
        ),
    )
