"""Travel, reach and calibration error of a camera with a body."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from eyehand_core.camera_rig import CameraRig
from eyehand_core.geometry.pose import Pose
from eyehand_core.geometry.rotation import from_axis_angle
from hypothesis import given
from hypothesis import strategies as st

RIG = CameraRig(
    speed=0.5,
    turn_speed=1.0,
    mount=(0.0, -0.65, 0.9),
    shortest_reach=0.3,
    longest_reach=1.0,
    clearance=0.1,
    position_deviation=0.003,
    angle_deviation=0.01,
)
START = Pose.of([0.0, 0.0, 1.0])
coordinates = st.floats(-2.0, 2.0)


@given(st.tuples(coordinates, coordinates, coordinates), st.floats(0.0, math.pi))
def test_line_and_turn_happen_at_the_same_time(
    offset: tuple[float, float, float], angle: float
) -> None:
    target = Pose.of(START.position + offset, from_axis_angle([0.0, 0.0, 1.0], angle))
    line, turn = float(np.linalg.norm(offset)) / 0.5, angle / 1.0
    assert RIG.travel_time(START, target) == pytest.approx(max(line, turn), abs=1e-6)
    assert RIG.travel_time(START, target) == pytest.approx(RIG.travel_time(target, START))


@pytest.mark.parametrize(("distance", "reached"), [(0.29, 0), (0.31, 1), (0.99, 1), (1.01, 0)])
def test_reach_is_a_shell_around_the_mount(distance: float, reached: int) -> None:
    refusal = RIG.out_of_reach(Pose.of([distance, -0.65, 0.9]))
    assert bool(refusal) != bool(reached)
    assert not refusal or f"{distance:.3f} m" in refusal
    assert not refusal or "0.3 to 1 m" in refusal


def test_the_calibration_error_is_fixed_for_an_episode_and_tells_neither_task_nor_seed() -> None:
    rig = RIG.of_episode("some_task", 1000)
    poses = [Pose.of([x, 0.2, 1.0], from_axis_angle([1.0, 0.0, 0.0], x)) for x in (0.1, 0.7)]
    errors = [pose.inverse() @ rig.real_pose(pose) for pose in poses]
    np.testing.assert_allclose(errors[0].position, errors[1].position, atol=1e-12)
    assert 0.0 < np.linalg.norm(errors[0].position) < 0.02
    assert 0.0 < errors[0].angle_to(Pose.of([0, 0, 0])) < 0.06
    assert rig == RIG.of_episode("some_task", 1000)
    others = [RIG.of_episode("some_task", 1001), RIG.of_episode("other_task", 1000)]
    assert len({rig.error_seed, *(other.error_seed for other in others)}) == 3
    exact = replace(rig, position_deviation=0.0, angle_deviation=0.0)
    assert exact.real_pose(poses[0]).distance_to(poses[0]) == 0.0
