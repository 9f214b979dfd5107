"""The bundled robots in MuJoCo: home pose, reach of the fingers, no contact by construction."""

from __future__ import annotations

from dataclasses import replace

import mujoco
import numpy as np
import pytest
from eyehand_core.errors import ConfigError
from eyehand_world.scene_builder import build_scene

pytestmark = pytest.mark.sim

HOME_AXES = np.column_stack([[0.0, 1, 0], [-1, 0, 0], [0, 0, 1]])


@pytest.mark.parametrize(("arm", "side"), [("left", -1), ("right", 1)])
def test_home_pose_is_the_published_one(make_bench, any_robot, arm, side) -> None:
    bench = make_bench(settle=False, robot=any_robot)
    for frame, y in (("grip_center_frame", -0.248), ("tcp_frame", -0.202)):
        position, axes = bench.body(getattr(any_robot.arms[arm], frame))
        np.testing.assert_allclose(position, [side * 0.306, y, 0.934], atol=1e-6)
        np.testing.assert_allclose(axes, HOME_AXES, atol=1e-6)
    position, axes = bench.body(any_robot.arms[arm].end_pose_frame)
    np.testing.assert_allclose(position[[0, 2]], [side * 0.306, 0.934], atol=1e-6)
    np.testing.assert_allclose(axes, HOME_AXES, atol=1e-6)


@pytest.mark.parametrize(("arm", "side"), [("left", -1), ("right", 1)])
def test_end_pose_at_home_is_the_published_one(make_bench, robot, arm, side) -> None:
    position, _ = make_bench(settle=False).body(robot.arms[arm].end_pose_frame)
    np.testing.assert_allclose(position, [side * 0.306, -0.322, 0.934], atol=1e-9)


@pytest.mark.parametrize("opening", [0.0, 0.3, 1.0])
def test_grip_center_is_the_middle_of_the_finger_links(make_bench, any_robot, opening) -> None:
    bench = make_bench(settle=False, robot=any_robot)
    for arm in any_robot.arms.values():
        fingers = bench.physics.fingers(arm.gripper)
        bench.physics.data.qpos[fingers.positions] = arm.gripper.position(opening)
        first, second = (bench.body(link)[0] for link in arm.gripper.finger_links)
        np.testing.assert_allclose((first + second) / 2, bench.body(arm.grip_center_frame)[0])
        assert np.linalg.norm(first - second) == pytest.approx(2 * arm.gripper.position(opening))


def _robot_contacts(data, labels) -> set[tuple[str, str]]:
    pairs = {tuple(sorted(labels[geom] for geom in pair)) for pair in data.contact.geom}
    return {pair for pair in pairs if any("/" in name for name in pair)}


@pytest.mark.parametrize("opening", [0.0, 1.0])
def test_home_posture_touches_nothing(make_bench, any_robot, opening) -> None:
    bench = make_bench(settle=False, robot=any_robot)
    for arm in any_robot.arms.values():
        fingers = bench.physics.fingers(arm.gripper)
        bench.physics.data.qpos[fingers.positions] = arm.gripper.position(opening)
    mujoco.mj_forward(bench.physics.model, bench.physics.data)
    assert _robot_contacts(bench.physics.data, bench.world.built.labels) == set()


@pytest.mark.parametrize("height", [0.75, 0.76])
def test_fingers_reach_objects_a_few_millimetres_high(make_bench, robot, height) -> None:
    """A pen of radius 9 mm is gripped with the tcp 9 mm above the table."""
    bench = make_bench(settle=False)
    joints = bench.physics.joints(robot.arms["right"].joints)
    for x, y, yaw in ((0.2, -0.15, 0.0), (0.25, -0.1, 0.7), (0.14, -0.05, -0.7)):
        bench.physics.data.qpos[joints.positions] = bench.grasp_joints("right", [x, y, height], yaw)
        mujoco.mj_forward(bench.physics.model, bench.physics.data)
        assert _robot_contacts(bench.physics.data, bench.world.built.labels) == set()


def test_arm_that_lies_on_the_other_is_in_contact(make_bench, robot) -> None:
    """The checks above can fail: collisions between the arms exist."""
    bench = make_bench(settle=False)
    for arm in ("left", "right"):
        joints = bench.physics.joints(robot.arms[arm].joints)
        bench.physics.data.qpos[joints.positions] = bench.grasp_joints(arm, [0.0, -0.1, 0.8])
    mujoco.mj_forward(bench.physics.model, bench.physics.data)
    pairs = _robot_contacts(bench.physics.data, bench.world.built.labels)
    assert any(a.split("/")[0] != b.split("/")[0] for a, b in pairs if "/" in a and "/" in b)


def test_masses_and_inertias_are_physical(build, any_robot) -> None:
    model = build(robot=any_robot).model
    moving = [i for i in range(1, model.nbody) if model.body_dofnum[i] > 0]
    for body in moving:
        a, b, c = sorted(model.body_inertia[body])
        assert 0.01 < model.body_mass[body] < 10.0
        assert a > 0.0 and c <= a + b + 1e-12


def test_names_that_the_description_lacks_are_listed(build, robot) -> None:
    arm = robot.arms["left"]
    wrong = replace(arm, joints=("left_joint0", *arm.joints[1:]), tcp_frame="left_tip")
    with pytest.raises(ConfigError, match="lacks joint 'left_joint0', link 'left_tip'"):
        build(robot=replace(robot, arms={**robot.arms, "left": wrong}))


def test_links_joined_to_what_stands_still_do_not_touch_it(build, any_robot) -> None:
    """MuJoCo would let them: it only skips pairs of parent and child that both can move."""
    model = build(robot=any_robot).model
    excluded = {
        (model.body(signature >> 16).name, model.body(signature & 0xFFFF).name)
        for signature in map(int, model.exclude_signature)
    }
    for arm in any_robot.arms.values():
        first = model.joint(arm.joints[0]).id
        link = model.body(model.jnt_bodyid[first])
        base = model.body(link.parentid[0])
        assert (base.name, link.name) in excluded


def test_description_without_a_robot_is_refused(robot, environment) -> None:
    from eyehand_core.errors import WorldError  # noqa: PLC0415
    from eyehand_core.scene import Scene  # noqa: PLC0415

    scene = Scene(task="t", seed=0, objects=(), arms=())
    with pytest.raises(WorldError, match="cannot read"):
        build_scene("<robot name='x'><link/></robot>", robot, environment, scene)
