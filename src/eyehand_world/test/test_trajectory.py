"""Interpolation of joint trajectories, by properties and against numeric derivatives."""

from __future__ import annotations

import numpy as np
import pytest
from eyehand_world.trajectory import JointSpline, TrajectoryGoal, Waypoint
from hypothesis import given
from hypothesis import strategies as st

numbers = st.floats(-3.0, 3.0)
triples = st.lists(numbers, min_size=3, max_size=3).map(np.array)
durations = st.floats(0.05, 5.0)


@st.composite
def waypoints(draw: st.DrawFn, kind: int) -> list[Waypoint]:
    points, time = [], draw(st.floats(0.0, 2.0))
    for _ in range(draw(st.integers(1, 5))):
        points.append(
            Waypoint(
                time=time,
                positions=draw(triples),
                velocities=draw(triples) if kind > 0 else None,
                accelerations=draw(triples) if kind > 1 else None,
            )
        )
        time += draw(durations)
    return points


@pytest.mark.parametrize("kind", [0, 1, 2])
@given(data=st.data())
def test_spline_passes_through_its_points(kind: int, data: st.DataObject) -> None:
    points = data.draw(waypoints(kind))
    spline = JointSpline(points)
    for point in points:
        positions, _ = spline.sample(point.time)
        np.testing.assert_allclose(positions, point.positions, atol=1e-9)
        before, speed = spline.sample(point.time - 1e-9)
        np.testing.assert_allclose(before, point.positions, atol=1e-6)
        if point.velocities is not None and point is not points[0]:
            np.testing.assert_allclose(speed, point.velocities, atol=1e-4)


@pytest.mark.parametrize("kind", [0, 1, 2])
@given(data=st.data())
def test_velocity_is_the_slope_of_the_position(kind: int, data: st.DataObject) -> None:
    points = data.draw(waypoints(kind))
    spline = JointSpline(points)
    for a, b in zip(points, points[1:], strict=False):
        time = a.time + 0.4 * (b.time - a.time)
        step = 1e-6
        slope = (spline.sample(time + step)[0] - spline.sample(time - step)[0]) / (2 * step)
        np.testing.assert_allclose(spline.sample(time)[1], slope, atol=1e-3, rtol=1e-4)


@given(data=st.data())
def test_quintic_meets_accelerations(data: st.DataObject) -> None:
    points = data.draw(waypoints(2))
    spline = JointSpline(points)
    for a, b in zip(points, points[1:], strict=False):
        step = 1e-6
        start = (spline.sample(a.time + step)[1] - spline.sample(a.time)[1]) / step
        end = (spline.sample(b.time - step)[1] - spline.sample(b.time - 2 * step)[1]) / step
        np.testing.assert_allclose(
            start, a.accelerations, atol=0.05 + 1e-3 / (b.time - a.time) ** 3
        )
        np.testing.assert_allclose(end, b.accelerations, atol=0.05 + 1e-3 / (b.time - a.time) ** 3)


@given(data=st.data())
def test_spline_stands_still_outside_of_its_points(data: st.DataObject) -> None:
    points = data.draw(waypoints(1))
    spline = JointSpline(points)
    for time, point in ((points[0].time - 0.5, points[0]), (spline.end + 0.5, points[-1])):
        positions, velocities = spline.sample(time)
        np.testing.assert_array_equal(positions, point.positions)
        np.testing.assert_array_equal(velocities, 0.0)


@given(st.permutations(["a", "b", "c"]), triples, triples)
def test_columns_follow_joint_names(
    order: list[str], positions: np.ndarray, speed: np.ndarray
) -> None:
    point = Waypoint(time=0.0, positions=positions, velocities=speed)
    goal = TrajectoryGoal(joints=tuple(order), waypoints=(point,))
    sorted_point = goal.in_order(("a", "b", "c"))[0]
    for name in order:
        column, index = order.index(name), "abc".index(name)
        assert sorted_point.positions[index] == positions[column]
        assert sorted_point.velocities is not None
        assert sorted_point.velocities[index] == speed[column]
    assert sorted_point.accelerations is None
