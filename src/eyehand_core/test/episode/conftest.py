"""Episodes to play with."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from cube_game import Game


@pytest.fixture
def game() -> Game:
    """A fresh episode."""
    return Game()


@pytest.fixture(scope="session")
def new_game() -> Callable[..., Game]:
    """Make further episodes."""
    return Game
