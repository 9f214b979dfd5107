"""Joint positions from the link poses that Gazebo publishes."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from eyehand_core.geometry import rotation
from eyehand_core.geometry.pose import Pose
from eyehand_core.geometry.rotation import Array


@dataclass(frozen=True, kw_only=True, eq=False)
class _Joint:
    """A moving joint: its frame in a link that Gazebo knows, or in the model itself."""

    slides: bool
    parent: str
    child: str
    origin: Pose
    axis: Array


class JointReadout:
    """Reads the moving joints of a robot that stands fixed in its model's frame.

    Args:
        urdf: its description.
    """

    def __init__(self, urdf: str) -> None:
        elements = ET.fromstring(urdf).findall("joint")
        above = {_link(element, "child"): element for element in elements}
        self._joints: dict[str, _Joint] = {}
        for element in elements:
            if element.get("type") == "fixed":
                continue
            parent, origin = _link(element, "parent"), _origin(element)
            # Gazebo merges links that are fixed to each other.
            while parent in above and above[parent].get("type") == "fixed":
                origin = _origin(above[parent]) @ origin
                parent = _link(above[parent], "parent")
            self._joints[element.get("name", "")] = _Joint(
                slides=element.get("type") == "prismatic",
                parent=parent if parent in above else "",
                child=_link(element, "child"),
                origin=origin,
                axis=np.array([float(word) for word in _attribute(element, "axis", "xyz").split()]),
            )

    def positions(self, links: Mapping[str, Pose]) -> dict[str, float]:
        """Return all joint positions [rad or m] from link poses in the model's frame."""
        return {name: _position(joint, links) for name, joint in self._joints.items()}


def _position(joint: _Joint, links: Mapping[str, Pose]) -> float:
    frame = links[joint.parent] @ joint.origin if joint.parent else joint.origin
    child = links[joint.child]
    if joint.slides:
        return float(frame.matrix @ joint.axis @ (child.position - frame.position))
    turn = rotation.multiply(rotation.conjugate(frame.quaternion), child.quaternion)
    angle = 2.0 * float(np.arctan2(joint.axis @ turn[1:], turn[0]))
    return (angle + np.pi) % (2.0 * np.pi) - np.pi


def _link(joint: ET.Element, tag: str) -> str:
    return _attribute(joint, tag, "link")


def _origin(joint: ET.Element) -> Pose:
    x, y, z = (float(word) for word in _attribute(joint, "origin", "xyz", "0 0 0").split())
    roll, pitch, yaw = (float(word) for word in _attribute(joint, "origin", "rpy", "0 0 0").split())
    return Pose.of([x, y, z], rotation.from_rpy(roll, pitch, yaw))


def _attribute(joint: ET.Element, tag: str, name: str, default: str = "") -> str:
    element = joint.find(tag)
    return default if element is None else element.get(name, default)
