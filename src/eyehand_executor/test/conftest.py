"""Fixtures shared by the executor's tests."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from eyehand_core.robot import Robot, load_robot
from eyehand_executor.kinematics import Kinematics

sys.path.insert(0, str(Path(__file__).parent))

from executor_cases import ROBOT_FILE, ROBOT_FILES, make_kinematics  # noqa: E402
from simulated_robot import SimulatedRobot  # noqa: E402


@pytest.fixture(scope="session")
def robot() -> Robot:
    return load_robot(ROBOT_FILE)


@pytest.fixture(scope="session")
def right(robot: Robot) -> Kinematics:
    return make_kinematics(robot, "right")


@pytest.fixture(scope="session")
def both(robot: Robot) -> Kinematics:
    return make_kinematics(robot, "left", "right")


@pytest.fixture(scope="session", params=ROBOT_FILES, ids=lambda path: path.stem)
def any_robot(request: pytest.FixtureRequest) -> Robot:
    """Each robot in turn, for what must hold for all."""
    return load_robot(request.param)


@pytest.fixture(scope="session")
def any_right(any_robot: Robot) -> Kinematics:
    return make_kinematics(any_robot, "right")


@pytest.fixture(scope="session")
def any_both(any_robot: Robot) -> Kinematics:
    return make_kinematics(any_robot, "left", "right")


@pytest.fixture
def one(robot: Robot) -> Iterator[SimulatedRobot]:
    simulated = SimulatedRobot(robot, ("right",))
    yield simulated
    simulated.simulation.close()


@pytest.fixture
def two(robot: Robot) -> Iterator[SimulatedRobot]:
    simulated = SimulatedRobot(robot, ("left", "right"))
    yield simulated
    simulated.simulation.close()


@pytest.fixture
def any_one(any_robot: Robot) -> Iterator[SimulatedRobot]:
    simulated = SimulatedRobot(any_robot, ("right",))
    yield simulated
    simulated.simulation.close()


@pytest.fixture
def any_two(any_robot: Robot) -> Iterator[SimulatedRobot]:
    simulated = SimulatedRobot(any_robot, ("left", "right"))
    yield simulated
    simulated.simulation.close()
