"""Cubic interpolation between trajectory points."""

from __future__ import annotations

import numpy as np
import pytest
from eyehand_executor.joint_trajectory import JointTrajectory
from hypothesis import given
from hypothesis import strategies as st

COEFFICIENTS = st.lists(st.floats(-2, 2), min_size=4, max_size=4)


@given(COEFFICIENTS, st.lists(st.floats(0.05, 1.0), min_size=2, max_size=6))
def test_cubic_motion_is_reproduced(coefficients: list[float], spans: list[float]) -> None:
    curve = np.polynomial.Polynomial(coefficients)
    times = np.concatenate([[0.0], np.cumsum(spans)])
    trajectory = JointTrajectory(
        times=times, positions=curve(times)[:, None], velocities=curve.deriv()(times)[:, None]
    )
    samples = np.linspace(0.0, times[-1], 50)
    positions, velocities, accelerations = trajectory.sample(samples)
    scale = 1.0 + times[-1] ** 3
    assert positions[:, 0] == pytest.approx(curve(samples), abs=1e-9 * scale)
    assert velocities[:, 0] == pytest.approx(curve.deriv()(samples), abs=1e-8 * scale)
    assert accelerations[:, 0] == pytest.approx(curve.deriv(2)(samples), abs=1e-6 * scale)
    assert trajectory.duration == times[-1]
