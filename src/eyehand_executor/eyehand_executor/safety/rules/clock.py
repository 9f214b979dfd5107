"""Time must go on, and mean the same to everybody."""

from __future__ import annotations

from eyehand_executor.reasons import Reason, Refusal
from eyehand_executor.safety.rule import SAFETY_RULES
from eyehand_executor.safety.signs_of_life import CLOCK
from eyehand_executor.safety.situation import Situation


@SAFETY_RULES.register("clock")
def clock_goes_on(situation: Situation) -> Refusal | None:
    """Refuse to move by a clock that stands, or that differs from the joint states' stamps."""
    settings = situation.settings
    if not settings.attended:
        return None
    age = situation.signs.age(CLOCK, situation.now)
    if age is None:
        return _differs_from_machine(situation)
    may_stand = settings.lock_step and not situation.moving
    if may_stand or age <= settings.clock_timeout:
        return None
    return _stale(f"/clock stands for {age:.1f} s; allowed {settings.clock_timeout:g} s")


def _differs_from_machine(situation: Situation) -> Refusal | None:
    newest = situation.newest
    if newest is None:
        return None  # judged by the rules about joint states
    difference = situation.machine_time - newest.stamp_ns * 1e-9
    allowed = situation.settings.clock_tolerance
    if abs(difference) <= allowed:
        return None
    return _stale(
        f"there is no /clock and joint states are stamped {difference:.2f} s before this "
        f"machine's time; allowed {allowed:g} s; synchronise the clocks"
    )


def _stale(message: str) -> Refusal:
    return Refusal(reason=Reason.CLOCK_STALE, message=message, blocking=(CLOCK,))
