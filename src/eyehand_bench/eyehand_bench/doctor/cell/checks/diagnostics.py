"""No node complains."""

from __future__ import annotations

from collections.abc import Iterator

from eyehand_core.robot import Robot

from eyehand_bench.doctor.cell.cell_check import CELL_CHECKS, failed, passed
from eyehand_bench.doctor.cell.facts import CellFacts
from eyehand_bench.doctor.finding import Finding


@CELL_CHECKS.register("diagnostics")
def check_diagnostics(robot: Robot, facts: CellFacts) -> Iterator[tuple[str, Finding]]:
    """Pass on errors from /diagnostics, and a stop that nobody has released."""
    for name, message in facts.faults.items():
        stopped = name == "safety"
        remedy = "look at the robot, then: eyehand release" if stopped else "see the node's log"
        yield f"fault {name}", failed(message, remedy)
    if not facts.faults:
        yield "diagnostics", passed("no node reports an error")
