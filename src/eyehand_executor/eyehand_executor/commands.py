"""Metric arm commands as the executor understands them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum


class CommandKind(Enum):
    """What one arm is told to do; values as in eyehand_interfaces/ArmCommand."""

    TRANSLATE = 0
    ROTATE = 1
    OPEN = 2
    CLOSE = 3

    @property
    def moves_arm(self) -> bool:
        """Tell whether the arm joints move, not the gripper."""
        return self in AMOUNT_RANGES


@dataclass(frozen=True, kw_only=True)
class AmountRange:
    """Allowed size of one command, SI, with the factor and unit that people read."""

    smallest: float
    largest: float
    display_factor: float
    unit: str

    def contains(self, amount: float) -> bool:
        """Tell whether the size of ``amount`` is allowed; borders count, rounding is forgiven."""
        slack = 1e-9
        return self.smallest - slack <= abs(amount) <= self.largest + slack

    def describe(self, amount: float) -> str:
        """Return amount and range in the unit people read."""
        low, high = self.smallest * self.display_factor, self.largest * self.display_factor
        return f"{amount * self.display_factor:.6g} {self.unit}; allowed +-{low:g} to +-{high:g}"


AMOUNT_RANGES = {
    CommandKind.TRANSLATE: AmountRange(
        smallest=0.001, largest=0.1, display_factor=1000.0, unit="mm"
    ),
    CommandKind.ROTATE: AmountRange(
        smallest=math.radians(1.0),
        largest=math.radians(90.0),
        display_factor=math.degrees(1.0),
        unit="degrees",
    ),
}


@dataclass(frozen=True, kw_only=True)
class ArmCommand:
    """One metric command for one arm.

    Attributes:
        arm: arm name.
        kind: value of a CommandKind; anything else is refused by the gate.
        axis: 0, 1, 2 for x, y, z: world axes for TRANSLATE, the gripper's own for ROTATE.
        amount: signed, [m] or [rad]; ignored by OPEN and CLOSE.
    """

    arm: str
    kind: int
    axis: int = 0
    amount: float = 0.0

    @property
    def command_kind(self) -> CommandKind:
        """Kind of a command that has passed the gate."""
        return CommandKind(self.kind)
