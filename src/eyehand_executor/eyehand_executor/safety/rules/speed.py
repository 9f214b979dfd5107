"""Measured joint speeds stay near the permitted ones, whoever commands the joints."""

from __future__ import annotations

from eyehand_executor.reasons import Reason, Refusal
from eyehand_executor.safety.rule import SAFETY_RULES
from eyehand_executor.safety.rules.measured_limit import excess_in
from eyehand_executor.safety.situation import Situation


@SAFETY_RULES.register("speed")
def speed_is_permitted(situation: Situation) -> Refusal | None:
    """Stop a robot that is faster than scaled limits and tolerance allow."""
    tolerance = situation.settings.speed_tolerance
    return excess_in(
        situation,
        lambda arm: arm.velocities,
        lambda permitted: permitted.speeds + tolerance,
        Reason.SPEED_LIMIT,
        "speed {} rad/s; allowed {} rad/s",
    )
