"""Stacks of real nodes."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

ROBOT_NODES = (
    "eyehand_world/world",
    "eyehand_executor/executor",
    "eyehand_camera/camera",
    "eyehand_monitor/monitor",
)


@contextmanager
def _stack(*names: str, **settings: Any) -> Iterator[Any]:
    """Run nodes, given as ``package/node``, in a domain of their own, and a player."""
    pytest.importorskip("rclpy")
    from eyehand_bench.stack.domain import reserve_domain
    from eyehand_nodekit.testing.node_process import NodeProcess
    from referee_stack import CONFIG, Player

    with reserve_domain() as domain:
        player = Player(domain.number)
        for path in names:
            package, name = path.split("/")
            player.nodes[name] = NodeProcess(
                package, f"{name}_node", domain.number, config=CONFIG, **settings.get(name, {})
            )
        yield player
        player.close()
        alive = [node for node in player.nodes.values() if node.process.poll() is None]
        assert {node.stop() for node in alive} <= {0}


def _robot_stack(*besides: str, **more: dict[str, Any]) -> Any:
    from referee_stack import ROBOT

    paths = (*ROBOT_NODES, *besides)
    names = [path.split("/")[1] for path in paths]
    settings = {name: {"robot": ROBOT, **more.get(name, {})} for name in names}
    return _stack(*paths, **settings)


@pytest.fixture(scope="module")
def layout_stack() -> Iterator[Any]:
    """A layout world, the referee and a player."""
    with _stack("eyehand_world/layout_world", "eyehand_monitor/monitor") as player:
        yield player


@pytest.fixture(scope="module")
def robot_stack() -> Iterator[Any]:
    """The MuJoCo world, executor, arranger, camera, referee and a player."""
    with _robot_stack("eyehand_executor/arranger") as player:
        yield player


@pytest.fixture
def doomed_stack() -> Iterator[Any]:
    """The same for one test, with short deadlines, because a node will be killed."""
    limits = {"motion_timeout": 20.0, "camera_timeout": 6.0, "sample_timeout": 6.0}
    with _robot_stack(monitor=limits, camera={"timeout": 3.0}) as player:
        yield player


@pytest.fixture
def doomed_layout() -> Iterator[Any]:
    """A layout world, the referee and a player for one test, with short deadlines."""
    limits = {"start_timeout": 2.0, "reset_timeout": 2.0, "sample_timeout": 2.0}
    with _stack("eyehand_world/layout_world", "eyehand_monitor/monitor", monitor=limits) as player:
        yield player
