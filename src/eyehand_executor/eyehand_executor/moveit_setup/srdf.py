"""The semantic description (SRDF) that MoveIt reads: groups, postures, pairs that need no check."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Mapping, Sequence

from eyehand_core.robot import Arm, Robot

from eyehand_executor.moveit_setup.link_pairs import LinkPair, Why

ALL_ARMS = "both_arms"
HOME, OPEN, CLOSED = "home", "open", "closed"


def arm_group(arm: str) -> str:
    """Return the name of an arm's planning group."""
    return f"{arm}_arm"


def gripper_group(arm: str) -> str:
    """Return the name of a gripper's planning group."""
    return f"{arm}_gripper"


def srdf_text(robot: Robot, unchecked: Mapping[LinkPair, Why]) -> str:
    """Return the SRDF of a robot."""
    root = ET.Element("robot", name=robot.name)
    for arm in robot.arms.values():
        _add_groups(root, arm)
    if len(robot.arms) > 1:
        group = ET.SubElement(root, "group", name=ALL_ARMS)
        for name in robot.arms:
            ET.SubElement(group, "group", name=arm_group(name))
        _add_state(root, ALL_ARMS, HOME, list(robot.arms.values()))
    for arm in robot.arms.values():
        _add_state(root, arm_group(arm.name), HOME, [arm])
        _add_opening(root, arm, OPEN, arm.gripper.open)
        _add_opening(root, arm, CLOSED, arm.gripper.closed)
    for arm in robot.arms.values():
        ET.SubElement(
            root,
            "end_effector",
            name=gripper_group(arm.name),
            parent_link=arm.end_pose_frame,
            group=gripper_group(arm.name),
            parent_group=arm_group(arm.name),
        )
    for (first, second), why in sorted(unchecked.items()):
        ET.SubElement(root, "disable_collisions", link1=first, link2=second, reason=why.value)
    ET.indent(root)
    return ET.tostring(root, encoding="unicode") + "\n"


def _add_groups(root: ET.Element, arm: Arm) -> None:
    group = ET.SubElement(root, "group", name=arm_group(arm.name))
    ET.SubElement(group, "chain", base_link=arm.base_frame, tip_link=arm.end_pose_frame)
    group = ET.SubElement(root, "group", name=gripper_group(arm.name))
    for link in arm.gripper.finger_links:
        ET.SubElement(group, "link", name=link)
    ET.SubElement(group, "joint", name=arm.gripper.joint)


def _add_state(root: ET.Element, group: str, name: str, arms: Sequence[Arm]) -> None:
    state = ET.SubElement(root, "group_state", name=name, group=group)
    for arm in arms:
        for joint, value in zip(arm.joints, arm.home, strict=True):
            ET.SubElement(state, "joint", name=joint, value=f"{value:g}")


def _add_opening(root: ET.Element, arm: Arm, name: str, position: float) -> None:
    state = ET.SubElement(root, "group_state", name=name, group=gripper_group(arm.name))
    ET.SubElement(state, "joint", name=arm.gripper.joint, value=f"{position:g}")
