"""World states to and from messages.

The ``*_from_message`` functions only read attributes, so that they serve messages from rclpy and
messages decoded from a bag without ROS alike.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from eyehand_core.geometry.pose import Pose
from eyehand_core.geometry.rotation import Array
from eyehand_core.world_state import ArmState, Contact, ObjectState, WorldState
from geometry_msgs.msg import Point, Quaternion, Twist, Vector3
from geometry_msgs.msg import Pose as PoseMessage

from eyehand_interfaces import msg
from eyehand_nodekit import stamps


def point_to_message(point: Array) -> Point:
    """Return a position [m], shape (3,), as a Point."""
    x, y, z = (float(value) for value in point)
    return Point(x=x, y=y, z=z)


def vector_to_message(vector: Array) -> Vector3:
    """Return a vector, shape (3,), as a Vector3."""
    x, y, z = (float(value) for value in vector)
    return Vector3(x=x, y=y, z=z)


def vector_from_message(message: Any) -> Array:
    """Return a Point or Vector3 as an array, shape (3,)."""
    return np.array([message.x, message.y, message.z], dtype=np.float64)


def pose_to_message(pose: Pose) -> PoseMessage:
    """Return a pose as a message."""
    w, x, y, z = (float(value) for value in pose.quaternion)
    return PoseMessage(
        position=point_to_message(pose.position), orientation=Quaternion(w=w, x=x, y=y, z=z)
    )


def pose_from_message(message: Any) -> Pose:
    """Return a Pose message as a pose, bit for bit."""
    q = message.orientation
    return Pose(
        vector_from_message(message.position), np.array([q.w, q.x, q.y, q.z], dtype=np.float64)
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


def arm_from_message(message: Any) -> ArmState:
    """Return an ArmState message as the core's arm state."""
    return ArmState(
        name=str(message.name),
        end_pose=pose_from_message(message.end_pose),
        grip_center=vector_from_message(message.grip_center),
        tcp=vector_from_message(message.tcp),
        joint_positions=np.array(message.joint_positions, dtype=np.float64),
        joint_velocities=np.array(message.joint_velocities, dtype=np.float64),
        aperture=float(message.aperture),
        aperture_command=float(message.aperture_command),
        fingers_at_rest=bool(message.fingers_at_rest),
    )


def objects_to_message(state: WorldState, stamp_nanoseconds: int) -> msg.ObjectStates:
    """Return the objects and contacts of a sample as an ObjectStates message."""
    message = msg.ObjectStates(sequence=state.sequence, at_rest=state.at_rest)
    message.header.stamp = stamps.from_nanoseconds(stamp_nanoseconds)
    message.header.frame_id = "world"
    message.objects = [_object_to_message(item) for item in state.objects.values()]
    message.contacts = [_contact_to_message(contact) for contact in state.contacts]
    return message


def world_state_from_messages(objects: Any, arms: Any | None) -> WorldState:
    """Return one sample of the world.

    Args:
        objects: ObjectStates message.
        arms: ArmStates message of the same instant; None in a world without a robot.
    """
    return WorldState(
        stamp=stamps.to_seconds(objects.header.stamp),
        sequence=int(objects.sequence),
        at_rest=bool(objects.at_rest),
        objects={str(item.name): _object_from_message(item) for item in objects.objects},
        contacts=tuple(_contact_from_message(contact) for contact in objects.contacts),
        arms={} if arms is None else {str(arm.name): arm_from_message(arm) for arm in arms.arms},
    )


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
    )


def _object_from_message(message: Any) -> ObjectState:
    return ObjectState(
        name=str(message.name),
        pose=pose_from_message(message.pose),
        linear_velocity=vector_from_message(message.twist.linear),
        angular_velocity=vector_from_message(message.twist.angular),
        size=vector_from_message(message.size),
        fixed=bool(message.fixed),
    )


def _contact_to_message(contact: Contact) -> msg.Contact:
    return msg.Contact(
        body_a=contact.body_a,
        body_b=contact.body_b,
        position=point_to_message(contact.position),
        normal_force=float(contact.normal_force),
        penetration=float(contact.penetration),
    )


def _contact_from_message(message: Any) -> Contact:
    return Contact(
        body_a=str(message.body_a),
        body_b=str(message.body_b),
        position=vector_from_message(message.position),
        normal_force=float(message.normal_force),
        penetration=float(message.penetration),
    )
