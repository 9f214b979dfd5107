"""Episodes to play with."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from cube_game import Game  # noqa: E402


@pytest.fixture
def game() -> Game:
    """A fresh episode."""
    return Game()


@pytest.fixture(scope="session")
def new_game() -> Callable[..., Game]:
    """Make further episodes."""
    return Game
