"""SDF elements that several documents need. Units and frames are those of SDF: m, kg, rad, rpy."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterable

from eyehand_core.geometry import rotation
from eyehand_core.geometry.pose import Pose
from eyehand_core.scene import Part

from eyehand_gazebo import contact_settings as settings

SDF_VERSION = "1.6"
"""Read by Gazebo 11 and gz-sim alike; capsules, which it lacks, are built from three parts."""


def add(parent: ET.Element, tag: str, value: object = None, **attributes: str) -> ET.Element:
    """Append an element with a value; numbers are written so that they read back the same."""
    element = ET.SubElement(parent, tag, attributes)
    if isinstance(value, bool):
        element.text = str(value).lower()
    elif isinstance(value, str):
        element.text = value
    elif isinstance(value, float | int):
        element.text = repr(value)
    elif isinstance(value, Iterable):
        element.text = " ".join(repr(float(number)) for number in value)
    return element


def add_pose(parent: ET.Element, pose: Pose) -> None:
    """Append a pose in the parent's frame."""
    add(parent, "pose", [*pose.position, *rotation.to_rpy(pose.quaternion)])


def add_shapes(link: ET.Element, name: str, part: Part, friction: float) -> None:
    """Append the visual of a part and, if it collides, its collision shape."""
    for index, piece in enumerate(_pieces(part)):
        label = f"{name}_{index}"
        visual = add(link, "visual", name=f"{label}_seen")
        _add_geometry(visual, piece)
        _add_material(visual, piece.color)
        if part.collides:
            collision = add(link, "collision", name=label)
            _add_geometry(collision, piece)
            add_surface(collision, friction)


def add_surface(collision: ET.Element, friction: float) -> None:
    """Append friction and stiffness of a surface."""
    surface = add(collision, "surface")
    ode = add(add(surface, "friction"), "ode")
    add(ode, "mu", friction)
    add(ode, "mu2", friction)
    contact = add(add(surface, "contact"), "ode")
    add(contact, "kp", settings.STIFFNESS_N_M)
    add(contact, "kd", settings.DAMPING_NS_M)
    add(contact, "max_vel", settings.CORRECTING_SPEED_M_S)
    add(contact, "min_depth", settings.SURFACE_LAYER_M)


def text(root: ET.Element) -> str:
    """Return a document as text."""
    ET.indent(root)
    return ET.tostring(root, encoding="unicode")


def document() -> ET.Element:
    """Return an empty SDF document."""
    return ET.Element("sdf", version=SDF_VERSION)


def _pieces(part: Part) -> tuple[Part, ...]:
    """Return the part in shapes that SDF 1.6 knows: a capsule is a cylinder with two balls."""
    if part.kind != "capsule":
        return (part,)
    radius, length = part.size
    pose = Pose.of(part.position, part.quaternion)
    ends = (pose.transform([0.0, 0.0, side * length / 2]) for side in (-1.0, 1.0))
    balls = (
        Part(kind="sphere", size=(radius,), position=tuple(map(float, end)), color=part.color)
        for end in ends
    )
    shaft = Part(
        kind="cylinder",
        size=part.size,
        position=part.position,
        quaternion=part.quaternion,
        color=part.color,
    )
    return (shaft, *balls)


def _add_geometry(parent: ET.Element, part: Part) -> None:
    add_pose(parent, Pose.of(part.position, part.quaternion))
    shape = add(add(parent, "geometry"), part.kind)
    if part.kind == "box":
        add(shape, "size", part.size)
        return
    add(shape, "radius", part.size[0])
    if part.kind == "cylinder":
        add(shape, "length", part.size[1])


def _add_material(visual: ET.Element, color: tuple[float, ...]) -> None:
    material = add(visual, "material")
    for kind in ("ambient", "diffuse"):
        add(material, kind, [*color, 1.0])
    add(material, "specular", [0.1, 0.1, 0.1, 1.0])
