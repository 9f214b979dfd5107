"""What became of an action that reached the environment."""

from __future__ import annotations

from dataclasses import dataclass

SAFETY_STOPS = frozenset({"effort_limit", "speed_limit"})
"""Reason codes of an action that made the robot's safety layer stop it."""

INTERRUPTED = "interrupted"
"""Reason code of an action that was not charged, because the episode ended meanwhile."""

INFRASTRUCTURE_CODES = frozenset(
    {
        # executor or camera disagrees with the grammar, which has admitted the command
        "empty_command",
        "unknown_arm",
        "duplicate_arm",
        "unknown_kind",
        "mixed_kinds",
        "unknown_axis",
        "not_finite",
        "amount_out_of_range",
        "unknown_camera_action",
        "unknown_anchor",
        # executor
        "busy",
        "robot_moving",
        "no_joint_states",
        "stale_joint_states",
        "absent_arm",
        "start_changed",
        "partner_late",
        "controller_unavailable",
        "controller_rejected",
        "joint_states_lost",
        "wall_timeout",
        "stillness_unknown",
        "canceled",
        # executor: a person, or a part of the stack that is watched, stopped the robot
        "emergency_stop",
        "not_released",
        "not_confirmed",
        "agent_silent",
        "camera_silent",
        "clock_stale",
        "internal_error",
        # camera
        "no_proprioception",
        "camera_unavailable",
        "no_view_yet",
        # layout world
        "world_fault",
    }
)
"""Reason codes that say nothing about the decision: a part of the stack failed."""


@dataclass(frozen=True, kw_only=True)
class ActionReport:
    """Result of one action, as executor, camera or layout world gave it.

    Attributes:
        action_valid: it passed the geometric gate, or is a legal layout action.
        plan_success: it was planned and executed to the end.
        code: reason code; empty when all went well.
        detail: one sentence behind the code.
        fraction: share of the path found feasible, 0 to 1.
        position_error: measured end pose against the command [m].
        orientation_error: same [rad].
        planning_time: wall time spent planning [s].
        execution_time: world time of the motion [s].
    """

    action_valid: bool
    plan_success: bool
    code: str = ""
    detail: str = ""
    fraction: float = 1.0
    position_error: float = 0.0
    orientation_error: float = 0.0
    planning_time: float = 0.0
    execution_time: float = 0.0


def look_report(accepted: bool, code: str, message: str, *, travel_time: float) -> ActionReport:
    """Return the report of a camera command.

    Args:
        accepted: it was carried out.
        code: reason code of a refusal; empty when accepted.
        message: one sentence behind the code.
        travel_time: world time that the camera took [s].
    """
    return ActionReport(
        action_valid=accepted,
        plan_success=accepted,
        code=code,
        detail=message,
        fraction=float(accepted),
        execution_time=travel_time,
    )
