"""Collision checks: what is found, what is left out, and what a start in contact may do."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from executor_cases import home, make_kinematics
from eyehand_core.errors import ConfigError
from eyehand_core.robot import Robot
from eyehand_executor.kinematics import Clearances, CollisionPair, IkFailure, Kinematics


def _pair(kinematics: Kinematics, start: np.ndarray, q: np.ndarray) -> CollisionPair | None:
    check = kinematics.collision_check(start)
    assert not isinstance(check, CollisionPair)
    return check(q)


def _lowered(robot: Robot, kinematics: Kinematics, clearance: float) -> np.ndarray:
    """Return the right arm pointing down with the finger tips ``clearance`` above the table."""
    start = home(robot, kinematics)
    frames = kinematics.frames(start, "right")
    down = frames.end_pose.rotated_about(frames.grip_center.position, [0, 1, 0], math.radians(90))
    # The tips are 0.127 m ahead of the end pose: the pads end 7 mm beyond the tcp.
    height = 0.74 + 0.127 + clearance
    for s in np.linspace(0.0, 1.0, 30):
        pose = frames.end_pose.rotated_about(
            frames.grip_center.position, [0, 1, 0], s * math.radians(90)
        )
        drop = s * (height - down.position[2])
        solution = kinematics.inverse("right", pose.translated([0, 0.05 * s, drop]), start)
        assert not isinstance(solution, IkFailure)
        start = solution
    return start


def test_home_is_free_with_open_and_closed_grippers(any_robot: Robot, any_both: Kinematics) -> None:
    start = home(any_robot, any_both)
    assert _pair(any_both, start, start) is None
    start[-2:] = 0.0
    assert _pair(any_both, start, start) is None


def test_fingers_meet_the_table_at_its_surface(robot: Robot, right: Kinematics) -> None:
    start = home(robot, right)
    above = _lowered(robot, right, 0.02)
    assert _pair(right, start, above) is None
    below = _lowered(robot, right, -0.01)
    pair = _pair(right, start, below)
    assert pair is not None
    assert "table" in pair
    assert {pair.first, pair.second} & {"right/finger1", "right/finger2"}


def test_the_other_arm_is_an_obstacle_only_if_it_takes_part(
    robot: Robot, right: Kinematics, both: Kinematics
) -> None:
    """An arm that is hidden in one-arm tasks cannot collide."""
    start = home(robot, right)
    towards_left = start.copy()
    towards_left[:6] = [1.57, 1.6, 1.1, 0.0, 0.0, 0.0]
    assert _pair(right, start, towards_left) is None
    full = home(robot, both)
    full[both.columns("right")] = towards_left[:6]
    full[both.columns("left")] = [-1.57, 1.6, 1.1, 0.0, 0.0, 0.0]
    pair = _pair(both, home(robot, both), full)
    assert pair is not None
    assert {pair.first.split("/")[0], pair.second.split("/")[0]} == {"left", "right"}


def test_start_in_contact_may_part_but_not_come_nearer(robot: Robot) -> None:
    wide = make_kinematics(robot, "right", clearances=Clearances(table=0.03))
    start = _lowered(robot, wide, 0.02)
    check = wide.collision_check(start)
    assert not isinstance(check, CollisionPair)
    assert check(start) is None
    pose = wide.frames(start, "right").end_pose
    for offset, free in ((0.004, True), (-0.0003, True), (-0.004, False)):
        moved = wide.inverse("right", pose.translated([0, 0, offset]), start)
        assert not isinstance(moved, IkFailure)
        assert (check(moved) is None) is free, offset


def test_relaxed_pairs_are_checked_again_from_another_start(robot: Robot) -> None:
    wide = make_kinematics(robot, "right", clearances=Clearances(table=0.03))
    low = _lowered(robot, wide, 0.02)
    assert _pair(wide, low, low) is None
    assert _pair(wide, home(robot, wide), low) is not None


def test_deep_overlap_at_the_start_is_named(robot: Robot, right: Kinematics) -> None:
    deep = _lowered(robot, right, -0.01)
    overlap = right.collision_check(deep)
    assert isinstance(overlap, CollisionPair)
    assert "table" in overlap


def test_home_touching_an_obstacle_is_a_config_error(robot: Robot, tmp_path: Path) -> None:
    text = robot.environment.read_text(encoding="utf-8")
    box = "  - {name: crate, size: [0.2, 0.2, 0.2], center: [0.3, -0.3, 0.93], color: [1, 0, 0]}\n"
    crowded = tmp_path / "crowded.yaml"
    crowded.write_text(text.rstrip() + "\n" + box, encoding="utf-8")
    with pytest.raises(ConfigError, match="crate"):
        make_kinematics(replace(robot, environment=crowded), "right")


@pytest.mark.slow
def test_pair_does_not_depend_on_what_was_checked_before(robot: Robot) -> None:
    first = make_kinematics(robot, "left", "right")
    second = make_kinematics(robot, "left", "right")
    rng = np.random.default_rng(5)
    start = home(robot, first)
    limits = first.limits
    states = rng.uniform(limits.lower, limits.upper, size=(60, len(limits.lower)))
    check = first.collision_check(start)
    assert not isinstance(check, CollisionPair)
    forward = [check(q) for q in states]
    check = second.collision_check(start)
    assert not isinstance(check, CollisionPair)
    backward = [check(q) for q in states[::-1]][::-1]
    assert forward == backward
    assert any(pair is not None for pair in forward)


@pytest.mark.sim
def test_every_contact_of_mujoco_is_found(any_robot: Robot, any_both: Kinematics) -> None:
    """Independent cross-check on 300 states with the simulator's own narrow phase."""
    import mujoco
    from eyehand_core.environment import load_environment
    from eyehand_core.xacro_file import expand_xacro

    robot, both = any_robot, any_both
    spec = mujoco.MjSpec.from_string(expand_xacro(robot.description))
    for obstacle in load_environment(robot.environment).obstacles:
        spec.worldbody.add_geom(
            name=obstacle.name,
            type=mujoco.mjtGeom.mjGEOM_BOX,
            size=[edge / 2 for edge in obstacle.size],
            pos=list(obstacle.center),
        )
    model = spec.compile()
    data = mujoco.MjData(model)
    rng = np.random.default_rng(3)
    start = home(robot, both)
    check = both.collision_check(start)
    assert not isinstance(check, CollisionPair)
    missed = []
    hits = 0
    for index in range(300):
        q = start.copy()
        if index % 3:
            q[:12] = rng.uniform(both.limits.lower[:12], both.limits.upper[:12])
        else:
            near = start[:12] + rng.normal(0.0, 0.6, 12)
            q[:12] = np.clip(near, both.limits.lower[:12], both.limits.upper[:12])
        for name, value in zip(both.joint_names, q, strict=True):
            data.joint(name).qpos[0] = value
        for arm in both.arms:
            data.joint(f"{arm}_finger2_joint").qpos[0] = data.joint(f"{arm}_finger1_joint").qpos[0]
        mujoco.mj_forward(model, data)
        deep = [contact for contact in data.contact if contact.dist < -1e-4]
        hits += bool(deep)
        if deep and check(q) is None:
            names = {
                tuple(sorted(model.body(model.geom_bodyid[g]).name for g in contact.geom))
                for contact in deep
            }
            missed.append((index, names))
    assert hits > 50
    assert not missed, missed[:5]


def test_checks_do_not_disturb_each_other(robot: Robot) -> None:
    """What one start in contact is allowed must not leak into the check of another start."""
    wide = make_kinematics(robot, "right", clearances=Clearances(table=0.03))
    low = _lowered(robot, wide, 0.02)
    strict = wide.collision_check(home(robot, wide))
    lenient = wide.collision_check(low)
    assert not isinstance(strict, CollisionPair)
    assert not isinstance(lenient, CollisionPair)
    assert strict(low) is not None
    assert lenient(low) is None
    assert strict(low) is not None
