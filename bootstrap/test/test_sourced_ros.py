"""Telling a sourced ROS 2 from none; the runtime of this checkout stands in for an installation."""

from __future__ import annotations

import importlib.util
import io
import os
from pathlib import Path

import pytest
from eyehand_setup import sourced_ros
from eyehand_setup.layout import Layout
from eyehand_setup.messages import Progress

ROOT = Path(__file__).resolve().parents[2]

needs_ros = pytest.mark.skipif(
    importlib.util.find_spec("rclpy") is None, reason="needs the environment of .eyehand/env.sh"
)


def find(environ: dict[str, str], root: Path) -> tuple[sourced_ros.SourcedRos | None, str]:
    """Return what is found and what is said."""
    out = io.StringIO()
    return sourced_ros.find(environ, Layout(root), Progress(out)), out.getvalue()


def test_nothing_sourced_is_nothing_found(tmp_path: Path) -> None:
    assert find({"PATH": os.environ["PATH"]}, tmp_path) == (None, "")


def test_ros_that_does_not_import_is_said_and_not_used(tmp_path: Path) -> None:
    environ = {"PATH": os.defpath, "AMENT_PREFIX_PATH": "/opt/ros/none"}
    found, said = find(environ, tmp_path)
    assert found is None
    assert "rclpy can't be imported" in said


@needs_ros
def test_working_ros_is_found(tmp_path: Path) -> None:
    found, said = find(dict(os.environ), tmp_path)
    assert found is not None
    assert found.python_version.startswith("3.")
    assert found.label == f"ROS 2 {os.environ['ROS_DISTRO'].capitalize()} as sourced"
    assert said == ""


@needs_ros
@pytest.mark.skipif(
    not (ROOT / ".eyehand" / "sdk").is_dir(), reason="ROS 2 is sourced: it is not this checkout's"
)
def test_own_environment_is_not_taken_for_a_sourced_one() -> None:
    assert find(dict(os.environ), ROOT) == (None, "")
