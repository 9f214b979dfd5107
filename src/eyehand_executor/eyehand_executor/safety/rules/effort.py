"""Measured joint efforts stay below the robot's limit: who pushes harder has hit something."""

from __future__ import annotations

from eyehand_executor.reasons import Reason, Refusal
from eyehand_executor.safety.rule import SAFETY_RULES
from eyehand_executor.safety.rules.measured_limit import excess_in
from eyehand_executor.safety.situation import Situation


@SAFETY_RULES.register("effort")
def effort_is_permitted(situation: Situation) -> Refusal | None:
    """Stop a motion that takes more effort than the robot file permits."""
    return excess_in(
        situation,
        lambda arm: arm.efforts,
        lambda permitted: permitted.efforts,
        Reason.EFFORT_LIMIT,
        "effort {} N m; allowed {} N m",
    )
