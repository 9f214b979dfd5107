"""Joint states arrive, with every joint that the robot file names."""

from __future__ import annotations

from collections.abc import Iterator

from eyehand_core.errors import nearest_name
from eyehand_core.robot import Robot

from eyehand_bench.doctor.cell.cell_check import CELL_CHECKS, failed, passed
from eyehand_bench.doctor.cell.declared import joints
from eyehand_bench.doctor.cell.facts import CellFacts, JointFacts
from eyehand_bench.doctor.finding import Finding, Level


@CELL_CHECKS.register("joints")
def check_joints(robot: Robot, facts: CellFacts) -> Iterator[tuple[str, Finding]]:
    """Compare names with the joint states and with the published robot description."""
    if facts.joints is None:
        yield (
            "joint_states",
            failed("no joint states arrive", "start the robot's driver, or the world"),
        )
        return
    wanted = joints(robot)
    missing = [name for name in wanted if name not in facts.joints.names]
    for name in missing:
        nearest = nearest_name(name, facts.joints.names)
        hint = f"; is it {nearest}?" if nearest else ""
        yield (
            f"joint {name}",
            failed(
                f"is not in joint_states{hint}",
                "correct its name in the robot file; "
                "a task for one arm leaves out the joints of the other",
            ),
        )
    unknown = [name for name in wanted if facts.urdf_joints and name not in facts.urdf_joints]
    for name in unknown:
        yield (
            f"joint {name} (description)",
            failed("is not in robot_description", "publish the URDF of the robot file's robot"),
        )
    if not missing and not unknown:
        yield "joints", passed(f"{len(wanted)} of {len(wanted)} in joint_states")
    yield from _contents(facts.joints)


def _contents(found: JointFacts) -> Iterator[tuple[str, Finding]]:
    if not found.has_velocities:
        yield (
            "joint velocities",
            failed(
                "joint states have no velocities",
                "stillness cannot be verified: add the velocity state interface",
            ),
        )
    if not found.has_efforts:
        yield (
            "joint efforts",
            Finding(
                level=Level.WARN,
                found="joint states have no efforts",
                remedy="the effort limit of the safety gate cannot act; "
                "add the effort state interface if the robot has it",
            ),
        )
