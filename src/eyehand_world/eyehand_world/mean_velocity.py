"""Velocities as encoders show them: how far joints got in a while, not how they tremble."""

from __future__ import annotations

import numpy as np
from eyehand_core.geometry.rotation import Array

from eyehand_world.physics import JointGroup, Physics
from eyehand_world.physics_settings import TICK_S

WINDOW_TICKS = 20
"""80 ms. The contact of a pressed object can tremble by some hundredths of a millimetre for
seconds, at up to 10 mm/s; over this time that is less than 1 mm/s."""


class MeanVelocity:
    """Mean velocities of some joints over the last ticks.

    Args:
        physics: scene that holds the joints.
        joints: joints to follow; they stand still before the first tick.
    """

    def __init__(self, physics: Physics, joints: JointGroup) -> None:
        self._physics, self.joints = physics, joints
        self._history = np.tile(physics.positions(joints), (WINDOW_TICKS + 1, 1))

    def note(self) -> None:
        """Take the positions after a tick."""
        self._history = np.roll(self._history, -1, axis=0)
        self._history[-1] = self._physics.positions(self.joints)

    def velocities(self) -> Array:
        """Return velocities [rad/s or m/s], shape (n,)."""
        way: Array = self._history[-1] - self._history[0]
        return way / (WINDOW_TICKS * TICK_S)

    def state(self) -> Array:
        """Return what the velocities of the next ticks depend on."""
        return self._history.ravel()

    def set_state(self, state: Array) -> None:
        """Take over a state given by ``state``."""
        self._history = state.reshape(self._history.shape).copy()
