"""The robot's URDF with what Gazebo cannot take from it: friction, colours, heavier drives.

The servos of a robot carry its weight; here its links have no gravity, as in the MuJoCo world.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Mapping

from eyehand_core.robot import Robot

from eyehand_gazebo import contact_settings as settings
from eyehand_gazebo.sdf_elements import add, text


def gazebo_urdf(urdf: str, robot: Robot) -> str:
    """Return the description with a ``<gazebo>`` element for every link."""
    root = ET.fromstring(urdf)
    fingers = {link for arm in robot.arms.values() for link in arm.gripper.finger_links}
    colors = _colors(root)
    links = {link.get("name", ""): link for link in root.findall("link")}
    for joint in root.findall("joint"):
        _make_drive_heavier(joint, links)
    for name, link in links.items():
        # Links without anything in them vanish, and what is said about them goes elsewhere.
        if len(link):
            reference = _add_reference(root, name, is_finger=name in fingers)
            _add_color(reference, link, colors)
    return text(root)


def _make_drive_heavier(joint: ET.Element, links: Mapping[str, ET.Element]) -> None:
    if joint.get("type") == "revolute":
        _add_rotor(joint, links)
    elif joint.get("type") == "prismatic":
        dynamics = joint.find("dynamics")
        target = add(joint, "dynamics") if dynamics is None else dynamics
        target.set("damping", repr(settings.FINGER_DAMPING_NS_M))


def _add_rotor(joint: ET.Element, links: Mapping[str, ET.Element]) -> None:
    child, limit = joint.find("child"), joint.find("limit")
    inertia = None if child is None else links[child.get("link", "")].find("inertial/inertia")
    if inertia is None or limit is None:
        return
    effort = float(limit.get("effort", "0"))
    rotor = next(added for strongest, added in settings.ROTOR_INERTIA_KG_M2 if effort >= strongest)
    for axis in ("ixx", "iyy", "izz"):
        inertia.set(axis, repr(float(inertia.get(axis, "0")) + rotor))


def _add_reference(root: ET.Element, link: str, *, is_finger: bool) -> ET.Element:
    """Append what the description itself does not say about a link yet."""
    said = {item.tag for block in root.findall(f"gazebo[@reference='{link}']") for item in block}
    friction = settings.GRIP_FRICTION if is_finger else settings.SURROUNDINGS_FRICTION
    reference = add(root, "gazebo", reference=link)
    for tag, value in {
        "turnGravityOff": True,
        "mu1": friction,
        "mu2": friction,
        "kp": settings.STIFFNESS_N_M,
        "kd": settings.DAMPING_NS_M,
        "maxVel": settings.CORRECTING_SPEED_M_S,
        "minDepth": settings.SURFACE_LAYER_M,
        "selfCollide": False,
    }.items():
        if tag not in said:
            add(reference, tag, value)
    return reference


def _colors(root: ET.Element) -> dict[str, str]:
    """Return red, green, blue and alpha by the name of a material."""
    found = {}
    for material in root.iter("material"):
        color = material.find("color")
        if color is not None:
            found[material.get("name", "")] = color.get("rgba", "")
    return found


def _add_color(reference: ET.Element, link: ET.Element, colors: Mapping[str, str]) -> None:
    """Give a link the colour of most of its visuals: SDF's reader of URDF takes none from them."""
    names = [material.get("name", "") for material in link.findall("visual/material")]
    rgba = [colors[name] for name in names if name in colors]
    if not rgba:
        return
    material = add(add(reference, "visual"), "material")
    for kind in ("ambient", "diffuse"):
        add(material, kind, max(rgba, key=rgba.count))
