"""Commands and checks that the tests of the mover share."""

from __future__ import annotations

import numpy as np
from eyehand_executor.commands import ArmCommand, CommandKind
from simulated_robot import SimulatedRobot


def command(arm: str, kind: CommandKind, axis: int = 0, amount: float = 0.0) -> ArmCommand:
    return ArmCommand(arm=arm, kind=kind.value, axis=axis, amount=amount)


def lift(arm: str = "right", amount: float = 0.05) -> ArmCommand:
    return command(arm, CommandKind.TRANSLATE, 2, amount)


def still_for_good(simulated: SimulatedRobot) -> bool:
    """Let the world pause and tell whether the arms stayed where they had stopped."""
    stopped = simulated.newest
    simulated.rest()
    now = simulated.kept[-1]
    return all(
        np.abs(arm.positions - stopped.arms[name].positions).max() < 0.002
        and np.abs(arm.velocities).max() < 0.01
        for name, arm in now.arms.items()
    )
