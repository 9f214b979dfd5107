"""Robots, surroundings and tasks of the repository, read once."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from eyehand_core.environment import Environment, load_environment
from eyehand_core.robot import Robot, load_robot
from eyehand_core.scene import SceneObject
from eyehand_core.tasks.library import Library

from eyehand_bench import library

sys.path.insert(0, str(Path(__file__).parent))
ROBOTS = sorted(library.robot_files())


@pytest.fixture(scope="session", params=ROBOTS)
def robot(request: pytest.FixtureRequest) -> Robot:
    return load_robot(library.robot_files()[request.param])


@pytest.fixture(scope="session")
def environment() -> Environment:
    return load_environment(library.config_folder() / "environments" / "tabletop.yaml")


@pytest.fixture(scope="session")
def objects(environment: Environment) -> list[SceneObject]:
    """All objects of all manipulation tasks, of one seed."""
    tasks = Library(library.config_folder(), environment)
    return [
        item
        for name, path in library.task_files().items()
        if "manipulation" in path.parts
        for item in tasks.instantiate(tasks.load(name), 1000).objects
    ]
