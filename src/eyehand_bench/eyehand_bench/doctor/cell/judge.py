"""All checks of a running graph."""

from __future__ import annotations

from eyehand_core.robot import Robot

from eyehand_bench.doctor.cell import checks  # noqa: F401 - registers the checks
from eyehand_bench.doctor.cell.cell_check import CELL_CHECKS
from eyehand_bench.doctor.cell.facts import CellFacts
from eyehand_bench.doctor.finding import Finding


def judge_cell(robot: Robot, facts: CellFacts) -> dict[str, Finding]:
    """Return a finding for each thing that is wrong, and for each check that found nothing."""
    return {
        name: finding for check in CELL_CHECKS for name, finding in CELL_CHECKS[check](robot, facts)
    }
