"""What the rules about measured joints share."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from eyehand_core.geometry.rotation import Array

from eyehand_executor.reasons import Reason, Refusal
from eyehand_executor.robot_samples import ArmSample
from eyehand_executor.safety.situation import PermittedJoints, Situation


def excess_in(
    situation: Situation,
    measured: Callable[[ArmSample], Array],
    permitted: Callable[[PermittedJoints], Array],
    reason: Reason,
    what: str,
) -> Refusal | None:
    """Return the joint that is beyond its limit in both of two successive samples, None if none is.

    One sample alone may be a glitch. A value that is not a number was not measured.

    Args:
        situation: joints and their limits.
        measured: values of an arm, shape (n,).
        permitted: their limits, shape (n,).
        reason: reason of the refusal.
        what: quantity with a place for value and limit, for example ``"{} rad/s; allowed {}"``.
    """
    if not situation.moving or len(situation.samples) < 2:
        return None
    before, newest = situation.samples[-2:]
    for arm in set(before.arms) & set(newest.arms):
        limits = permitted(situation.permitted[arm])
        values = np.abs([measured(sample.arms[arm]) for sample in (before, newest)])
        beyond = np.flatnonzero((values > limits).all(axis=0))
        if beyond.size:
            joint = int(beyond[0])
            said = what.format(f"{values[1, joint]:.2f}", f"{limits[joint]:.2f}")
            return Refusal(
                reason=reason,
                message=f"joint {joint + 1} of arm {arm}: {said}",
                blocking=(arm,),
            )
    return None
