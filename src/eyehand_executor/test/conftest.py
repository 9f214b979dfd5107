"""Fixtures shared by the executor's tests."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from eyehand_core.robot import Robot, load_robot
from eyehand_executor.kinematics import Kinematics

sys.path.insert(0, str(Path(__file__).parent))

from executor_cases import ROBOT_FILE, make_kinematics  # noqa: E402


@pytest.fixture(scope="session")
def robot() -> Robot:
    return load_robot(ROBOT_FILE)


@pytest.fixture(scope="session")
def right(robot: Robot) -> Kinematics:
    return make_kinematics(robot, "right")


@pytest.fixture(scope="session")
def both(robot: Robot) -> Kinematics:
    return make_kinematics(robot, "left", "right")
