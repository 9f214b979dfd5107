"""Stacks of real nodes."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(scope="module")
def layout_stack() -> Iterator[Any]:
    """A layout world, the referee and a player."""
    pytest.importorskip("rclpy")
    from referee_stack import CONFIG, NodeProcess, Player

    nodes = [
        NodeProcess("eyehand_world", "layout_world", config=CONFIG),
        NodeProcess("eyehand_monitor", "monitor", config=CONFIG),
    ]
    player = Player()
    yield player
    player.close()
    assert [node.stop() for node in nodes] == [0, 0]
