"""Objects of a scene as SDF models."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

from eyehand_core.part_mass import mass_and_inertia
from eyehand_core.scene import SceneObject

from eyehand_gazebo import contact_settings as settings
from eyehand_gazebo.sdf_elements import add, add_pose, add_shapes, document, text
from eyehand_gazebo.simulators import Simulator

BODY = "body"
"""The one link of an object."""
_CONTACTS_RATE_HZ = 250.0


def object_sdf(item: SceneObject, simulator: Simulator) -> str:
    """Return a document with the model of one object, at its place in the scene."""
    root = document()
    model = add(root, "model", name=item.name)
    add(model, "static", item.fixed)
    add(model, "allow_auto_disable", False)  # a sleeping object would not tell where it is
    add_pose(model, item.pose)
    link = add(model, "link", name=BODY)
    if not item.fixed:
        _add_inertial(link, item)
    friction = max(item.friction, settings.GRIP_FRICTION)
    for index, part in enumerate(item.parts):
        add_shapes(link, f"{item.name}_{index}", part, friction)
    if simulator.objects_feel:
        _add_contact_sensor(link, simulator)
    return text(root)


def _add_inertial(link: ET.Element, item: SceneObject) -> None:
    center, inertia = mass_and_inertia(item)
    inertial = add(link, "inertial")
    add(inertial, "pose", [*center, 0.0, 0.0, 0.0])
    add(inertial, "mass", item.mass)
    matrix = add(inertial, "inertia")
    axes = "xyz"
    for row in range(3):
        for column in range(row, 3):
            value: Any = float(inertia[row, column])
            add(matrix, f"i{axes[row]}{axes[column]}", value)


def _add_contact_sensor(link: ET.Element, simulator: Simulator) -> None:
    names = [collision.get("name", "") for collision in link.findall("collision")]
    sensor = add(link, "sensor", name="contacts", type="contact")
    add(sensor, "always_on", True)
    add(sensor, "update_rate", _CONTACTS_RATE_HZ)
    contact = add(sensor, "contact")
    for name in names:
        add(contact, "collision", name)
    if simulator.contact_topic:
        add(contact, "topic", simulator.contact_topic)
    for plugin in simulator.contact_plugins:
        sensor.append(ET.fromstring(plugin))
