"""Writes a robot's MoveIt and controller files.

    python -m eyehand_executor.moveit_setup config/robots/ROBOT.yaml

They go to ``config/moveit/ROBOT/``; ``hardware.yaml`` there is written by hand and left alone.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from eyehand_core.errors import EyehandError
from eyehand_core.robot import load_robot

from eyehand_executor.moveit_setup.files import moveit_files


def main() -> int:
    """Write all files of the robot given on the command line; return the exit status."""
    parser = argparse.ArgumentParser(prog="moveit_setup", description="Write MoveIt files.")
    parser.add_argument("robot", type=Path, help="robot file, config/robots/ROBOT.yaml")
    path = parser.parse_args().robot
    try:
        robot = load_robot(path)
        folder = path.resolve().parents[1] / "moveit" / robot.name
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in moveit_files(robot).items():
            (folder / name).write_text(text, encoding="utf-8")
            print(folder / name)
    except EyehandError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
