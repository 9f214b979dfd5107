"""Every node is there once: two of a name answer in turn, and both move the robot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from eyehand_core.robot import Robot

from eyehand_bench.doctor.cell.cell_check import CELL_CHECKS, failed, passed
from eyehand_bench.doctor.cell.facts import CellFacts
from eyehand_bench.doctor.finding import Finding


@CELL_CHECKS.register("nodes")
def check_nodes(robot: Robot, facts: CellFacts) -> Iterator[tuple[str, Finding]]:
    """Look for names that several nodes have."""
    doubles = [(name, count) for name, count in Counter(facts.nodes).items() if count > 1]
    for name, count in doubles:
        yield (
            f"node {name}",
            failed(
                f"{count} nodes of this name run",
                "end all but one (another terminal, another machine?), "
                "or choose an own ROS_DOMAIN_ID",
            ),
        )
    if not facts.nodes:
        yield (
            "nodes",
            failed("no node is on the graph", "start the stack; compare ROS_DOMAIN_ID"),
        )
    elif not doubles:
        yield "nodes", passed(f"{len(facts.nodes)}, each name once")
