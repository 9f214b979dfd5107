"""Commands for arms as messages."""

from __future__ import annotations

from collections.abc import Sequence

from eyehand_core.decisions.arm_motion import ArmMotion

from eyehand_interfaces.action import MoveArms
from eyehand_interfaces.msg import ArmCommand
from eyehand_nodekit import stamps


def arm_command(motion: ArmMotion) -> ArmCommand:
    """Return the command of one motion."""
    return ArmCommand(
        arm=motion.arm, kind=int(motion.kind), axis=motion.axis, amount=float(motion.amount)
    )


def arms_goal(motions: Sequence[ArmMotion], not_before: float) -> MoveArms.Goal:
    """Return the goal of one motion per arm, planned from a state that is not older [s]."""
    return MoveArms.Goal(
        commands=[arm_command(motion) for motion in motions],
        not_before=stamps.from_seconds(not_before),
    )
