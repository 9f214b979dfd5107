"""Gazebo for the tests here, fetched once; they are skipped where it cannot be had."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from fetch_gazebo import GazeboUnavailableError, fetch_gazebo


@pytest.fixture(scope="session")
def gazebo() -> Path:
    """Root of an unpacked Gazebo."""
    try:
        return fetch_gazebo()
    except GazeboUnavailableError as unavailable:
        pytest.skip(f"Gazebo is not to be had here: {unavailable}")
