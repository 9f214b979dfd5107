"""World states to messages, and back again by way of ``state_reading``."""

from __future__ import annotations

from eyehand_core.geometry.pose import Pose
from eyehand_core.geometry.rotation import Array
from eyehand_core.world_state import ArmState, Contact, ObjectState, WorldState
from geometry_msgs.msg import Point, Quaternion, Twist, Vector3
from geometry_msgs.msg import Pose as PoseMessage

from eyehand_interfaces import msg
from eyehand_nodekit import stamps
from eyehand_nodekit.state_reading import (
    arm_from_message,
    pose_from_message,
    vector_from_message,
    world_state_from_messages,
)

__all__ = [
    "arm_from_message",
    "arm_to_message",
    "objects_to_message",
    "point_to_message",
    "pose_from_message",
    "pose_to_message",
    "vector_from_message",
    "vector_to_message",
    "world_state_from_messages",
]


def point_to_message(point: Array) -> Point:
    """Return a position [m], shape (3,), as a Point."""
    x, y, z = (float(value) for value in point)
    return Point(x=x, y=y, z=z)


def vector_to_message(vector: Array) -> Vector3:
    """Return a vector, shape (3,), as a Vector3."""
    x, y, z = (float(value) for value in vector)
    return Vector3(x=x, y=y, z=z)


def pose_to_message(pose: Pose) -> PoseMessage:
    """Return a pose as a message."""
    w, x, y, z = (float(value) for value in pose.quaternion)
    return PoseMessage(
        position=point_to_message(pose.position), orientation=Quaternion(w=w, x=x, y=y, z=z)
    )


def arm_to_message(arm: ArmState) -> msg.ArmState:
    """Return the state of one arm as a message."""
    return msg.ArmState(
        name=arm.name,
        end_pose=pose_to_message(arm.end_pose),
        grip_center=point_to_message(arm.grip_center),
        tcp=point_to_message(arm.tcp),
        joint_positions=[float(value) for value in arm.joint_positions],
        joint_velocities=[float(value) for value in arm.joint_velocities],
        aperture=float(arm.aperture),
        aperture_command=float(arm.aperture_command),
        fingers_at_rest=arm.fingers_at_rest,
    )


def objects_to_message(state: WorldState, stamp_nanoseconds: int) -> msg.ObjectStates:
    """Return the objects and contacts of a sample as an ObjectStates message."""
    message = msg.ObjectStates(sequence=state.sequence, at_rest=state.at_rest)
    message.header.stamp = stamps.from_nanoseconds(stamp_nanoseconds)
    message.header.frame_id = "world"
    message.objects = [_object_to_message(item) for item in state.objects.values()]
    message.contacts = [_contact_to_message(contact) for contact in state.contacts]
    message.verdicts = [
        msg.PredicateValue(term=term, value=value) for term, value in state.verdicts.items()
    ]
    return message


def _object_to_message(item: ObjectState) -> msg.ObjectState:
    return msg.ObjectState(
        name=item.name,
        pose=pose_to_message(item.pose),
        twist=Twist(
            linear=vector_to_message(item.linear_velocity),
            angular=vector_to_message(item.angular_velocity),
        ),
        size=vector_to_message(item.size),
        fixed=item.fixed,
        position_deviation=float(item.position_deviation),
        angle_deviation=float(item.angle_deviation),
    )


def _contact_to_message(contact: Contact) -> msg.Contact:
    return msg.Contact(
        body_a=contact.body_a,
        body_b=contact.body_b,
        position=point_to_message(contact.position),
        normal_force=float(contact.normal_force),
        penetration=float(contact.penetration),
    )
