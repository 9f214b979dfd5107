"""Commands for arms as messages."""

from __future__ import annotations

from eyehand_core.decisions.arm_motion import ArmMotion

from eyehand_interfaces.msg import ArmCommand


def arm_command(motion: ArmMotion) -> ArmCommand:
    """Return the command of one motion."""
    return ArmCommand(
        arm=motion.arm, kind=int(motion.kind), axis=motion.axis, amount=float(motion.amount)
    )
