"""Every frame that the robot file names exists."""

from __future__ import annotations

from collections.abc import Iterator

from eyehand_core.errors import nearest_name
from eyehand_core.robot import Robot

from eyehand_bench.doctor.cell.cell_check import CELL_CHECKS, failed, passed
from eyehand_bench.doctor.cell.declared import frames
from eyehand_bench.doctor.cell.facts import CellFacts
from eyehand_bench.doctor.finding import Finding


@CELL_CHECKS.register("frames")
def check_frames(robot: Robot, facts: CellFacts) -> Iterator[tuple[str, Finding]]:
    """Look for the frames in the published robot description and on tf."""
    known = facts.links | facts.frames
    wanted = frames(robot)
    missing = [name for name in wanted if name not in known]
    for name in missing:
        nearest = nearest_name(name, known)
        hint = f"; is it {nearest}?" if nearest else ""
        yield (
            f"frame {name}",
            failed(
                f"is neither in robot_description nor on tf{hint}",
                "correct its name in the robot file, or publish robot_description",
            ),
        )
    if not missing:
        yield "frames", passed(f"{len(wanted)} of {len(wanted)}")
