"""Means over a window: exact for steady motion, small for trembling, and saved with the world."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
from eyehand_world.mean_velocity import WINDOW_TICKS, MeanVelocity
from eyehand_world.physics_settings import TICK_S
from hypothesis import given
from hypothesis import strategies as st


class Slide:
    """A joint that is where it is put."""

    def __init__(self) -> None:
        self.at = np.zeros(2)
        self.motion = MeanVelocity(self, SimpleNamespace())

    def positions(self, joints: object) -> np.ndarray:
        return self.at.copy()

    def go(self, *positions: float) -> None:
        for position in positions:
            self.at[:] = position
            self.motion.note()


@given(st.floats(-0.1, 0.1))
def test_steady_motion_has_its_speed_and_a_stop_shows_after_the_window(speed: float) -> None:
    slide = Slide()
    slide.go(*(speed * TICK_S * tick for tick in range(WINDOW_TICKS + 1)))
    np.testing.assert_allclose(slide.motion.velocities(), speed, atol=1e-12)
    slide.go(*[float(slide.at[0])] * WINDOW_TICKS)
    assert not slide.motion.velocities().any()


@given(st.lists(st.floats(-2.5e-5, 2.5e-5), min_size=1, max_size=60))
def test_trembling_is_slower_than_what_counts_as_still(trembling: list[float]) -> None:
    """From tick to tick it may be as fast as 12 mm/s."""
    slide = Slide()
    slide.go(*trembling)
    assert np.abs(slide.motion.velocities()).max() < 0.001


def test_a_saved_motion_goes_on_as_it_was() -> None:
    one, other = Slide(), Slide()
    one.go(*np.linspace(0.0, 0.01, 13))
    other.motion.set_state(one.motion.state())
    for slide in (one, other):
        slide.go(0.02, 0.03)
    assert (one.motion.velocities() == other.motion.velocities()).all()
