"""The stack's own actions and services are served."""

from __future__ import annotations

from collections.abc import Iterator

from eyehand_core.robot import Robot

from eyehand_bench.doctor.cell.cell_check import CELL_CHECKS, failed, passed
from eyehand_bench.doctor.cell.declared import STACK_ACTIONS, STACK_SERVICES
from eyehand_bench.doctor.cell.facts import CellFacts
from eyehand_bench.doctor.finding import Finding


@CELL_CHECKS.register("servers")
def check_servers(robot: Robot, facts: CellFacts) -> Iterator[tuple[str, Finding]]:
    """Ask for each action and service."""
    missing = 0
    for kind, served_by in (("action", STACK_ACTIONS), ("service", STACK_SERVICES)):
        for name, node in served_by.items():
            if name not in facts.servers:
                missing += 1
                yield (
                    f"{kind} {name}",
                    failed("is not served", f"start node {node}; its log says why it ended"),
                )
    if not missing:
        yield "servers", passed(", ".join((*STACK_ACTIONS, *STACK_SERVICES)))
