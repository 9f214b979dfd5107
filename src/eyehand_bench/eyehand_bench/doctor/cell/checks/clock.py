"""Joint states are stamped by the clock that everybody uses."""

from __future__ import annotations

from collections.abc import Iterator

from eyehand_core.robot import Robot

from eyehand_bench.doctor.cell.cell_check import CELL_CHECKS, failed, passed
from eyehand_bench.doctor.cell.facts import CellFacts
from eyehand_bench.doctor.finding import Finding

_TOLERANCE_S = 0.5


@CELL_CHECKS.register("clock")
def check_clock(robot: Robot, facts: CellFacts) -> Iterator[tuple[str, Finding]]:
    """Compare stamps with /clock, or with this machine's time where there is no /clock."""
    yield "clock", _judge(facts)


def _judge(facts: CellFacts) -> Finding:
    publishers = facts.publishers.get("clock", 0)
    if publishers > 1:
        return failed(
            f"{publishers} publishers on clock; allowed: one or none",
            "end the simulation that is left over, or choose an own ROS_DOMAIN_ID",
        )
    if publishers and facts.clock_ns is None:
        return failed("clock has a publisher but no time arrives", "is the simulation stopped?")
    if facts.joints is None:
        return failed("no joint states to compare with", "mend the joint states first")
    simulated = facts.clock_ns is not None
    now = facts.clock_ns if facts.clock_ns is not None else facts.machine_ns
    late = (now - facts.joints.stamp_ns) * 1e-9
    clock = "/clock" if simulated else "this machine's clock"
    if abs(late) > _TOLERANCE_S:
        side = "behind" if late > 0 else "ahead of"
        return failed(
            f"joint states are stamped {abs(late):.2f} s {side} {clock}; allowed {_TOLERANCE_S} s",
            "one clock is stale: "
            + ("restart what publishes /clock" if simulated else "synchronise with chrony or PTP"),
        )
    return passed(f"joint states {abs(late) * 1000.0:.0f} ms from {clock}")
