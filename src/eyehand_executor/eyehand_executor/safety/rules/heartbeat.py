"""What the rules about silent nodes share."""

from __future__ import annotations

from eyehand_executor.reasons import Reason, Refusal
from eyehand_executor.safety.situation import Situation


def silence_of(part: str, reason: Reason, situation: Situation) -> Refusal | None:
    """Return that node ``part`` gives no sign of life, None if it does or need not."""
    settings = situation.settings
    if not settings.attended:
        return None
    age = situation.signs.age(part, situation.now)
    if age is not None and age <= settings.heartbeat_timeout:
        return None
    heard = "has never been heard" if age is None else f"was last heard {age:.1f} s ago"
    return Refusal(
        reason=reason,
        message=(
            f"node {part} {heard}; allowed {settings.heartbeat_timeout:g} s; "
            "is it alive and without error on /diagnostics?"
        ),
        blocking=(part,),
    )
