"""Every topic that the nodes rely on has one publisher."""

from __future__ import annotations

from collections.abc import Iterator

from eyehand_core.robot import Robot

from eyehand_bench.doctor.cell.cell_check import CELL_CHECKS, failed, passed
from eyehand_bench.doctor.cell.declared import STACK_TOPICS
from eyehand_bench.doctor.cell.facts import CellFacts
from eyehand_bench.doctor.finding import Finding


@CELL_CHECKS.register("topics")
def check_topics(robot: Robot, facts: CellFacts) -> Iterator[tuple[str, Finding]]:
    """Count publishers."""
    wrong = 0
    for topic, node in STACK_TOPICS.items():
        count = facts.publishers.get(topic, 0)
        if count == 1:
            continue
        wrong += 1
        remedy = (
            f"start node {node} or the driver that plays it; compare names and remappings"
            if count == 0
            else "end all publishers but one"
        )
        yield f"topic {topic}", failed(f"{count or 'no'} publishers; allowed: one", remedy)
    if not wrong:
        yield "topics", passed(", ".join(STACK_TOPICS))
