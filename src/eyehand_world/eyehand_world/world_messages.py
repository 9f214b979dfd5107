"""Samples and fixed frames of the simulated world as messages."""

from __future__ import annotations

import array
from typing import Any
from xml.etree import ElementTree

from eyehand_core.geometry import rotation
from geometry_msgs.msg import Quaternion, TransformStamped, Vector3
from sensor_msgs.msg import JointState
from tf2_msgs.msg import TFMessage

from eyehand_nodekit import stamps
from eyehand_world.lockstep import WorldSample


def joint_state(sample: WorldSample) -> JointState:
    """Return the joints of a sample."""
    message = JointState(name=list(sample.joints))
    message.header.stamp = stamps.from_nanoseconds(sample.stamp_ns)
    message.position = array.array("d", sample.positions)
    message.velocity = array.array("d", sample.velocities)
    message.effort = array.array("d", sample.efforts)
    return message


def fixed_frames(urdf: str) -> TFMessage:
    """Return the transforms of all fixed joints of a URDF."""
    joints = ElementTree.fromstring(urdf).findall("joint")
    return TFMessage(
        transforms=[_transform(joint) for joint in joints if joint.get("type") == "fixed"]
    )


def _transform(joint: ElementTree.Element) -> TransformStamped:
    message = TransformStamped(child_frame_id=_attribute(joint, "child", "link", ""))
    message.header.frame_id = _attribute(joint, "parent", "link", "")
    x, y, z = _numbers(_attribute(joint, "origin", "xyz", "0 0 0"))
    message.transform.translation = Vector3(x=x, y=y, z=z)
    turn = rotation.from_rpy(*_numbers(_attribute(joint, "origin", "rpy", "0 0 0")))
    w, x, y, z = (float(value) for value in turn)
    message.transform.rotation = Quaternion(w=w, x=x, y=y, z=z)
    return message


def _attribute(joint: ElementTree.Element, child: str, name: str, default: str) -> str:
    element: Any = joint.find(child)
    return default if element is None else str(element.get(name, default))


def _numbers(text: str) -> tuple[float, float, float]:
    a, b, c = (float(word) for word in text.split())
    return a, b, c
