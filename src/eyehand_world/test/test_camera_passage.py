"""Time that passes while a camera travels."""

from __future__ import annotations

import numpy as np
import pytest
from eyehand_world.camera_passage import carry_camera
from eyehand_world.physics_settings import TICK_NS

pytestmark = pytest.mark.sim

FREE = np.array([0.9, -0.25, 1.0])


def test_as_much_time_passes_as_the_travel_takes_and_the_states_repeat(
    make_bench, make_cube
) -> None:
    states = []
    for _ in "ab":
        bench = make_bench(make_cube("cube", 0.2, -0.15))
        bench.pick("right", "cube")
        begin = bench.world.now_ns
        passage = carry_camera(bench.world, FREE, 0.08, 3.001)
        assert (passage.obstacle, passage.arrival_ns) == ("", begin + 751 * TICK_NS)
        bench.run()
        assert bench.world.now_ns == passage.arrival_ns
        newest = bench.samples[-1]
        assert newest.state.at_rest
        assert newest.stamp_ns == passage.arrival_ns
        assert newest.state.objects["cube"].pose.position[2] > 0.75, "the grip holds"
        states.append(newest.positions.tobytes())
    assert states[0] == states[1]


def test_no_time_passes_if_something_is_in_the_way_or_there_is_no_way_to_go(
    make_bench, make_cube
) -> None:
    bench = make_bench(make_cube("cube", 0.2, -0.15))
    begin, seen = bench.world.now_ns, len(bench.samples)
    blocked = carry_camera(bench.world, np.array([0.2, -0.15, 0.8]), 0.08, 3.0)
    assert (blocked.obstacle, blocked.arrival_ns) == ("cube", begin)
    assert carry_camera(bench.world, FREE, 0.08, 0.0).arrival_ns == begin
    assert bench.world.paused
    assert len(bench.samples) == seen
