"""What a layout action came to, as a referee charges it."""

from __future__ import annotations

from eyehand_core.episode.action_report import ActionReport
from eyehand_core.layout.actions import is_legal


def action_report(code: str, message: str) -> ActionReport:
    """Return the report of a layout action.

    Args:
        code: reason code; empty if the action led to what it was to lead to.
        message: the reason in words.
    """
    return ActionReport(
        action_valid=is_legal(code),
        plan_success=not code,
        code=code,
        detail=message,
        fraction=float(not code),
    )
