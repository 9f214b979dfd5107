"""What one arm has to do, in SI units."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class MotionKind(IntEnum):
    """Kinds of arm motion, numbered as in ``eyehand_interfaces/msg/ArmCommand``."""

    TRANSLATE = 0
    ROTATE = 1
    OPEN = 2
    CLOSE = 3


@dataclass(frozen=True, kw_only=True)
class ArmMotion:
    """One metric command for one arm, in SI units.

    Attributes:
        arm: arm name of the robot file.
        kind: what to do.
        axis: 0, 1, 2 for x, y, z: world axis to translate along, gripper axis to turn about.
        amount: signed way [m] or right-handed turn [rad]; 0 for an aperture.
    """

    arm: str
    kind: MotionKind
    axis: int = 0
    amount: float = 0.0
