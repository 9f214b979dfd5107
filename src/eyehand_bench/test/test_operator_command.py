"""What a person says to a robot, on a graph that this process may not join."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from command_line import run

pytest.importorskip("rclpy")
pytestmark = pytest.mark.ros


@pytest.mark.parametrize("word", ["stop", "release", "confirm"])
def test_missing_keys_for_a_secured_graph_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, word: str
) -> None:
    (tmp_path / "enclaves").mkdir()
    monkeypatch.setenv("ROS_SECURITY_KEYSTORE", str(tmp_path))
    monkeypatch.setenv("ROS_SECURITY_ENABLE", "true")
    monkeypatch.setenv("ROS_SECURITY_STRATEGY", "Enforce")
    ended = run(word)
    assert ended.returncode == 3
    assert "/eyehand/operator" in ended.stderr
    assert "ROS_SECURITY_KEYSTORE" in ended.stderr
    assert "Traceback" not in ended.stderr
