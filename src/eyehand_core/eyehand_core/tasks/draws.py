"""Random numbers of a task instance, the same on every machine and numpy version."""

from __future__ import annotations

import hashlib

import numpy as np

from eyehand_core.errors import ConfigError
from eyehand_core.seed_range import LARGEST_SEED


def check_seed(seed: int) -> int:
    """Return ``seed`` if it is one.

    Raises:
        ConfigError: it is not a whole number of 0..2147483647.
    """
    whole = isinstance(seed, int | np.integer) and not isinstance(seed, bool)
    if not whole or not 0 <= seed <= LARGEST_SEED:
        raise ConfigError(
            f"seed {seed!r} is not usable; give a whole number from 0 to {LARGEST_SEED}"
        )
    return int(seed)


class Draws:
    """Stream of random numbers that depends on purpose, name and seed only.

    It uses raw output of PCG64, which never changes, rather than numpy's distributions, which may.

    Args:
        purpose: keeps streams of one episode apart, for example ``"scene"``.
        name: task id.
        seed: 0..2147483647.

    Raises:
        ConfigError: the seed is out of range.
    """

    def __init__(self, purpose: str, name: str, seed: int) -> None:
        text = f"{purpose}/{name}/{check_seed(seed)}"
        key = int.from_bytes(hashlib.sha256(text.encode()).digest()[:16], "big")
        self._bits = np.random.PCG64(key)

    def uniform(self, low: float, high: float) -> float:
        """Return a number of [low, high)."""
        fraction = (int(self._bits.random_raw()) >> 11) * 2.0**-53
        return low + (high - low) * fraction

    def index(self, count: int) -> int:
        """Return one of 0..count-1."""
        return min(int(self.uniform(0.0, count)), count - 1)
