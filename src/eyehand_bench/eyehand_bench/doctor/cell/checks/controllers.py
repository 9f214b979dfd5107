"""The action server of every controller that the robot file names is there."""

from __future__ import annotations

from collections.abc import Iterator

from eyehand_core.robot import Robot

from eyehand_bench.doctor.cell.cell_check import CELL_CHECKS, failed, passed
from eyehand_bench.doctor.cell.declared import controller_actions
from eyehand_bench.doctor.cell.facts import CellFacts
from eyehand_bench.doctor.finding import Finding


@CELL_CHECKS.register("controllers")
def check_controllers(robot: Robot, facts: CellFacts) -> Iterator[tuple[str, Finding]]:
    """Ask for the action of each controller."""
    actions = controller_actions(robot)
    missing = [action for action in actions if action not in facts.servers]
    for action in missing:
        controller = actions[action]
        yield (
            f"controller {controller}",
            failed(
                f"action {action} is not served",
                "spawn and activate it (ros2 control list_controllers), "
                "or correct its name in the robot file",
            ),
        )
    if not missing:
        yield "controllers", passed(", ".join(actions.values()))
