"""Distances of a point to solids, against the engine's own, and what stands in a camera's way."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest
from eyehand_world.clearance import distance_to, obstacle_at
from hypothesis import given, settings
from hypothesis import strategies as st

pytestmark = pytest.mark.sim

PROBE = 1e-3
SOLIDS = mujoco.MjModel.from_xml_string(
    f"""
<mujoco><worldbody>
  <geom name="box" type="box" size=".1 .2 .3" pos=".1 .2 -.1" euler="20 40 60"/>
  <geom name="cylinder" type="cylinder" size=".1 .3" pos="-.1 .1 .2" euler="70 10 30"/>
  <geom name="capsule" type="capsule" size=".1 .2" pos=".2 -.1 0" euler="10 80 30"/>
  <geom name="sphere" type="sphere" size=".2" pos="0 .1 .1"/>
  <body name="probe" mocap="true"><geom name="probe" type="sphere" size="{PROBE}"/></body>
</worldbody></mujoco>
"""
)
coordinate = st.floats(-1.0, 1.0)


@pytest.mark.parametrize("name", ["box", "cylinder", "capsule", "sphere"])
@settings(max_examples=60)
@given(point=st.tuples(coordinate, coordinate, coordinate))
def test_distances_are_those_of_the_engine(name: str, point: tuple[float, ...]) -> None:
    data = mujoco.MjData(SOLIDS)
    data.mocap_pos[0] = point
    mujoco.mj_forward(SOLIDS, data)
    geom, probe = SOLIDS.geom(name).id, SOLIDS.geom("probe").id
    found = distance_to(data, geom, point)
    if found > 2 * PROBE:
        engine = mujoco.mj_geomDistance(SOLIDS, data, geom, probe, 10.0, np.zeros(6)) + PROBE
        assert found == pytest.approx(engine, abs=1e-4)
    else:  # of points inside the engine tells no exact depth
        assert mujoco.mj_geomDistance(SOLIDS, data, geom, probe, 10.0, np.zeros(6)) < 3 * PROBE


def test_table_arm_and_object_stand_in_the_way_and_air_does_not(make_bench, make_cube) -> None:
    bench = make_bench(make_cube("cube", 0.2, -0.15))
    data, labels = bench.physics.data, bench.world.built.labels
    finger, _ = bench.body("right_finger1")
    assert obstacle_at(data, labels, finger, 0.05).startswith("right/")
    assert obstacle_at(data, labels, [0.2, -0.15, 0.82], 0.05) == "cube"
    assert obstacle_at(data, labels, [0.5, 0.2, 0.70], 0.05) == "table"
    assert obstacle_at(data, labels, [0.5, 0.2, 0.80], 0.05) == ""
    assert obstacle_at(data, labels, [0.0, -0.58, 1.48], 0.3) == ""


def test_a_hidden_arm_is_in_nobodys_way(make_bench) -> None:
    bench = make_bench(arms=("right",))
    elbow, _ = bench.body("left_finger1")
    assert obstacle_at(bench.physics.data, bench.world.built.labels, elbow, 0.05) == ""
