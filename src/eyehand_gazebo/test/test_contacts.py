"""Contacts between samples: names, sums over shapes, the strongest over time."""

from __future__ import annotations

import numpy as np
import pytest
from eyehand_core.robot import Robot
from eyehand_gazebo.contacts import ContactLog, Touch, body_label


def touch(a: str, b: str, force: float, depth: float = 1e-4) -> Touch:
    return Touch(
        collision_a=a,
        collision_b=b,
        position=np.array([force, 0.0, 0.0]),
        normal_force=force,
        penetration=depth,
    )


def test_bodies_are_named_as_in_the_other_worlds(robot: Robot) -> None:
    arm = next(iter(robot.arms.values()))
    finger = arm.gripper.finger_links[0]
    assert body_label(f"{robot.name}::{finger}::{finger}_collision_2", robot) == (
        f"{arm.name}/{finger.removeprefix(f'{arm.name}_')}"
    )
    assert body_label("cube::body::cube_0_0", robot) == "cube"
    assert body_label("table::link::table_0", robot) == "table"


def test_shapes_add_up_within_a_step_and_the_strongest_step_counts(robot: Robot) -> None:
    log = ContactLog(robot)
    log.record(
        [
            touch("cube::body::a", "table::link::t", 1.0),
            touch("table::link::t", "cube::body::b", 2.0),
        ]
    )
    log.record([touch("cube::body::a", "table::link::t", 2.5, 3e-4)])
    (contact,) = log.take()
    assert (contact.body_a, contact.body_b) == ("cube", "table")
    assert contact.normal_force == pytest.approx(3.0)
    assert contact.penetration == pytest.approx(3e-4)
    assert contact.position[0] == 2.0
    assert log.take() == ()


def test_pairs_are_kept_apart_and_sorted(robot: Robot) -> None:
    log = ContactLog(robot)
    log.record([touch("b::l::c", "c::l::c", 1.0), touch("b::l::c", "a::l::c", 1.0)])
    assert [(c.body_a, c.body_b) for c in log.take()] == [("a", "b"), ("b", "c")]
