"""The camera takes a picture of the size that the robot file declares."""

from __future__ import annotations

from collections.abc import Iterator

from eyehand_core.robot import Robot

from eyehand_bench.doctor.cell.cell_check import CELL_CHECKS, failed, passed
from eyehand_bench.doctor.cell.facts import CellFacts
from eyehand_bench.doctor.finding import Finding


@CELL_CHECKS.register("camera")
def check_camera(robot: Robot, facts: CellFacts) -> Iterator[tuple[str, Finding]]:
    """Judge the picture that was asked for."""
    picture, wanted = facts.picture, robot.active_camera
    if picture.error:
        yield (
            "camera",
            failed(
                f"no picture: {picture.error}",
                "is the camera's driver running, plugged in and calibrated? see its log",
            ),
        )
    elif (picture.width, picture.height) != (wanted.width, wanted.height):
        yield (
            "camera",
            failed(
                f"pictures are {picture.width} x {picture.height} pixels; "
                f"the robot file says {wanted.width} x {wanted.height}",
                "correct active_camera in the robot file",
            ),
        )
    else:
        yield "camera", passed(f"a picture of {picture.width} x {picture.height} pixels")
