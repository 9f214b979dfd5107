"""Settings and result of the whole sequence from gate to measurement."""

from __future__ import annotations

import math
from dataclasses import dataclass

from eyehand_executor.cartesian_path import PathSettings
from eyehand_executor.execution import ExecutionSettings
from eyehand_executor.gate import GateSettings
from eyehand_executor.reasons import Refusal


@dataclass(frozen=True, kw_only=True)
class MoveSettings:
    """Settings of the whole sequence.

    Attributes:
        gate: limits of the gate.
        path: tolerances of the path.
        execution: deadlines.
        state_timeout: longest wall time to wait for joint states that are new enough [s].
        start_tolerance: largest joint difference between planning and sending [rad].
        start_lead: world time between sending and the common start of two arms [s].
        end_position: largest distance of the measured end pose from the command [m].
        end_angle: likewise [rad].
    """

    gate: GateSettings
    path: PathSettings
    execution: ExecutionSettings
    state_timeout: float = 10.0
    start_tolerance: float = 0.01
    start_lead: float = 0.2
    end_position: float = 0.001
    end_angle: float = math.radians(0.5)


@dataclass(frozen=True, kw_only=True)
class MoveReport:
    """What became of a request; errors are the larger of the arms.

    Attributes:
        refusal: why it was not carried out, None if it was.
        fraction: share of the path found feasible, 0 to 1.
        position_error: measured end pose against the command [m].
        orientation_error: likewise [rad].
        planning_time: wall time [s].
        execution_time: world time [s].
        end_ns: stamp of the joint states at which the arms were still, 0 if nothing moved [ns].
    """

    refusal: Refusal | None = None
    fraction: float = 0.0
    position_error: float = 0.0
    orientation_error: float = 0.0
    planning_time: float = 0.0
    execution_time: float = 0.0
    end_ns: int = 0

    @property
    def moved(self) -> bool:
        """True if something was told to move."""
        return self.end_ns > 0

    @property
    def valid(self) -> bool:
        """True if the command passed the gate."""
        return self.refusal is None or self.refusal.reason.valid
