"""Objects as SDF: everything of the scene is there, at its place, with its mass."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from eyehand_core.geometry import rotation
from eyehand_core.geometry.pose import Pose
from eyehand_core.part_mass import mass_and_inertia
from eyehand_core.scene import Part, SceneObject
from eyehand_gazebo.object_sdf import object_sdf
from eyehand_gazebo.simulators import SIMULATORS
from hypothesis import given, settings
from hypothesis import strategies as st

PLACE = st.tuples(*[st.floats(-2.0, 2.0)] * 3)
TURN = st.tuples(*[st.floats(-1.0, 1.0)] * 4).filter(lambda q: sum(x * x for x in q) > 0.01)


def model_of(item: SceneObject, simulator: str = "bare") -> ET.Element:
    model = ET.fromstring(object_sdf(item, SIMULATORS[simulator])).find("model")
    assert model is not None
    return model


def pose_of(element: ET.Element) -> Pose:
    x, y, z, roll, pitch, yaw = (float(word) for word in element.findtext("pose", "").split())
    return Pose.of([x, y, z], rotation.from_rpy(roll, pitch, yaw))


@given(PLACE, TURN, PLACE, TURN)
@settings(max_examples=80)
def test_object_and_part_stand_where_the_scene_says(
    place: tuple[float, ...],
    turn: tuple[float, ...],
    part_place: tuple[float, ...],
    part_turn: tuple[float, ...],
) -> None:
    part = Part(kind="box", size=(0.1, 0.2, 0.3), position=part_place, quaternion=part_turn)
    item = SceneObject(
        name="thing", parts=(part,), mass=1.0, position=place, quaternion=turn, size=(1, 1, 1)
    )
    model = model_of(item)
    collision = model.find("link/collision")
    assert collision is not None
    found = pose_of(model) @ pose_of(collision)
    wanted = item.pose @ Pose.of(part_place, part_turn)
    # Roll, pitch and yaw are inexact near a pitch of a quarter turn; a part far out shows it.
    swing = pose_of(model).angle_to(item.pose) * math.hypot(*part_place)
    assert found.distance_to(wanted) < 1e-9 + swing
    assert found.angle_to(wanted) < 2e-4


def test_mass_properties_are_written(objects: list[SceneObject]) -> None:
    for item in objects:
        inertial = model_of(item).find("link/inertial")
        assert (inertial is None) is item.fixed
        if inertial is None:
            continue
        center, inertia = mass_and_inertia(item)
        assert float(inertial.findtext("mass", "")) == item.mass
        assert np.allclose(pose_of(inertial).position, center)
        written = [float(inertial.findtext(f"inertia/i{axes}", "")) for axes in ("xx", "yy", "zz")]
        assert np.allclose(written, np.diag(inertia))


def test_only_what_collides_collides(objects: list[SceneObject]) -> None:
    assert any(not part.collides for item in objects for part in item.parts)
    for item in objects:
        model = model_of(item)
        pieces = {True: 0, False: 0}
        for part in item.parts:
            pieces[part.collides] += 3 if part.kind == "capsule" else 1
        assert len(model.findall("link/visual")) == sum(pieces.values())
        assert len(model.findall("link/collision")) == pieces[True]


def test_a_capsule_is_a_cylinder_between_two_balls() -> None:
    part = Part(kind="capsule", size=(0.02, 0.1), position=(0.0, 0.3, 0.0))
    item = SceneObject(
        name="pill",
        parts=(part,),
        mass=1.0,
        position=(0, 0, 0),
        quaternion=(1, 0, 0, 0),
        size=(1, 1, 1),
    )
    collisions = model_of(item).findall("link/collision")
    ends = sorted(
        float(pose_of(c).position[2]) for c in collisions if c.find("geometry/sphere") is not None
    )
    assert ends == pytest.approx([-0.05, 0.05])
    assert len(collisions) == 3


@pytest.mark.parametrize(("simulator", "feels"), [("bare", False), ("classic", True), ("gz", True)])
def test_objects_feel_contacts_where_nothing_else_tells(
    objects: list[SceneObject], simulator: str, feels: bool
) -> None:
    for item in objects:
        model = model_of(item, simulator)
        named = {c.text for c in model.findall("link/sensor/contact/collision")}
        names = {c.get("name") for c in model.findall("link/collision")}
        assert named == (names if feels else set())
