"""The camera in front of the real world."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))


@contextmanager
def _open_studio(robot: str) -> Iterator[Any]:
    """MuJoCo world, executor (for the grip centres), camera, and a client."""
    pytest.importorskip("rclpy")
    from camera_client import CONFIG, CameraClient
    from eyehand_bench.stack.domain import reserve_domain
    from eyehand_nodekit.testing.node_process import NodeProcess

    robot_file = CONFIG / "robots" / f"{robot}.yaml"
    with reserve_domain() as domain:
        client = CameraClient(domain.number)
        nodes = [
            NodeProcess(package, name, domain.number, config=CONFIG, robot=robot_file)
            for package, name in (
                ("eyehand_executor", "executor_node"),
                ("eyehand_camera", "camera_node"),
                ("eyehand_world", "world_node"),
            )
        ]
        client.reset("grasp_single_cube", 1000)
        yield client
        client.close()
        assert [node.stop() for node in nodes] == [0, 0, 0]


@pytest.fixture(scope="module")
def studio() -> Iterator[Any]:
    with _open_studio("dual_x5") as client:
        yield client


@pytest.fixture(scope="module")
def ur5e_studio() -> Iterator[Any]:
    with _open_studio("dual_ur5e") as client:
        yield client
