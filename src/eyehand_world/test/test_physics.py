"""States of objects and joints as read from the physics engine."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest
from eyehand_core.errors import WorldError
from eyehand_core.geometry import rotation

pytestmark = pytest.mark.sim


def test_object_velocity_is_the_slope_of_its_pose(make_bench, make_cube) -> None:
    bench = make_bench(make_cube("cube", 0.2, -0.15, above=0.5), settle=False)
    physics = bench.physics
    start = int(physics.model.joint("cube").dofadr[0])
    physics.data.qvel[start : start + 6] = [0.3, -0.2, 0.5, 2.0, -1.0, 3.0]
    for _ in range(20):
        physics.step_tick()
    before = physics.object_states()["cube"]
    moved = mujoco.MjData(physics.model)
    moved.qpos[:] = physics.data.qpos
    step = 1e-6
    mujoco.mj_integratePos(physics.model, moved.qpos, physics.data.qvel, step)
    at = int(physics.model.joint("cube").qposadr[0])
    slope = (moved.qpos[at : at + 3] - before.pose.position) / step
    np.testing.assert_allclose(before.linear_velocity, slope, atol=1e-5)
    turn = rotation.multiply(
        moved.qpos[at + 3 : at + 7], rotation.conjugate(before.pose.quaternion)
    )
    np.testing.assert_allclose(before.angular_velocity, 2 * turn[1:] / step, atol=1e-3)


def test_free_fall(make_bench, make_cube) -> None:
    bench = make_bench(make_cube("cube", 0.2, -0.15, above=1.0), settle=False)
    start = bench.physics.object_states()["cube"].pose.position[2]
    for _ in range(50):
        bench.physics.step_tick()
    cube = bench.physics.object_states()["cube"]
    assert cube.linear_velocity[2] == pytest.approx(-9.81 * 0.2, rel=1e-6)
    assert cube.pose.position[2] - start == pytest.approx(-0.5 * 9.81 * 0.04, rel=0.02)


def test_fixed_object_never_moves(make_bench, make_cube) -> None:
    bench = make_bench(make_cube("cube", 0.2, -0.15, above=0.3, fixed=True))
    cube = bench.samples[-1].state.objects["cube"]
    assert cube.fixed
    np.testing.assert_array_equal(cube.pose.position, [0.2, -0.15, 1.06])
    np.testing.assert_array_equal(cube.linear_velocity, 0.0)


def test_stillness_looks_at_both_velocities(make_bench, make_cube) -> None:
    bench = make_bench(make_cube("cube", 0.2, -0.15))
    physics = bench.physics
    start = int(physics.model.joint("cube").dofadr[0])
    physics.data.qvel[start : start + 6] = 0.0
    assert physics.objects_still(0.001, 0.02)
    for index, speed in ((0, 0.002), (5, 0.03)):
        physics.data.qvel[start : start + 6] = 0.0
        physics.data.qvel[start + index] = speed
        assert not physics.objects_still(0.001, 0.02)


def test_physics_without_room_for_its_contacts_is_a_fault(make_bench, make_cube) -> None:
    """MuJoCo would leave contacts out and go on."""
    physics = make_bench(make_cube("cube", 0.2, -0.15)).physics
    physics.data.warning[mujoco.mjtWarning.mjWARN_CONTACTFULL].number = 1
    with pytest.raises(WorldError, match="no room for all contacts.*task 'test', seed 7"):
        physics.step_tick()


def test_driven_finger_comes_first(make_bench, robot) -> None:
    physics = make_bench(settle=False).physics
    for arm in robot.arms.values():
        assert physics.fingers(arm.gripper).names[0] == arm.gripper.joint
