"""The robot's URDF, expanded from its xacro file."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from eyehand_core.xacro_file import expand_xacro


@dataclass(frozen=True, kw_only=True)
class Mimic:
    """A joint that follows another: position = ``multiplier`` * leader + ``offset``."""

    leader: str
    multiplier: float
    offset: float


@dataclass(frozen=True, kw_only=True)
class RobotDescription:
    """URDF text and the tree facts that planning needs.

    Attributes:
        urdf: the expanded text.
        parents: parent link by child link.
        mimics: following joints by name.
    """

    urdf: str
    parents: Mapping[str, str]
    mimics: Mapping[str, Mimic]

    def is_below(self, link: str, ancestor: str) -> bool:
        """Tell whether ``link`` is ``ancestor`` or hangs on it."""
        current: str | None = link
        while current is not None and current != ancestor:
            current = self.parents.get(current)
        return current is not None

    def joined(self, first: str, second: str) -> bool:
        """Tell whether one joint connects two links."""
        return self.parents.get(first) == second or self.parents.get(second) == first


def load_description(path: Path) -> RobotDescription:
    """Expand a xacro file.

    Raises:
        ConfigError: the file is not a valid xacro or URDF file.
    """
    urdf = expand_xacro(path)
    root = ET.fromstring(urdf)
    parents = {}
    mimics = {}
    for joint in root.findall("joint"):
        parents[_attribute(joint, "child", "link")] = _attribute(joint, "parent", "link")
        mimic = joint.find("mimic")
        if mimic is not None:
            mimics[joint.get("name", "")] = Mimic(
                leader=mimic.get("joint", ""),
                multiplier=float(mimic.get("multiplier", "1")),
                offset=float(mimic.get("offset", "0")),
            )
    return RobotDescription(urdf=urdf, parents=parents, mimics=mimics)


def _attribute(joint: ET.Element, child: str, name: str) -> str:
    element = joint.find(child)
    return "" if element is None else element.get(name, "")
