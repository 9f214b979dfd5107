"""Saved states: going on bit for bit, and refusing everything that is none."""

from __future__ import annotations

import numpy as np
import pytest
from eyehand_core.errors import WorldError
from eyehand_world.gripper_controller import GripperGoal
from hypothesis import given, settings
from hypothesis import strategies as st

from eyehand_world import saved_state

pytestmark = pytest.mark.sim

ARM = "right_arm_controller"


@pytest.fixture(scope="module")
def holding(make_bench, make_cube):
    """A world that holds a cube in the air, and its saved state."""
    bench = make_bench(make_cube("cube", 0.2, -0.15), make_cube("other", 0.1, -0.1))
    bench.pick("right", "cube", effort=10.0)
    bench.do(ARM, bench.way_to("right", bench.grasp_joints("right", [0.2, -0.15, 0.86])))
    return bench, saved_state.save(bench.world)


def _go_on(bench) -> list:
    """Move and drop; return all that was published from here."""
    start = len(bench.samples)
    bench.do(ARM, bench.way_to("right", bench.grasp_joints("right", [0.15, -0.1, 0.82])))
    bench.do("right_gripper_controller", GripperGoal(position=0.045, max_effort=0.0))
    first = bench.samples[start].stamp_ns
    return [
        (
            sample.stamp_ns - first,
            sample.positions.tobytes(),
            sample.velocities.tobytes(),
            tuple(item.pose.position.tobytes() for item in sample.state.objects.values()),
            tuple((c.normal_force, c.penetration) for c in sample.state.contacts),
        )
        for sample in bench.samples[start:]
    ]


def test_restored_world_goes_on_bit_for_bit(holding, make_bench, make_cube) -> None:
    bench, saved = holding
    original = _go_on(bench)
    saved_state.restore(bench.world, saved, bench.world.now_ns + 4_000_000)
    assert _go_on(bench) == original
    fresh = make_bench(make_cube("cube", 0.2, -0.15), make_cube("other", 0.1, -0.1), settle=False)
    saved_state.restore(fresh.world, saved, 4_000_000)
    assert _go_on(fresh) == original


def test_restoring_publishes_the_state_with_a_later_stamp(holding) -> None:
    bench, saved = holding
    now, sequence = bench.world.now_ns, bench.samples[-1].state.sequence
    saved_state.restore(bench.world, saved, now + 4_000_000)
    sample = bench.samples[-1]
    assert sample.stamp_ns == now + 4_000_000
    assert sample.state.sequence == sequence + 1
    assert sample.state.at_rest
    assert sample.state.objects["cube"].pose.position[2] == pytest.approx(0.86, abs=0.003)
    pairs = {(c.body_a, c.body_b) for c in sample.state.contacts}
    assert ("cube", "right/finger1") in pairs
    assert saved_state.save(bench.world) == saved


def test_moving_world_is_not_saved(make_bench) -> None:
    bench = make_bench()
    bench.start(ARM, bench.way_to("right", np.full(6, 0.1)))
    with pytest.raises(WorldError, match="only while it is paused"):
        saved_state.save(bench.world)


def test_state_of_another_scene_is_refused(holding, make_bench, make_cube) -> None:
    _, saved = holding
    other = make_bench(make_cube("cube", 0.2, -0.15), settle=False)
    with pytest.raises(WorldError, match="saved state is of scene"):
        saved_state.restore(other.world, saved, 0)


def test_state_of_another_robot_or_table_is_refused(make_bench, make_cube) -> None:
    """The scene names neither; only the compiled model tells them apart."""
    bench = make_bench(make_cube("cube", 0.2, -0.15), settle=False)
    bench.world.settle_after_reset()
    saved = saved_state.save(bench.world)
    other = make_bench(make_cube("cube", 0.2, -0.15), settle=False)
    other.physics.model.body_mass[:] *= 1.0 + 1e-9
    with pytest.raises(WorldError, match="saved state is of model"):
        saved_state.restore(other.world, saved, 0)


@settings(max_examples=60)
@given(data=st.data())
def test_damaged_bytes_are_refused_and_change_nothing(holding, data) -> None:
    bench, saved = holding
    cut = data.draw(st.integers(0, len(saved) - 1))
    kind = data.draw(st.sampled_from(["cut", "noise", "header"]))
    damaged = {
        "cut": saved[:cut],
        "noise": data.draw(st.binary(max_size=200)),
        "header": saved[:16] + data.draw(st.binary(min_size=4, max_size=4)) + saved[20:],
    }[kind]
    if damaged == saved:
        return
    before = bench.physics.state_vector()
    with pytest.raises(WorldError):
        saved_state.restore(bench.world, damaged, bench.world.now_ns)
    np.testing.assert_array_equal(bench.physics.state_vector(), before)
