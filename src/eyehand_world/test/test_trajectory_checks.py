"""Every reason for which a trajectory goal is refused, and that good goals are not."""

from __future__ import annotations

import dataclasses
import math
import re
from typing import Any

import numpy as np
import pytest
from eyehand_world.trajectory import TrajectoryGoal, Waypoint
from eyehand_world.trajectory_checks import START_JUMP_RAD, JointLimits, refusal
from hypothesis import given
from hypothesis import strategies as st

LIMITS = JointLimits(
    names=("a", "b"),
    lower=np.array([-1.0, -2.0]),
    upper=np.array([1.0, 2.0]),
    velocity=np.array([2.0, 2.0]),
)
NOW_NS = 10_000_000_000


def point(time: float, *positions: float, **more: Any) -> Waypoint:
    columns = {key: np.array(value, dtype=float) for key, value in more.items()}
    return Waypoint(time=time, positions=np.array(positions), **columns)


GOOD = TrajectoryGoal(joints=("a", "b"), waypoints=(point(0.0, 0.0, 0.0), point(1.0, 0.5, -0.5)))


def ask(goal: TrajectoryGoal, measured: tuple[float, float] = (0.0, 0.0)) -> str | None:
    return refusal(goal, LIMITS, np.array(measured), NOW_NS)


def changed(**fields: Any) -> TrajectoryGoal:
    return dataclasses.replace(GOOD, **fields)


def through(*points: Waypoint) -> TrajectoryGoal:
    return changed(waypoints=points)


REFUSED = {
    "repeated names": (changed(joints=("a", "a")), "repeat"),
    "missing joint": (changed(joints=("a",)), "controller has a, b"),
    "unknown joint": (changed(joints=("a", "c")), "controller has a, b"),
    "no names": (changed(joints=()), "none"),
    "no points": (through(), "no points"),
    "too few positions": (through(point(0.0, 0.0)), "1 positions for 2 joints"),
    "too many velocities": (
        through(point(0.0, 0.0, 0.0, velocities=[0, 0, 0])),
        "3 velocities for 2 joints",
    ),
    "nan": (through(point(1.0, 0.0, math.nan)), "NaN"),
    "infinite velocity": (
        through(point(0.0, 0, 0, velocities=[math.inf, 0]), point(1.0, 0, 0, velocities=[0, 0])),
        "infinity",
    ),
    "nan acceleration": (
        through(point(1.0, 0, 0, velocities=[0, 0], accelerations=[0, math.nan])),
        "NaN",
    ),
    "negative time": (through(point(-0.1, 0.0, 0.0), point(1.0, 0.1, 0.0)), "times start at 0"),
    "nan time": (through(point(math.nan, 0.0, 0.0)), "times hold NaN"),
    "equal times": (through(point(0.0, 0.0, 0.0), point(0.0, 0.1, 0.0)), "not after"),
    "falling times": (through(point(1.0, 0.0, 0.0), point(0.5, 0.1, 0.0)), "not after"),
    "moving end": (
        through(point(0.0, 0, 0, velocities=[0, 0]), point(1.0, 0.1, 0, velocities=[0.2, 0])),
        "must stand still",
    ),
    "past": (changed(start_ns=NOW_NS - 1_500_000_000), "in the past"),
    "above the limit": (through(point(0.0, 0, 0), point(2.0, 1.01, 0)), r"a at 1\.0100.*-1.*1\.0"),
    "below the limit": (through(point(0.0, 0, 0), point(5.0, 0, -2.1)), "b at -2"),
    "segment too fast": (through(point(0.0, 0, 0), point(0.1, 0.5, 0)), r"5\.000 rad/s"),
    "waypoint too fast": (
        through(
            point(0.0, 0, 0, velocities=[0, 0]),
            point(1.0, 0.1, 0, velocities=[0, 3.0]),
            point(2.0, 0.2, 0, velocities=[0, 0]),
        ),
        "b at 3.000 rad/s",
    ),
    "start jump": (through(point(0.0, 0.1, 0), point(1.0, 0.1, 0)), "would jump 0.1000"),
    "jump into a trajectory under way": (
        changed(start_ns=NOW_NS - 500_000_000),
        r"would jump 0\.2500 rad .* at 0\.5 s",
    ),
    "too little time left to the first point": (
        changed(waypoints=(point(1.0, 0.5, 0.0),), start_ns=NOW_NS - 900_000_000),
        "way to the first point",
    ),
    "rush to the first point": (through(point(0.1, 0.5, 0)), "way to the first point"),
    "tolerance of a stranger": (changed(path_tolerance={"c": 0.1}), "unknown joint 'c'"),
    "negative tolerance": (changed(goal_tolerance={"a": -0.5}), "positive"),
    "nan goal time": (changed(goal_time=math.nan), "goal time"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_bad_goal_is_refused_with_its_reason(case: str) -> None:
    goal, reason = REFUSED[case]
    answer = ask(goal)
    assert answer is not None
    assert re.search(reason, answer)


@pytest.mark.parametrize(
    "goal",
    [
        GOOD,
        changed(joints=("b", "a")),
        through(point(1.0, 0.3, 0.3)),
        changed(start_ns=NOW_NS + 500_000_000),
        changed(waypoints=(point(0.0, 0.5, 0.0),), start_ns=NOW_NS + 500_000_000),
        changed(path_tolerance={"a": 0.1}, goal_tolerance={"a": 0.01, "b": 0.01}, goal_time=1.0),
    ],
)
def test_good_goal_passes(goal: TrajectoryGoal) -> None:
    assert ask(goal) is None


def test_trajectory_under_way_may_be_joined_where_it_is() -> None:
    assert ask(changed(start_ns=NOW_NS - 500_000_000), measured=(0.25, -0.25)) is None


@given(st.floats(-0.2, 0.2))
def test_start_jump_has_one_border(offset: float) -> None:
    accepted = ask(GOOD, measured=(offset, 0.0)) is None
    assert accepted == (abs(offset) <= START_JUMP_RAD)


values = st.floats(allow_nan=True, allow_infinity=True)


@given(
    st.lists(st.sampled_from(["a", "b", "c"]), max_size=3),
    st.lists(
        st.tuples(values, st.lists(values, max_size=3), st.lists(values, max_size=3)), max_size=3
    ),
    st.integers(0, 2 * NOW_NS),
)
def test_any_goal_gets_an_answer(
    joints: list[str], rows: list[tuple[float, list[float], list[float]]], start_ns: int
) -> None:
    points = tuple(
        Waypoint(time=time, positions=np.array(q), velocities=np.array(v) if v else None)
        for time, q, v in rows
    )
    goal = TrajectoryGoal(joints=tuple(joints), waypoints=points, start_ns=start_ns)
    answer = ask(goal)
    assert answer is None or answer
    if answer is None:
        assert all(np.isfinite(p.positions).all() for p in points)
