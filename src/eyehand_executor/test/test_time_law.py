"""Time laws keep their limits and refuse what cannot be timed."""

from __future__ import annotations

import numpy as np
import pytest
from eyehand_executor.cartesian_path import CartesianPath
from eyehand_executor.joint_trajectory import JointTrajectory
from eyehand_executor.reasons import Reason, Refusal
from eyehand_executor.time_law import time_path
from hypothesis import given, settings
from hypothesis import strategies as st

MOVING = np.array([0, 1])
VELOCITY = np.array([2.0, 3.0])
ACCELERATION = np.array([6.0, 6.0])


def _path(reach: float, bend: float, count: int) -> CartesianPath:
    s = np.linspace(0.0, 1.0, count)
    columns = [reach * s, bend * np.sin(1.5 * s), np.full_like(s, 0.3)]
    return CartesianPath(parameters=s, configurations=np.column_stack(columns))


@settings(max_examples=60)
@given(st.floats(0.001, 2.0), st.floats(-1.5, 1.5), st.integers(5, 30))
def test_limits_hold_and_ends_are_exact(reach: float, bend: float, count: int) -> None:
    path = _path(reach, bend, count)
    law = time_path(path, MOVING, VELOCITY, ACCELERATION)
    assert isinstance(law, JointTrajectory)
    positions, velocities, accelerations = law.sample(np.linspace(0, law.duration, 400))
    assert (np.abs(velocities[:, :2]) <= VELOCITY).all()
    assert (np.abs(accelerations[:, :2]) <= 1.2 * ACCELERATION).all()
    assert (law.positions[0] == path.configurations[0]).all()
    assert (law.positions[-1] == path.configurations[-1]).all()
    assert (law.velocities[[0, -1]] == 0).all()
    assert (positions[:, 2] == path.configurations[0, 2]).all()
    assert (np.diff(law.times) > 0).all()


def test_motion_is_nearly_as_fast_as_allowed() -> None:
    law = time_path(_path(1.0, 0.0, 20), MOVING, VELOCITY, ACCELERATION)
    assert isinstance(law, JointTrajectory)
    # 1 rad at 2 rad/s and 6 rad/s^2: 1/3 s up, 1/6 s cruise, 1/3 s down.
    assert law.duration == pytest.approx(5 / 6, rel=0.08)


def test_path_that_doubles_back_within_a_hairs_breadth_is_refused() -> None:
    path = CartesianPath(
        parameters=np.array([0, 0.5, 0.5 + 1e-13, 0.5 + 2e-13, 1.0]),
        configurations=np.array([[0, 0, 0], [1, 1, 0], [-1, 2, 0], [1, 0, 0], [2, 2, 0]], float),
    )
    law = time_path(path, MOVING, VELOCITY, ACCELERATION)
    assert isinstance(law, Refusal)
    assert law.reason is Reason.TIME_LAW_FAILED
