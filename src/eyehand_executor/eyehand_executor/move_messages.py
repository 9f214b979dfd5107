"""Requests and results of the action move_arms as messages."""

from __future__ import annotations

from typing import Any

from eyehand_executor.commands import ArmCommand
from eyehand_executor.move_report import MoveReport
from eyehand_interfaces.action import MoveArms
from eyehand_nodekit import stamps


def commands_of(request: Any) -> list[ArmCommand]:
    """Return the commands of a MoveArms goal."""
    return [
        ArmCommand(arm=item.arm, kind=item.kind, axis=item.axis, amount=item.amount)
        for item in request.commands
    ]


def result_message(report: MoveReport) -> Any:
    """Return a report as a MoveArms result."""
    refusal = report.refusal
    return MoveArms.Result(
        valid=report.valid,
        success=refusal is None,
        code="" if refusal is None else refusal.reason.code,
        message="" if refusal is None else refusal.message,
        fraction=report.fraction,
        position_error=report.position_error,
        orientation_error=report.orientation_error,
        planning_time=report.planning_time,
        execution_time=report.execution_time,
        end=stamps.from_nanoseconds(report.end_ns),
    )
